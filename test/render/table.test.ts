import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { columns, eitherOf, listOf, recordOf } from '../../src/render/view.ts';
import { invoices, printed } from './render-text.ts';

const rows = [
  {
    id: 'pay_1',
    invoiceNumber: 'INV-1',
    status: 'PAID',
    payeeName: "=cmd|'/c calc'!A0",
    amount: 1250,
    dueDate: '2026-04-01',
    memo: '\u001b[31mred\r\u202eback',
    createdAt: '2026-03-02T15:00:00Z',
    settings: { netTerms: 30 },
    tags: [{ name: 'Linen' }, { name: 'Hotel' }],
  },
  {
    id: 'pay_2',
    invoiceNumber: null,
    status: 'SUBMITTED',
    payeeName: '株式会社リネン 🏨',
    amount: '3.5',
    createdAt: 'soon\u001b[2J',
  },
];
const zone = { format: 'table', timeZone: 'America/New_York' } as const;

describe('a table', () => {
  test('at 200 columns', async () => {
    expect(`\n${await printed(rows, { ...zone, width: 200 })}`).toMatchInlineSnapshot(`
      "
      ID     INVOICE NUMBER  STATUS     PAYEE NAME            AMOUNT  DUE DATE    MEMO                           CREATED AT (ET)   SETTINGS NET TERMS  TAGS
      pay_1  INV-1           PAID       =cmd|'/c calc'!A0  $1,250.00  2026-04-01  \\u001b[31mred\\u000d\\u202eback  2026-03-02 10:00                  30  Linen;Hotel
      pay_2                  SUBMITTED  株式会社リネン 🏨      $3.50                                             soon\\u001b[2J
      "
    `);
  });

  test('at 80 columns leaves out the last columns', async () => {
    expect(`\n${await printed(rows, { ...zone, width: 80 })}`).toMatchInlineSnapshot(`
      "
      ID     INVOICE NUMBER  STATUS     PAYEE NAME            AMOUNT  DUE DATE
      pay_1  INV-1           PAID       =cmd|'/c calc'!A0  $1,250.00  2026-04-01
      pay_2                  SUBMITTED  株式会社リネン 🏨      $3.50
      "
    `);
  });

  test('chosen columns that are too wide stand as cards', async () => {
    const all = invoices.columns.map(({ key }) => key);
    for (const columns of [all, ['all']]) {
      expect(`\n${await printed(rows, { ...zone, width: 80, columns })}`).toMatchInlineSnapshot(`
        "
        ID                  pay_1
        INVOICE NUMBER      INV-1
        STATUS              PAID
        PAYEE NAME          =cmd|'/c calc'!A0
        AMOUNT              $1,250.00
        DUE DATE            2026-04-01
        MEMO                \\u001b[31mred\\u000d\\u202eback
        CREATED AT (ET)     2026-03-02 10:00
        SETTINGS NET TERMS  30
        TAGS                Linen;Hotel

        ID                  pay_2
        STATUS              SUBMITTED
        PAYEE NAME          株式会社リネン 🏨
        AMOUNT              $3.50
        CREATED AT (ET)     soon\\u001b[2J
        "
      `);
    }
  });

  test.each([60, 80, 200, undefined])('shows every chosen value at width %s', async (width) => {
    const text = await printed(rows, {
      ...zone,
      ...(width !== undefined && { width }),
      columns: ['all'],
    });
    for (const value of [
      'pay_1',
      'INV-1',
      'PAID',
      "=cmd|'/c calc'!A0",
      '$1,250.00',
      '2026-04-01',
      '\\u001b[31mred\\u000d\\u202eback',
      '2026-03-02 10:00',
      '30',
      'Linen;Hotel',
      '株式会社リネン 🏨',
      '$3.50',
      'soon\\u001b[2J',
    ]) {
      expect(text).toContain(value);
    }
    expect(text).not.toMatch(/(?!\n)\p{Cc}|\u202e/u);
  });

  test.each([60, 80, 200])('of %i columns stands as cards if no two fit', async (width) => {
    for (let length = 1; length < 200; length += 7) {
      const view = listOf(columns('id', 'memo'), '');
      const memo = 'm'.repeat(length);
      const text = await printed([{ id: 'pay_1', memo }], { format: 'table', width }, view);
      const isTable = text.startsWith('ID     MEMO');
      expect(isTable).toBe(length + 7 <= width);
      expect(text).toContain(memo);
    }
  });

  test('keeps wide characters and emoji in line', async () => {
    const view = listOf(columns('name', 'id'), '');
    const names = ['株式会社', '한국어', '🏨 hotel', '🇺🇸 flag', '☀️ sun', 'e\u0301', 'plain'];
    const text = await printed(
      names.map((name) => ({ name, id: '|' })),
      { format: 'table', header: false },
      view,
    );
    const lines = text.trimEnd().split('\n');
    expect(new Set(lines.map((line) => stringWidth(line))).size).toBe(1);
    expect(lines.length).toBe(names.length);
  });

  test('times are in UTC on request', async () => {
    expect(await printed(rows, { ...zone, utc: true })).toContain('2026-03-02 15:00Z');
  });

  test('the zone of times is said once, in their heading', async () => {
    const said = await printed(rows, { ...zone, width: 200 });
    expect(said.match(/\(ET\)/g)).toHaveLength(1);
    expect(await printed(rows, { ...zone, utc: true })).not.toContain('(');
  });

  test('prints nothing for an empty list: the message is not data', async () => {
    expect(await printed([], { format: 'table', width: 80 })).toBe('');
  });

  test('has no headings with --no-header', async () => {
    expect(await printed(rows, { ...zone, header: false })).not.toContain('INVOICE NUMBER');
  });

  test('colors headings and states, and is equal without color', async () => {
    const painted = await printed(rows, { ...zone, color: true });
    expect(painted).toContain('\u001b[32mPAID\u001b[39m');
    expect(painted).toContain('\u001b[33mSUBMITTED\u001b[39m');
    expect(painted).toContain('\u001b[1mID\u001b[22m');
    expect(stripVTControlCharacters(painted)).toBe(await printed(rows, zone));
  });

  test.each(['constructor', '__proto__', 'toString', 'SOME_NEW_STATE'])(
    'prints the unknown state %s unchanged',
    async (status) => {
      const text = await printed([{ status }], { format: 'table', color: true, header: false });
      expect(text.trim()).toBe(status);
    },
  );
});

describe('a table of many batches', () => {
  const view = listOf(columns('id', 'memo', 'amount:money'), '');
  const row = (at: number) => ({ id: `pay_${at}`, memo: at < 900 ? 'm' : 'long memo', amount: at });
  async function* many(count: number) {
    for (let at = 0; at < count; at++) yield row(at);
  }

  test('keeps the order and one heading, and widens for later rows', async () => {
    const lines = (await printed(many(1100), { format: 'table' }, view)).trimEnd().split('\n');
    expect(lines.length).toBe(1101);
    expect(lines[0]).toBe('ID       MEMO   AMOUNT');
    expect(lines[1]).toBe('pay_0    m       $0.00');
    expect(lines[501]).toBe('pay_500  m          $500.00');
    expect(lines[1001]).toBe('pay_1000  long memo  $1,000.00');
    lines.slice(1).forEach((line, at) => {
      expect(line).toMatch(new RegExp(`^pay_${at} `));
    });
  });

  test('goes on as cards when too little of it fits', async () => {
    const text = await printed(many(1100), { format: 'table', width: 24 }, view);
    expect(text).toContain('pay_499  m     $499.00\n\nID      pay_500\n');
    expect(text.match(/pay_\d+/g)).toEqual(Array.from({ length: 1100 }, (_, at) => `pay_${at}`));
  });

  test('goes on under new headings when fewer columns fit', async () => {
    const four = listOf(columns('id', 'amount:money', 'short', 'memo'), '');
    async function* rows() {
      for await (const it of many(1100)) yield { ...it, short: 's' };
    }
    const leftOut: number[] = [];
    const onColumnsLeftOut = (count: number) => leftOut.push(count);
    const text = await printed(rows(), { format: 'table', width: 30, onColumnsLeftOut }, four);
    expect(text.split('\n').slice(0, 2)).toEqual([
      'ID        AMOUNT  SHORT  MEMO',
      'pay_0      $0.00  s      m',
    ]);
    expect(text).toContain('\n\nID        AMOUNT  SHORT\npay_500  $500.00  s\n');
    expect(text.match(/pay_\d+/g)?.length).toBe(1100);
    expect(leftOut).toEqual([1]);
  });
});

test('a text of 20,000 wide characters is drawn without delay', async () => {
  const memo = '株'.repeat(20_000);
  const view = listOf(columns('id', 'memo'), 'None.');
  const startedAt = performance.now();
  const text = await printed([{ id: 'pay_1', memo }], { format: 'table' }, view);
  expect(text).toBe(`ID     MEMO\npay_1  ${memo}\n`);
  // In quadratic time it would be minutes.
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});

describe('a single record', () => {
  test('is a card without empty fields', async () => {
    const view = recordOf(invoices.columns);
    expect(`\n${await printed(rows[1], zone, view)}`).toMatchInlineSnapshot(`
      "
      ID                  pay_2
      STATUS              SUBMITTED
      PAYEE NAME          株式会社リネン 🏨
      AMOUNT              $3.50
      CREATED AT (ET)     soon\\u001b[2J
      "
    `);
  });

  test('is one row of TSV', async () => {
    const view = eitherOf(columns('id', 'amount:money'));
    expect(await printed(rows[0], { format: 'tsv' }, view)).toBe('pay_1\t1250.00\n');
  });
});
