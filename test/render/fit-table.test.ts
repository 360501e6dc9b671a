import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { fitColumns, shorten } from '../../src/render/fit-table.ts';
import { columns, listOf } from '../../src/render/view.ts';
import { printed } from './render-text.ts';

const places = (specs: readonly string[], widths: readonly number[], width: number) =>
  fitColumns(columns(...specs), widths, width)?.map(({ at }) => at);

describe('columns that fit', () => {
  test('are the most important ones, in their own order', () => {
    const specs = ['id #4', 'name #1', 'status #2', 'amount #3'];
    expect(places(specs, [20, 10, 10, 10], 80)).toEqual([0, 1, 2, 3]);
    expect(places(specs, [20, 10, 10, 10], 40)).toEqual([1, 2, 3]);
    expect(places(specs, [20, 10, 10, 10], 34)).toEqual([1, 2, 3]);
  });

  test('are none if fewer than three fit', () => {
    expect(places(['a', 'b', 'c', 'd'], [10, 10, 10, 10], 33)).toBeUndefined();
    expect(places(['a', 'b'], [10, 10], 21)).toBeUndefined();
    expect(places(['a', 'b'], [10, 10], 22)).toEqual([0, 1]);
  });

  test('a shortened column takes the space that is left, and no more', () => {
    const cut = columns('id #1', 'memo #3', 'state #2').map((it) =>
      it.key === 'memo' ? { ...it, shortensTo: 8 } : it,
    );
    expect(fitColumns(cut, [10, 100, 10], 60)).toEqual([
      { at: 0 },
      { at: 1, width: 36 },
      { at: 2 },
    ]);
    expect(fitColumns(cut, [10, 36, 10], 60)).toEqual([{ at: 0 }, { at: 1 }, { at: 2 }]);
    expect(fitColumns(cut, [10, 100, 10], 31)).toBeUndefined();
  });

  test('never make a table wider than the terminal', () => {
    const column = fc.record({
      key: fc.constantFrom('a', 'b'),
      kind: fc.constant('text' as const),
      rank: fc.integer({ min: 1, max: 9 }),
      shortensTo: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
      width: fc.integer({ min: 1, max: 60 }),
    });
    fc.assert(
      fc.property(fc.array(column, { minLength: 1, maxLength: 12 }), fc.nat(200), (all, width) => {
        const fit = fitColumns(
          all.map(({ shortensTo, ...it }) => ({ ...it, ...(shortensTo && { shortensTo }) })),
          all.map((it) => it.width),
          width,
        );
        if (fit === undefined) return;
        const widths = fit.map((it) => it.width ?? all[it.at]?.width ?? 0);
        expect(widths.reduce((sum, it) => sum + it + 2, -2)).toBeLessThanOrEqual(width);
        expect(fit.length).toBeGreaterThanOrEqual(Math.min(3, all.length));
        const most = Math.max(...fit.map(({ at }) => all[at]?.rank ?? 0));
        const leftOut = all.filter((_, at) => !fit.some((it) => it.at === at));
        for (const { rank } of leftOut) expect(rank).toBeGreaterThanOrEqual(most);
      }),
    );
  });
});

describe('a shortened text', () => {
  test.each([
    ['a long memo', 8, 'a long…'],
    ['short', 5, 'short'],
    ['株式会社リネン', 7, '株式会…'],
    ['🇺🇸🇺🇸🇺🇸', 3, '🇺🇸…'],
    ['cafe\u0301 au lait', 5, 'cafe\u0301…'],
  ])('%s at %i', (text, width, expected) => {
    expect(shorten(text, width)).toBe(expected);
  });

  const letter = fc.constantFrom(
    'a',
    'b',
    ' ',
    '株',
    'é',
    'e\u0301',
    '🏨',
    '🇺🇸',
    '👩‍🔧',
    '…',
    'ﬁ',
    'ض',
  );
  test('is never wider than its place, and never holds half a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: letter }), fc.integer({ min: 2, max: 30 }), (text, width) => {
        const short = shorten(text, width);
        expect(short).not.toMatch(/\p{Cs}/u);
        if (short !== text) expect(stringWidth(short)).toBeLessThanOrEqual(width);
      }),
    );
  });
});

describe('a table with columns of its own in a terminal', () => {
  const view = listOf(columns('id', 'invoiceNumber', 'payeeName', 'payerName', 'memo'), '', {
    terminal: [
      { key: 'invoiceNumber', kind: 'text', heading: 'INVOICE' },
      {
        key: 'party',
        kind: 'text',
        text: (row) => `to ${(row as { payeeName: string }).payeeName}`,
        covers: ['payeeName', 'payerName'],
      },
      { key: 'memo', kind: 'text', shortensTo: 8 },
    ],
  });
  const row = {
    id: 'pay_1',
    invoiceNumber: 'INV-1',
    payeeName: 'Coastal',
    payerName: 'Acme',
    memo: 'a memo that goes on and on',
  };

  test('prints them, and counts the documented columns that none of them shows', async () => {
    const leftOut: number[] = [];
    const onColumnsLeftOut = (count: number) => leftOut.push(count);
    expect(await printed([row], { format: 'table', width: 40, onColumnsLeftOut }, view)).toBe(
      'INVOICE  PARTY       MEMO\nINV-1    to Coastal  a memo that goes o…\n',
    );
    expect(leftOut).toEqual([1]);
  });

  test('off a terminal prints the documented ones', async () => {
    expect(await printed([row], { format: 'table' }, view)).toMatch(/^ID +INVOICE NUMBER +PAYEE N/);
    const tsv = 'pay_1\tINV-1\tCoastal\tAcme\ta memo that goes on and on\n';
    expect(await printed([row], { format: 'tsv' }, view)).toBe(tsv);
  });
});
