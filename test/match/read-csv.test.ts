import { describe, expect, test } from 'vitest';
import {
  type ColumnChoice,
  type CsvMapping,
  columnChoice,
  findColumnProblem,
  statementFields,
} from '../../src/cash/match/statement/csv-mapping.ts';
import { parseMappings } from '../../src/cli/input/column-mapping.ts';
import { dateFormat } from '../../src/cli/input/date-format.ts';
import { linesOf, problemsOf, read } from './statements.ts';

const columns: readonly ColumnChoice[] = [
  ['date', 'Date'],
  ['amount', 'Amount'],
  ['description', 'Text'],
];
const split: readonly ColumnChoice[] = [
  ['date', 'Date'],
  ['debit', 'Debit'],
  ['credit', 'Credit'],
];
const csv = (...rows: readonly string[]) => `Date,Text,Amount\n${rows.join('\n')}\n`;
const US = { columns, dateFormat: 'MM/DD/YYYY' };

/** The amounts of rows, in cents. */
const amountsOf = async (...rows: readonly string[]) =>
  (await linesOf(csv(...rows.map((it) => `2026-03-05,,${it}`)), { columns })).map(([, , it]) => it);

describe('the amounts', () => {
  test('are read as banks and spreadsheets write them', async () => {
    const texts = ['1840.00', '-1840', '"1,840.00"', '"$1,840.00"', '"($1,840.00)"', '-$5', '$-5'];
    const more = ['5.00-', '5.00 DR', '5.00 CR', '\u22125.00', '.50', '+7', 'US$ 3.10', '0.00'];
    expect(await amountsOf(...texts, ...more)).toEqual([
      ...[184_000, -184_000, 184_000, 184_000, -184_000, -500, -500],
      ...[-500, -500, 500, -500, 50, 700, 310, 0],
    ]);
  });

  test('have decimal commas where the whole column says so, or the mapping', async () => {
    const german = ['"1.840,00"', '"-643,80"', '"1.200"', '"12.345.678,9"'];
    expect(await amountsOf(...german)).toEqual([184_000, -64_380, 120_000, 1_234_567_890]);
    const one = csv('2026-03-05,,"1.200"');
    expect((await linesOf(one, { columns, decimal: 'comma' }))[0]?.[2]).toBe(120_000);
    expect(await problemsOf(csv('2026-03-05,,77.50'), { columns, decimal: 'comma' })).toEqual([
      "2: the amount '77.50' is not a number with a decimal comma",
    ]);
  });

  test.for([
    '"01.840,00"',
    '"1.84,00"',
    '"1,84.00"',
    '12.345',
    'abc',
    '(-5.00)',
    '€5.00',
    '1e3',
    '"1,234"',
  ])('%s is refused with its line', async (text) => {
    expect(await problemsOf(csv(`2026-03-05,,${text}`), { columns })).toEqual([
      expect.stringMatching(/^2: the amount '.+' (is not a number|has a fraction|has two signs)/),
    ]);
  });

  test('are in one column, in two, or beside a column that says which', async () => {
    const two = (...rows: readonly string[]) =>
      linesOf(`Date,Debit,Credit\n${rows.join('\n')}\n`, { columns: split });
    expect((await two('2026-03-05,10.00,', '2026-03-05,,7.00')).map(([, , it]) => it)).toEqual([
      -1_000, 700,
    ]);
    // A bank that writes debits with a minus; a reversal of one that does not.
    expect((await two('2026-03-05,-10.00,', '2026-03-05,,7.00')).map(([, , it]) => it)).toEqual([
      -1_000, 700,
    ]);
    expect((await two('2026-03-05,-10.00,', '2026-03-05,3.00,')).map(([, , it]) => it)).toEqual([
      1_000, -300,
    ]);
    expect(
      await problemsOf('Date,Debit,Credit\n2026-03-05,1.00,2.00\n', { columns: split }),
    ).toEqual(['2: a row has both a debit and a credit']);
    const signed: readonly ColumnChoice[] = [...columns, ['sign', 'Type']];
    const typed = (type: string) => `Date,Text,Amount,Type\n2026-03-05,,10.00,${type}\n`;
    expect((await linesOf(typed('DEBIT'), { columns: signed }))[0]?.[2]).toBe(-1_000);
    expect((await linesOf(typed('Cr'), { columns: signed }))[0]?.[2]).toBe(1_000);
    expect(await problemsOf(typed('CHECK'), { columns: signed })).toEqual([
      "2: the sign 'CHECK' is neither a credit nor a debit",
    ]);
  });
});

describe('the dates', () => {
  test.for([
    ['MM/DD/YYYY', '3/5/2026'],
    ['MM/DD/YY', '03/05/26'],
    ['DD.MM.YYYY', '5.3.2026'],
    ['DD-MMM-YYYY', '05-Mar-2026'],
    ['YYYYMMDD', '20260305'],
    ['YYYY-MM-DD', '2026-03-05T08:00:00'],
  ])('are read as %s: %s', async ([format = '', text = '']) => {
    expect(await linesOf(csv(`${text},,1.00`), { columns, dateFormat: format })).toEqual([
      [2, '2026-03-05', 100, ''],
    ]);
  });

  test('are never guessed', async () => {
    expect(await problemsOf(csv('03/05/2026,,1.00'), { columns })).toEqual([
      "2: '03/05/2026' is not a date as YYYY-MM-DD",
    ]);
    expect(await problemsOf(csv('13/05/2026,,1', '02/30/2026,,1', ',,1'), US)).toEqual([
      "2: '13/05/2026' is not a date",
      "3: '02/30/2026' is not a date",
      "4: '' is not a date as MM/DD/YYYY",
    ]);
    for (const format of ['DD/MM', 'MM/DD/YYYYY', 'M/D/YYYY', 'hello', 'DD/MM/DD/YYYY']) {
      expect(() => dateFormat(format)).toThrow(/must have YYYY or YY/);
    }
  });
});

describe('the file', () => {
  test.for([
    ['semicolons', 'Date;Text;Amount\n2026-03-05;"a; b";1.00\n'],
    ['tabs', csv('2026-03-05,a; b,1.00').replaceAll(',', '\t')],
    [
      'a separator that Excel names',
      `sep=;\n${csv('2026-03-05;"a; b";1.00').replaceAll(',', ';')}`,
    ],
    ['CRLF and a byte order mark', `\uFEFF${csv('2026-03-05,a; b,1.00').replaceAll('\n', '\r\n')}`],
    ['line breaks in a cell', csv('2026-03-05,"a;\nb",1.00')],
    ['empty lines', csv('', '2026-03-05,a; b,1.00', '', ',,', '')],
  ])('may have %s', async ([, text = '']) => {
    expect((await linesOf(text, { columns })).map(([, ...rest]) => rest)).toEqual([
      ['2026-03-05', 100, 'a; b'],
    ]);
  });

  test('is known by the lines on which its rows begin', async () => {
    const rows = csv('2026-03-05,"one\ntwo",1.00', '', '2026-03-06,,2.00', '2026-03-07,,x');
    expect(await problemsOf(rows, { columns })).toEqual(["6: the amount 'x' is not a number"]);
    expect((await linesOf(rows.replace(',x', ',3'), { columns })).map(([line]) => line)).toEqual([
      2, 5, 6,
    ]);
  });

  test('may begin with a summary and have rows without an amount, which is said', async () => {
    const text = `Account,Summary\nBalance,"1,000.00"\n\n${csv('2026-03-01,Opening balance,', '2026-03-05,a,1.00')}`;
    const { statements, notices } = await read(text, { columns });
    expect(statements[0]?.lines).toHaveLength(1);
    expect(notices).toEqual([
      '2 rows before the header left out.',
      '1 row without an amount left out.',
    ]);
  });

  test('may have no header: its columns are given by number', async () => {
    const numbered: readonly ColumnChoice[] = [
      ['date', '1'],
      ['amount', '2'],
      ['description', '5'],
      ['description', '3'],
    ];
    const text = '"03/05/2026","-10.00","*","","COASTAL"\n"03/06/2026","7.00","*","","B"\n';
    const { mapping } = await read(text, { columns: numbered, dateFormat: 'MM/DD/YYYY' });
    expect(mapping).toEqual({ header: 5, columns: numbered, dateFormat: 'MM/DD/YYYY' });
    expect(await linesOf(text, { remembered: mapping ? [mapping] : [] })).toEqual([
      [1, '2026-03-05', -1_000, 'COASTAL *'],
      [2, '2026-03-06', 700, 'B *'],
    ]);
  });

  test.for([
    ['2026-03-05,"a,1.00', 'not a valid CSV file: unclosed quote'],
    ['2026-03-05,a"b,1.00', 'not a valid CSV file: unexpected quote'],
    ['2026-03-05,"a"b,1.00', 'not a valid CSV file: unexpected quote'],
    [
      `2026-03-05,${'a'.repeat(100_001)},1`,
      'a row is longer than 100000 characters: a quote may be unclosed',
    ],
  ])('is refused in words: %#', async ([row = '', problem = '']) => {
    expect(await problemsOf(csv(row), { columns })).toEqual([`2: ${problem}`]);
  });

  test('has a running balance that is checked, oldest or newest first', async () => {
    const withBalance: readonly ColumnChoice[] = [...columns, ['balance', 'Balance']];
    const rows = [
      '2026-03-04,,10.00,110.00',
      '2026-03-05,,-5.00,105.00',
      '2026-03-06,,1.00,106.00',
    ];
    const mismatches = async (all: readonly string[]) =>
      (await read(`Date,Text,Amount,Balance\n${all.join('\n')}\n`, { columns: withBalance }))
        .mismatches;
    expect(await mismatches(rows)).toEqual([]);
    expect(await mismatches(rows.toReversed())).toEqual([]);
    expect(await mismatches([rows[0] ?? '', rows[2] ?? ''])).toEqual([
      { line: 3, what: 'the balance is $106.00, not $111.00' },
    ]);
  });
});

describe('the columns', () => {
  test('are those given, whatever their case, otherwise those remembered for the header', async () => {
    const text = csv('03/05/2026,a,1.00');
    const { mapping } = await read(text, {
      columns: [
        ['date', 'date'],
        ['amount', 'AMOUNT'],
      ],
      dateFormat: 'MM/DD/YYYY',
    });
    expect(mapping?.header).toEqual(['Date', 'Text', 'Amount']);
    const remembered = mapping ? [mapping] : [];
    expect(await linesOf(text, { remembered })).toEqual([[2, '2026-03-05', 100, '']]);
    await expect(linesOf(text.replace('Text', 'Memo'), { remembered })).rejects.toMatchObject({
      name: 'UnknownColumnsError',
      header: ['Date', 'Memo', 'Amount'],
    });
  });

  test('are refused if they are missing, incomplete or doubled', async () => {
    await expect(
      linesOf(csv('1,2,3'), {
        columns: [
          ['date', 'Day'],
          ['amount', 'Amount'],
        ],
      }),
    ).rejects.toMatchObject({ problem: "no row has the columns 'Day', 'Amount'" });
    expect(findColumnProblem([['date', '1']])).toMatch(/either amount, or debit and credit/);
    expect(findColumnProblem([...columns, ['debit', 'x']])).toMatch(/either amount, or debit/);
    expect(findColumnProblem([['amount', '1']])).toBe('date is not mapped');
    expect(findColumnProblem([...columns, ['date', 'x']])).toBe('date is mapped twice');
    expect(findColumnProblem([...split, ['sign', 'x']])).toMatch(/sign belongs to amount/);
    expect(findColumnProblem([...columns, ['description', 'x']])).toBeUndefined();
    expect(columnChoice(' Date = Posting Date ')).toEqual(['date', 'Posting Date']);
    for (const text of ['date', 'day=1', 'date=', '=x']) {
      expect(() => columnChoice(text)).toThrow(/must be field=column/);
    }
  });

  test('that a profile holds are checked before they are used', () => {
    const good: CsvMapping = { header: ['Date', 'Amount'], columns, dateFormat: 'YYYY-MM-DD' };
    expect(parseMappings(undefined, statementFields)).toEqual([]);
    expect(parseMappings([good], statementFields)).toEqual([good]);
    for (const bad of [
      {},
      [null],
      [{ ...good, header: null }],
      [{ ...good, columns: [['day', '1']] }],
      [{ ...good, columns: [] }],
      [{ ...good, dateFormat: 'x' }],
      [{ ...good, decimal: 'period' }],
    ]) {
      expect(parseMappings(bad, statementFields)).toBeUndefined();
    }
  });
});
