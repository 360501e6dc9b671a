/** The bar of `remit status`: the payables that are not paid yet, by state. */

import { centsOf } from '../../api/money.ts';
import type { StatusRow } from '../../cash/status/payable-rows.ts';
import { type BarStyle, stackedBar } from '../../render/bars.ts';
import { usd } from '../../render/money.ts';

/** The rows of which each payable is in one at most, in the order of its life, with their labels. */
const STATES: Readonly<Record<string, string>> = {
  'to approve': 'to approve',
  'to pay': 'to pay',
  'held, going out': 'held',
  'in flight, going out': 'in flight',
};

/** The length of the bar in columns, where there is room for it. */
const LENGTH = 60;

/**
 * Returns the sum of the payables to pay, a bar of their states, and a legend with the amount of each state, at most
 * `width` columns wide; an empty array for fewer than two states, and without bars.
 */
export function stateBar(
  rows: readonly StatusRow[],
  { barStyle, width }: { readonly barStyle: BarStyle; readonly width: number },
): readonly string[] {
  const parts = Object.entries(STATES).flatMap(([what, label]) => {
    const cents = centsOf(rows.find((row) => row.what === what)?.amount ?? 0);
    return cents > 0 ? [{ label: `${label} ${usd(cents)}`, amount: cents }] : [];
  });
  if (barStyle === 'none' || parts.length < 2) return [];
  const total = parts.reduce((sum, { amount }) => sum + amount, 0);
  const { bar, legend } = stackedBar(parts, barStyle, Math.min(LENGTH, width));
  return [`Not paid yet: ${usd(total)}`, bar, ...legendLines(legend, width), ''];
}

/** Joins entries to lines of at most `width` columns, of one entry at least. */
function legendLines(legend: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const entry of legend) {
    const longer = `${lines.at(-1)}   ${entry}`;
    if (lines.length > 0 && longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(entry);
  }
  return lines;
}
