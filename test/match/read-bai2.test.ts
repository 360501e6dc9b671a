import { expect, test } from 'vitest';
import { linesOf, problemsOf, read } from './statements.ts';

/** Two days of an account, as a bank writes them: padded headers, and texts in continuations. */
const FILE = `01,110000000,ACME,260306,0530,1,,,2/
02,ACME,110000000,1,260304,,USD,2/
03,000000009131,USD,010,500000,,,015,316000,,,/
88,045,316000,,,100,000,0,,400,184000,1,/
16,451,184000,Z,REF-1,,COASTAL LINEN/AP, CL-1001
88,ENTRY DESC: PAYMENT, SEC: CCD/
49,1500000,5/
98,1500000,1,7/
02,ACME,110000000,1,260305,,,2/
03,000000009131,,010,316000,,,015,416000/
16,142,100000,V,260305,,,WD-1/
88,WITHDRAWAL
49,832000,4/
98,832000,1,6/
99,2332000,2,15/
`;

test('is read by account and day, with continuations', async () => {
  const { statements, mismatches } = await read(FILE);
  expect(mismatches).toEqual([]);
  expect(statements).toEqual([
    {
      account: '000000009131',
      routingNumber: null,
      from: '2026-03-04',
      to: '2026-03-04',
      opening: { cents: 500_000, line: 3 },
      closing: { cents: 316_000, line: 3 },
      lines: [
        {
          line: 5,
          date: '2026-03-04',
          cents: -184_000,
          currency: 'USD',
          transactionId: 'REF-1',
          text: 'COASTAL LINEN/AP, CL-1001 ENTRY DESC: PAYMENT, SEC: CCD REF-1',
        },
      ],
    },
    expect.objectContaining({ from: '2026-03-05', closing: { cents: 416_000, line: 10 } }),
  ]);
  expect(statements[1]?.lines[0]).toMatchObject({ cents: 100_000, text: 'WITHDRAWAL WD-1' });
});

test('is read with several records on a line, wrapped texts and the line ends of any system', async () => {
  const joined = FILE.replaceAll('/\n', '/   ').replace('COASTAL LINEN', 'COASTAL\n  LINEN');
  for (const text of [FILE.replaceAll('\n', '\r\n'), FILE.replaceAll('\n', '\r'), joined]) {
    const { statements, mismatches } = await read(text);
    expect(mismatches).toEqual([]);
    expect(statements.flatMap(({ lines }) => lines.map(({ cents }) => cents))).toEqual([
      -184_000, 100_000,
    ]);
  }
});

test('every funds type has its own number of fields', async () => {
  const of = (record: string) =>
    `01,A,B,260306,,1,,,2/\n02,A,B,1,260304,,,2/\n03,1,,/\n${record}\n49,100,3/\n98,100,1,5/\n99,100,1,7/\n`;
  for (const funds of ['', 'Z', '0', 'V,260304,', 'S,1,2,3', 'D,2,0,50,1,50']) {
    expect(await linesOf(of(`16,165,100,${funds},BANK,CUSTOMER,a,b/`))).toEqual([
      [4, '2026-03-04', 100, 'a,b CUSTOMER BANK'],
    ]);
  }
  expect(
    await linesOf(of('16,165,100,Z/\n88,BANK,CUSTOMER,text').replace('49,100,3', '49,100,4')),
  ).toEqual([[4, '2026-03-04', 100, 'text CUSTOMER BANK']]);
});

test.for([
  [
    '49,1500000,5/',
    '49,1500001,5/',
    '7: the amounts of this account add up to 1500000, not to its control total 1500001',
  ],
  ['49,1500000,5/', '49,1500000,6/', '7: this account has 5 records, not 6'],
  ['98,1500000,1,7/', '98,1500000,2,7/', '8: this group has 1 parts, not 2'],
  ['99,2332000,2,15/', '99,2332000,2,16/', '15: this file has 15 records, not 16'],
  [
    '400,184000',
    '400,184001',
    '3: the debits of this account add up to $1,840.00, not to its total of $1,840.01',
  ],
  [
    '015,416000',
    '015,416001',
    '10: $3,160.00 and 1 transactions of $1,000.00 are $4,160.00, not the closing balance of $4,160.01',
  ],
])('sums that do not add up are named: %s as %s', async ([from = '', to = '', problem = '']) => {
  const { mismatches } = await read(FILE.replace(from, to));
  expect(mismatches.map(({ line, what }) => `${line}: ${what}`)).toContain(problem);
});

test.for([
  ['01,110000000', '01,110000000,,,,,,', "1: BAI version 'ACME' is not 2"],
  ['16,451,184000', '16,751,184000', "5: the type code '751' is neither a credit nor a debit"],
  ['16,451,184000', '16,451,1840.00', "5: the amount '1840.00' is not a number"],
  ['1,260304', '2,260304', "2: a group of status '2' is not supported, only 1 (update)"],
  ['1,260304', '1,260231', "2: '260231' is not a date"],
  ['49,1500000,5/\n', '', '7: a record of type 98 is not expected here'],
  ['99,2332000,2,15/\n', '', '1: has no file trailer (99): it is incomplete'],
  ['03,000000009131,USD', '03,,USD', '3: an account (03) has no number'],
  ['02,ACME', 'hello', "2: 'hello,110000000,1,260304,,USD,2/' is not a BAI2 record"],
])(
  'what cannot be read is refused with its line: %s as %s',
  async ([from = '', to = '', problem = '']) => {
    expect(await problemsOf(FILE.replace(from, to))).toContain(problem);
  },
);
