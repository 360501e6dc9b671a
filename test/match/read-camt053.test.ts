import { expect, test } from 'vitest';
import { linesOf, problemsOf, read } from './statements.ts';

const balance = (type: string, amount: string, sign = 'CRDT', more = '') =>
  `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry>${more}</Tp><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd><Dt><Dt>2026-03-31</Dt></Dt></Bal>`;

const entry = (amount: string, sign: string, inside = '', status = '<Sts>BOOK</Sts>') =>
  `<Ntry><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd>${status}
<BookgDt><DtTm>2026-03-05T23:59:00.000-05:00</DtTm></BookgDt><AcctSvcrRef>REF-1</AcctSvcrRef>${inside}</Ntry>`;

const details = (amount: string, id: string) =>
  `<TxDtls><Refs><EndToEndId>${id}</EndToEndId><TxId>NOTPROVIDED</TxId></Refs><AmtDtls><TxAmt><Amt Ccy="USD">${amount}</Amt></TxAmt></AmtDtls>
<RltdPties><Cdtr><Pty><Nm>Coastal Linen Inc</Nm><PstlAdr><StrtNm>1 A St</StrtNm></PstlAdr></Pty></Cdtr><CdtrAcct><Id><Othr><Id>999</Id></Othr></Id></CdtrAcct></RltdPties></TxDtls>`;

const camt = (inside: string, prefix = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr>
<Stmt><Id>1</Id><FrToDt><FrDtTm>2026-03-01T00:00:00</FrDtTm><ToDtTm>2026-03-31T23:59:59</ToDtTm></FrToDt>
<Acct><Id><Othr><Id>000000009131</Id></Othr></Id><Ccy>USD</Ccy></Acct>
${inside}</Stmt></BkToCstmrStmt></Document>`.replaceAll(/(<\/?)(?=[A-Z])/g, `$1${prefix}`);

test('is read with its account, period and balances, with or without a namespace prefix', async () => {
  const text = [
    balance('OPBD', '5000.00'),
    balance('ITBD', '1.00'),
    balance('CLBD', '1.00', 'CRDT', '<SubTp><Cd>INTM</Cd></SubTp>'),
    balance('CLBD', '3160.00'),
    entry('1840.00', 'DBIT', `<NtryDtls>${details('1840.00', 'CL-1001')}</NtryDtls>`),
  ].join('\n');
  for (const prefix of ['', 'ns2:']) {
    const { statements, mismatches } = await read(camt(text, prefix));
    expect(mismatches).toEqual([]);
    expect(statements).toEqual([
      {
        account: '000000009131',
        routingNumber: null,
        from: '2026-03-01',
        to: '2026-03-31',
        opening: { cents: 500_000, line: 5 },
        closing: { cents: 316_000, line: 8 },
        lines: [
          {
            line: 9,
            date: '2026-03-05',
            cents: -184_000,
            currency: 'USD',
            transactionId: 'REF-1',
            text: 'CL-1001 Coastal Linen Inc',
          },
        ],
      },
    ]);
  }
});

test('an entry of several details is one line for each if their amounts add up to it', async () => {
  const batch = (amount: string) =>
    entry(
      amount,
      'DBIT',
      `<NtryDtls>${details('100.00', 'A-1')}${details('20.50', 'A-2')}</NtryDtls>`,
    );
  expect(await linesOf(camt(batch('120.50')))).toEqual([
    [6, '2026-03-05', -10_000, 'A-1 Coastal Linen Inc'],
    [7, '2026-03-05', -2_050, 'A-2 Coastal Linen Inc'],
  ]);
  expect(await linesOf(camt(batch('121.00')))).toEqual([
    [5, '2026-03-05', -12_100, 'A-1 Coastal Linen Inc A-2'],
  ]);
});

test('balances that do not add up are named with their line', async () => {
  const { mismatches } = await read(
    camt(
      [balance('PRCD', '10.00', 'DBIT'), balance('CLBD', '3.00'), entry('12.00', 'CRDT')].join(''),
    ),
  );
  expect(mismatches).toEqual([
    {
      line: 5,
      what: '-$10.00 and 1 transactions of $12.00 are $2.00, not the closing balance of $3.00',
    },
  ]);
});

test('an entry that is not booked is left out, and that is said', async () => {
  const pending = ['<Sts>PDNG</Sts>', '<Sts><Cd>INFO</Cd></Sts>'].map((it) =>
    entry('1.00', 'DBIT', '', it),
  );
  const booked = entry('2.00', 'CRDT', '', '<Sts><Cd>BOOK</Cd></Sts>');
  const { statements, notices } = await read(camt([...pending, booked].join('')));
  expect(statements[0]?.lines.map(({ cents }) => cents)).toEqual([200]);
  expect(notices).toEqual(['2 entries that are not booked left out.']);
});

test('what is missing or wrong is reported with its line, all at once', async () => {
  const text = [
    entry('x', 'DBIT'),
    entry('1.00', 'BOTH'),
    entry('1.00', 'DBIT').replace(/<BookgDt>.*<\/BookgDt>/, ''),
    entry('1.00', 'DBIT').replace(/<Amt.*<\/Amt>/, ''),
  ].join('\n');
  expect(await problemsOf(camt(text))).toEqual([
    "5: the amount 'x' is not a number",
    "7: 'BOTH' is neither CRDT nor DBIT",
    '9: an entry has no date (BookgDt or ValDt)',
    '11: <Ntry> has no <Amt>',
  ]);
});

test('other messages are told by their name', async () => {
  const of = (name: string) => `<Document><${name}></${name}></Document>`;
  expect(await problemsOf(of('BkToCstmrAcctRpt'))).toEqual([
    '1: is a camt.052 message: export the statement as camt.053',
  ]);
  expect(await problemsOf(of('BkToCstmrDbtCdtNtfctn'))).toEqual([
    '1: is a camt.054 message: export the statement as camt.053',
  ]);
  expect(await problemsOf(of('CstmrPmtStsRpt'))).toEqual([
    '1: is not a camt.053 statement: its root element is <Document>',
  ]);
  expect(await problemsOf(of('BkToCstmrStmt'))).toEqual(['1: has no statement (Stmt)']);
});
