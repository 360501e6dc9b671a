import { describe, expect, test } from 'vitest';
import { readPaymentInputs } from '../../src/cli/input/payment-file.ts';
import { readInvoices } from '../../src/commands/payable/invoice-file.ts';
import { UsageError } from '../../src/money/errors.ts';

/** A file as a spreadsheet saves it, and what is said about it. */
const source = (content: string | Uint8Array) => {
  const notices: string[] = [];
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const readFile = async (filename: string) => ({ filename, bytes });
  return { notices, context: { files: { readFile }, notice: (it: string) => notices.push(it) } };
};

const payments = (content: string | Uint8Array, dateFormat?: string) =>
  readPaymentInputs(source(content).context, 'pay.csv', dateFormat);

const invoices = (content: string | Uint8Array, dateFormat?: string) =>
  readInvoices(source(content).context, 'inv.csv', {
    connection: 'conn_1',
    submit: false,
    dateFormat,
  });

/** Returns the error of a file that is refused. */
async function refusalError(work: Promise<unknown>): Promise<UsageError> {
  const error = await work.then(
    () => new Error('it was read'),
    (it: unknown) => it,
  );
  if (!(error instanceof UsageError)) throw error;
  return error;
}

const refusal = async (work: Promise<unknown>): Promise<readonly string[]> =>
  (await refusalError(work)).message.split('\n');

const table = 'payableId,amount,ref\npay_1,"1,234.56",rent\npay_2,5.00,\n';
const expected = [
  { row: 1, payableId: 'pay_1', cents: 123_456, ref: 'rent' },
  { row: 2, payableId: 'pay_2', cents: 500 },
];
const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');

describe('a file is read alike', () => {
  test.for<readonly [string, string | Uint8Array]>([
    ['as UTF-8', table],
    ['with a byte order mark', `\uFEFF${table}`],
    ['with CRLF', table.replaceAll('\n', '\r\n')],
    ['with CR', table.replaceAll('\n', '\r')],
    ['without a line break at the end', `${table.trimEnd()}`],
    ['as UTF-16 LE', utf16(table)],
    ['as UTF-16 BE', utf16(table).swap16()],
    ['with semicolons', 'payableId;amount;ref\npay_1;1,234.56;rent\npay_2;5.00;\n'],
    ['with tabs', 'payableId\tamount\tref\npay_1\t1,234.56\trent\npay_2\t5.00\t\n'],
    ['with a line sep=;', 'sep=;\r\npayableId;amount;ref\npay_1;1,234.56;rent\npay_2;5.00;\n'],
    [
      'as "Unicode Text"',
      utf16('payableId\tamount\tref\r\npay_1\t"1,234.56"\trent\r\npay_2\t5\t\r\n'),
    ],
    ['with other names of columns', table.replace('payableId,amount', 'Payable ID,AMOUNT')],
    ['with columns in another order', 'ref,amount,payableId\nrent,$1234.56,pay_1\n,5,pay_2\n'],
    ['with blank rows', table.replace('pay_2', ',,\n\npay_2').replace(/$/, ',,\n,,\n')],
    ['with empty columns at the end', table.replaceAll('\n', ',,\n')],
    [
      'with spaces around cells',
      ' payableId , amount ,ref\n pay_1 , $ 1234.56 ,rent\npay_2\u00a0,5,\n',
    ],
    ['with quoted cells', '"payableId","amount","ref"\n"pay_1","1234.56","rent"\n"pay_2","5",""\n'],
    [
      'as JSON',
      '[{"payableId":"pay_1","amount":1234.56,"ref":"rent"},{"payableId":"pay_2","amount":"5.00"}]',
    ],
  ])('%s', async ([, content]) => {
    expect(await payments(content)).toMatchObject(expected);
  });
});

test('cells left out at the end of a row are empty, which is said', async () => {
  const { context, notices } = source('payableId,amount,ref\npay_1,"1,234.56",rent\npay_2,5.00\n');
  expect(await readPaymentInputs(context, 'pay.csv', undefined)).toMatchObject(expected);
  expect(notices).toEqual([
    'pay.csv: 1 row has fewer cells than the header; the missing ones are read as empty.',
  ]);
});

describe('an amount', () => {
  const read = async (cell: string, delimiter = ',') => {
    const text = `payableId${delimiter}amount\npay_1${delimiter}"${cell}"\n`;
    return (await payments(text))[0]?.cents;
  };

  test.for<readonly [string, number]>([
    ['1234.56', 123_456],
    ['1,234.56', 123_456],
    ['$1,234.56', 123_456],
    [' $ 1,234.56 ', 123_456],
    ['1,234', 123_400],
    ['12,345,678.9', 1_234_567_890],
    ['1234', 123_400],
    ['0.07', 7],
  ])('%s is %i cents', async ([cell, cents]) => {
    expect(await read(cell)).toBe(cents);
  });

  const words = {
    ambiguous: 'may be thousands or a fraction: write it with two decimals, such as 1234.00',
    comma: 'has a comma that separates no thousands: write 1234.56 or 1,234.56',
    negative: 'must be greater than zero',
    number: 'must be an amount in dollars, such as 1250.00, 1,250.00 or $1,250.00',
  };
  test.for<readonly [string, string]>([
    ['(1,234.56)', words.negative],
    ['($5.00)', words.negative],
    ['-5.00', words.negative],
    ['-$5.00', words.negative],
    ['$-5.00', words.negative],
    ['5.00-', words.negative],
    ['\u22125.00', words.negative],
    ['1.234', words.ambiguous],
    ['1.234,56', words.comma],
    ['1234,56', words.comma],
    ['1,5', words.comma],
    ['1,23,456.00', words.comma],
    ['0,500', words.comma],
    ['1234.567', 'has a fraction of a cent'],
    ['0.00', 'must be greater than zero'],
    ['$ -', words.number],
    ['€5.00', 'is not in US dollars'],
    ['5.00 EUR', 'is not in US dollars'],
    ['1.25E+03', 'was shortened by the spreadsheet: format the column as text'],
    ['#N/A', 'is an error of the spreadsheet'],
    ['#######', 'is cut off by the spreadsheet: widen the column'],
    ['+5.00', words.number],
    ['abc', words.number],
    ['1 234.56', words.number],
    ['99999999999999', words.number],
  ])('%s is refused', async ([cell, message]) => {
    expect(await refusal(read(cell))).toEqual([
      'pay.csv has 1 problem; nothing was sent.',
      `pay.csv:2: amount: '${cell}' ${message}`,
    ]);
  });

  test('1,234 is in doubt where a comma separates no cells', async () => {
    expect((await refusal(read('1,234', ';')))[1]).toBe(
      `pay.csv:2: amount: '1,234' ${words.ambiguous}`,
    );
  });
});

describe('a date', () => {
  const read = async (cell: string, format?: string) =>
    (await payments(`payableId,scheduledDate\npay_1,${cell}\n`, format))[0]?.scheduledDate;

  test.for<readonly [string, string | undefined, string]>([
    ['2026-03-05', undefined, '2026-03-05'],
    ['3/5/2026', 'MM/DD/YYYY', '2026-03-05'],
    ['3/5/2026', 'DD/MM/YYYY', '2026-05-03'],
    ['15.3.2026', 'DD.MM.YYYY', '2026-03-15'],
    ['03/15/26', 'MM/DD/YY', '2026-03-15'],
    ['15-Mar-26', 'DD-MMM-YY', '2026-03-15'],
  ])('%s as %s is %s', async ([cell, format, date]) => {
    expect(await read(cell, format)).toBe(date);
  });

  test.for<readonly [string, string | undefined, string]>([
    [
      '3/15/2026',
      undefined,
      'is not YYYY-MM-DD: add --date-format MM/DD/YYYY or --date-format DD/MM/YYYY if the file means that',
    ],
    [
      '15.3.2026',
      undefined,
      'is not YYYY-MM-DD: add --date-format DD.MM.YYYY if the file means that',
    ],
    [
      '15-Mar-26',
      undefined,
      'is not YYYY-MM-DD: add --date-format DD-MMM-YY if the file means that',
    ],
    ['tomorrow', undefined, 'is not YYYY-MM-DD'],
    ['15/3/2026', 'MM/DD/YYYY', 'is not a date of the calendar'],
    ['2026-03-15', 'MM/DD/YYYY', 'is not a date as MM/DD/YYYY'],
    ['2026-02-30', undefined, 'is not a date of the calendar'],
    ['46096', 'MM/DD/YYYY', 'is a number: format the column as a date in the spreadsheet'],
    ['3/15/2026 0:00', 'MM/DD/YYYY', 'has a time after the date'],
  ])('%s as %s is refused', async ([cell, format, message]) => {
    expect(await refusal(read(cell, format))).toEqual([
      'pay.csv has 1 problem; nothing was sent.',
      `pay.csv:2: scheduledDate: '${cell}' ${message}`,
    ]);
  });
});

describe('a file that is not UTF-8', () => {
  const latin = (text: string) => Buffer.from(text, 'latin1');

  test('is read as Windows-1252 where letters only describe, which is said', async () => {
    const { context, notices } = source(
      latin('invoiceNumber,amount,memo\nA-1,5,Café \u0093M\u0094\n'),
    );
    const options = { connection: 'conn_1', submit: false };
    const [row] = (await readInvoices(context, 'inv.csv', options)).rows;
    expect(row?.body.memo).toBe('Café “M”');
    expect(notices).toEqual([
      "inv.csv: not UTF-8: read as Windows-1252, for example 'Café'. If that is wrong, save it as CSV UTF-8.",
    ]);
  });

  test('is refused where letters identify', async () => {
    expect(await refusal(invoices(latin('invoiceNumber,amount\nÄ-1,5\n')))).toEqual([
      'inv.csv has 1 problem; nothing was sent.',
      "inv.csv:2: invoiceNumber: 'Ä-1' has letters that are not certain, since the file is not UTF-8: save it as CSV UTF-8",
    ]);
  });
});

describe('a file is refused as a whole', () => {
  test.for<readonly [string, string | Uint8Array, string]>([
    ['empty', '', 'pay.csv:1: is empty'],
    ['a header alone', 'payableId,amount\n', 'pay.csv has no rows.'],
    [
      'a workbook',
      Buffer.from('PK\u0003\u0004....'),
      'pay.csv:1: is an Excel workbook or a ZIP file: save it as CSV',
    ],
    ['a PDF file', '%PDF-1.7', 'pay.csv:1: is a PDF file: save it as CSV'],
    ['binary', Buffer.from([112, 97, 0, 0, 0, 1]), 'pay.csv:1: is not text (NUL character)'],
    [
      'a quote that is not closed',
      'payableId,ref\npay_1,"x\npay_2,y\n',
      'pay.csv:2: not a valid CSV file: unclosed quote',
    ],
    [
      'a quote within a cell',
      'payableId,ref\npay_1,5" pipe\n',
      'pay.csv:2: not a valid CSV file: unexpected quote',
    ],
    [
      'an unknown column',
      'payableId,amuont\npay_1,5\n',
      'pay.csv has the unknown column amuont (did you mean amount?).',
    ],
    ['a column twice', 'payableId,amount,Amount\npay_1,5,6\n', 'The column amount is there twice.'],
    [
      'cut off',
      'payableId,amount,ref\npay_1,5,x\npay_2,6',
      'pay.csv:3: has fewer cells than the header and no line break at its end: the file may be cut off',
    ],
    ['JSON that is cut off', '[{"payableId":"pay_1"},\n', 'pay.csv:2: is JSON that ends too early'],
    [
      'JSON with a key twice',
      '[{"amount":1},\n\n{"payableId":"pay_1","amount":1,"amount":2}]',
      "pay.csv:2: has 'amount' twice",
    ],
    [
      'JSON with an inexact number',
      '[{"payableId":12345678901234567890}]',
      'pay.csv:1: has a number that is too large to be exact (12345678901234567000): write it as text',
    ],
    ['an object', '{"payableId":"pay_1"}', 'pay.csv:1: is not an array of objects'],
    ['JSON of texts', '["pay_1"]', 'pay.csv:1: is not an object'],
  ])('%s', async ([, content, message]) => {
    expect(await refusal(payments(content))).toEqual([message]);
  });

  test.for([
    ['[{"payableId":"pay_1"},{"payableId":"pay_2","payableId":"pay_3"}]', 2],
    ['[{"payableId":"pay_1"},\n\n\n7]', 2],
    ['[{"payableId":"pay_1"},{"payableId":12345678901234567890}]', 2],
    ['[{"payableId":"pay_1"},{"amount":7}]', 2],
    ['payableId,amount\npay_1,5\n,7\n', 3],
  ] as const)('with the number of the row: %s', async ([content, row]) => {
    const { message, problems } = await refusalError(payments(content));
    expect(message).toContain(`pay.csv:${row}: `);
    expect(problems).toMatchObject([{ row }]);
  });

  test('JSON with a mistake, without the words of a parser', async () => {
    const [line] = await refusal(payments('[{"payableId":"pay_1",}]'));
    expect(line).toMatch(/^pay\.csv(:1)?: is not valid JSON$/);
  });
});

describe('problems', () => {
  test('of a row that is longer than the header, by its row in the spreadsheet', async () => {
    const text = 'payableId,amount,ref\npay_1,5,"two\nlines"\n\npay_2,1,234.56,x\n';
    expect(await refusal(payments(text))).toEqual([
      'pay.csv has 1 problem; nothing was sent.',
      'pay.csv:4: has more cells than the header: is a comma in a cell without quotes?',
    ]);
  });

  test('that are equal are one line, and rows are counted', async () => {
    const rows = Array.from({ length: 5_000 }, (_, at) => `pay_${at},3/${(at % 28) + 1}/2026`);
    const text = `payableId,scheduledDate\n${rows.join('\n')}\n`;
    const startedAt = performance.now();
    expect(await refusal(payments(text))).toEqual([
      'pay.csv has 5000 problems; nothing was sent.',
      "pay.csv:2: scheduledDate: '3/1/2026' is not YYYY-MM-DD: add --date-format MM/DD/YYYY or --date-format DD/MM/YYYY if the file means that (also rows 3, 4, 5, 6, 7 and 4994 more)",
    ]);
    expect(await payments(text, 'MM/DD/YYYY')).toHaveLength(5_000);
    expect(performance.now() - startedAt).toBeLessThan(3_000);
  });

  test('that differ are at most 20 lines and a count; the error has all of them', async () => {
    const rows = Array.from({ length: 30 }, (_, at) => `pay_${at},fast${at}`);
    const error = await payments(`payableId,speed\n${rows.join('\n')}\n`).catch(
      (it: unknown) => it,
    );
    if (!(error instanceof UsageError)) throw error;
    const lines = error.message.split('\n');
    expect(lines).toHaveLength(22);
    expect(lines.slice(-2)).toEqual([
      "pay.csv:21: speed: must be standard or same-day, not 'fast19'",
      'and 10 more problems',
    ]);
    expect(error.problems).toHaveLength(30);
    expect(error.problems[29]).toEqual({
      field: 'speed',
      row: 31,
      message: "must be standard or same-day, not 'fast29'",
    });
  });

  test('never contain control characters of the file', async () => {
    const [, line = ''] = await refusal(payments('payableId,amount\npay_1,"\u001b[2J\nx"\n'));
    expect(line).not.toMatch(/\p{Cc}/u);
  });

  test('of an invoice number that a spreadsheet shortened', async () => {
    expect((await refusal(invoices('invoiceNumber,amount\n2.02603E+11,5\n')))[1]).toBe(
      "inv.csv:2: invoiceNumber: '2.02603E+11' was shortened by the spreadsheet: format the column as text",
    );
  });
});
