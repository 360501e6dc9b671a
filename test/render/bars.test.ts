import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { levelBar, shareBar, stackedBar } from '../../src/render/bars.ts';

const drawn = fc.constantFrom('blocks' as const, 'ascii' as const);

describe('the bar of a share', () => {
  test.for([
    [0, '····················   0 %'],
    [0.004, '█···················   0 %'],
    [0.5, '██████████··········  50 %'],
    [0.996, '███████████████████· 100 %'],
    [1, '████████████████████ 100 %'],
  ] as const)('%d', ([share, bar]) => {
    expect(shareBar(share, 'blocks', 20)).toBe(bar);
  });

  test('is empty for nothing alone, full for all alone, and off by less than a cell', () => {
    void fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), drawn, (share, barStyle) => {
        const [bar = ''] = /^\S+/.exec(shareBar(share, barStyle, 10)) ?? [];
        const full = bar.replaceAll(/[·.]/g, '').length;
        expect([bar.length, full === 0, full === 10]).toEqual([10, share === 0, share === 1]);
        expect(Math.abs(full - share * 10)).toBeLessThan(1.000_001);
      }),
    );
  });
});

test('a level is as long as its part, and one below zero looks different', () => {
  expect(levelBar(0.5, 'blocks', 12)).toBe('██████');
  expect(levelBar(-0.01, 'blocks', 12)).toBe('░');
  expect(levelBar(-1, 'ascii', 12)).toBe('------------');
  expect(levelBar(0, 'ascii', 12)).toBe('');
});

test('a stacked bar shows every part, each within a column of its share or one wide', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 4 });
  void fc.assert(
    fc.property(amounts, fc.integer({ min: 20, max: 60 }), drawn, (all, length, barStyle) => {
      const parts = all.map((amount, at) => ({ label: `part ${at}`, amount }));
      const { bar, legend } = stackedBar(parts, barStyle, length);
      expect(bar).toHaveLength(length);
      const total = all.reduce((sum, it) => sum + it, 0);
      legend.forEach((entry, at) => {
        const width = bar.split(entry.slice(0, 1)).length - 1;
        const exact = ((all[at] ?? 0) / total) * length;
        expect(entry.slice(1)).toBe(` part ${at}`);
        expect(width).toBeGreaterThanOrEqual(1);
        if (exact > 1) expect(Math.abs(width - exact)).toBeLessThan(all.length);
      });
    }),
  );
});

test('without UTF-8 there is nothing but ASCII, and without bars nothing but words', () => {
  const parts = ['a', 'b', 'c', 'd'].map((label) => ({ label, amount: 1 }));
  const ascii = [
    shareBar(0.3, 'ascii', 20),
    ...[levelBar(0.3, 'ascii', 12), levelBar(-0.3, 'ascii', 12)],
    ...Object.values(stackedBar(parts, 'ascii', 20)).flat(),
  ].join('');
  expect(ascii).toMatch(/^[ -~]+$/);
  expect(shareBar(0.3, 'none', 20).trim()).toBe('30 %');
  expect(levelBar(0.3, 'none', 12)).toBe('');
});
