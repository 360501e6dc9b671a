import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sanitizeQuotedCell } from '../../src/render/sanitize.ts';
import { columns, eitherOf, listOf, recordOf } from '../../src/render/view.ts';
import { printed } from './render-text.ts';

const cell = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom(...'=+-@\t\r\n\0",;\' a\u001b\u202e\u0085'))
    .map((units) => units.join('')),
);
const table = fc
  .array(fc.string({ unit: 'grapheme-ascii', minLength: 1 }), { minLength: 1, maxLength: 5 })
  .chain((keys) => {
    const names = [...new Set(keys.map((key, at) => `${key.replaceAll('.', '')}${at}`))];
    return fc.tuple(fc.constant(names), fc.array(fc.tuple(...names.map(() => cell))));
  });

const viewOf = (names: readonly string[]) =>
  listOf(
    names.map((key) => ({ key, kind: 'text' as const })),
    '',
  );
const rowsOf = (names: readonly string[], cells: readonly string[][]) =>
  cells.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]])));
const read = (text: string): string[][] => parse(text, { record_delimiter: '\n' });
const guarded = (text: string) =>
  (/^[=+\-@\t\r\n\0]/.test(text) ? `'` : '') + sanitizeQuotedCell(text);

describe('CSV', () => {
  test('raw, is parsed to the same cells by another program', async () => {
    await fc.assert(
      fc.asyncProperty(table, async ([names, cells]) => {
        const options = { format: 'csv', rawCsv: true } as const;
        const text = await printed(rowsOf(names, cells), options, viewOf(names));
        expect(read(text)).toEqual([names, ...cells]);
      }),
    );
  });

  test('is parsed to cells that no spreadsheet executes and no terminal interprets', async () => {
    await fc.assert(
      fc.asyncProperty(table, async ([names, cells]) => {
        const text = await printed(rowsOf(names, cells), { format: 'csv' }, viewOf(names));
        expect(read(text)).toEqual([names, ...cells].map((row) => row.map(guarded)));
        expect(text).not.toMatch(/(?![\t\n\r])[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/u);
      }),
    );
  });

  test('a row is the same below any other, such as one with the same text or its number', async () => {
    const view = listOf(columns('memo', 'amount:money', 'state:state'), '');
    const few = fc.constantFrom('=1', '-1', -1, 1, '1', '', null, undefined, 'a,b', 'a"b', ['=1']);
    const record = fc.record({ memo: few, amount: few, state: few });
    const options = { format: 'csv', header: false } as const;
    await fc.assert(
      fc.asyncProperty(fc.array(record, { maxLength: 20 }), async (rows) => {
        const alone = await Promise.all(rows.map((row) => printed([row], options, view)));
        expect(await printed(rows, options, view)).toBe(alone.join(''));
      }),
    );
  });

  test.each([
    ["=cmd|'/c calc'!A0", "'=cmd|'/c calc'!A0"],
    ['-5', "'-5"],
    ['\tx', '"\'\tx"'],
    ['\r=1', '"\'\r=1"'],
    ['\n=1', '"\'\n=1"'],
    ['\0=1', "'\\u0000=1"],
    ['@a,b', `"'@a,b"`],
    ['say "hi"', '"say ""hi"""'],
    ['line\nbreak\tand tab', '"line\nbreak\tand tab"'],
    ['bell\u0007', 'bell\\u0007'],
    ['half \ud83d', 'half \\ud83d'],
    ["it's", "it's"],
  ])('text %j becomes %j', async (memo, shown) => {
    const view = listOf(columns('id', 'memo'), '');
    const text = await printed([{ id: 'a', memo }], { format: 'csv', header: false }, view);
    expect(text).toBe(`a,${shown}\n`);
  });

  test.each([
    [{ amount: 1234.5 }, '1234.50'],
    [{ amount: -12.5 }, '-12.50'],
    [{ amount: '-12.5' }, '-12.50'],
    [{ amount: { value: '7', currency: 'USD' } }, '7.00'],
    [{ amount: -1.005 }, '-1.005'],
    [{ amount: '-1.005' }, '-1.005'],
    [{ amount: '=1+1' }, "'=1+1"],
    [{ amount: null }, '""'],
  ])('money %j becomes %s', async (record, shown) => {
    const view = listOf(columns('amount:money'), '');
    expect(await printed([record], { format: 'csv', header: false }, view)).toBe(`${shown}\n`);
  });

  test('numbers are never treated as formulas', async () => {
    const view = listOf(columns('id', 'days:number'), '');
    const text = await printed([{ id: -3, days: '-4' }], { format: 'csv', header: false }, view);
    expect(text).toBe('-3,-4\n');
  });

  test('prints its header without rows, unless disabled', async () => {
    const view = listOf(columns('id', 'settings.netTerms:number'), '');
    expect(await printed([], { format: 'csv' }, view)).toBe('id,settings.netTerms\n');
    expect(await printed([], { format: 'csv', header: false }, view)).toBe('');
  });

  test('a carriage return is kept for programs and escaped on a screen', async () => {
    const view = recordOf(columns('memo'));
    const record = { memo: 'paid\rnot' };
    expect(await printed(record, { format: 'csv' }, view)).toBe('memo\n"paid\rnot"\n');
    expect(await printed(record, { format: 'csv', width: 80 }, view)).toBe(
      'memo\n"paid\\u000dnot"\n',
    );
  });

  test('--columns takes paths in their order, known or not', async () => {
    const rows = [{ id: 'a', amount: 5, payer: { name: 'Acme' }, extra: [1, { x: 2 }] }];
    const asked = ['extra', 'amount', 'payer.name', 'constructor'];
    expect(await printed(rows, { format: 'csv', columns: asked })).toBe(
      'extra,amount,payer.name,constructor\n"[1,{""x"":2}]",5.00,Acme,\n',
    );
  });

  test('of several items shows the errors of failed ones', async () => {
    const view = eitherOf(columns('id', 'status:state'));
    const rows = [
      { id: 'a', status: 'APPROVED' },
      { id: 'b', error: 'not found' },
    ];
    expect(await printed(rows, { format: 'csv' }, view)).toBe(
      'id,status,error\na,APPROVED,\nb,,not found\n',
    );
    expect(await printed(rows.slice(0, 1), { format: 'csv' }, view)).toBe(
      'id,status\na,APPROVED\n',
    );
  });
});

describe('TSV', () => {
  test('has no header, and exactly one line per record', async () => {
    const view = listOf(columns('id', 'memo', 'amount:money'), '');
    const rows = [{ id: 'a', memo: 'x\ty\r\nz\u001b', amount: '1234.5' }, { id: '=b' }];
    expect(await printed(rows, { format: 'tsv', header: true }, view)).toBe(
      'a\tx\\u0009y\\u000d\\u000az\\u001b\t1234.50\n=b\t\t\n',
    );
    expect(await printed([], { format: 'tsv' }, view)).toBe('');
  });
});
