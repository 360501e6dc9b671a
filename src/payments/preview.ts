/** Preview lines of a batch or a run. */

import { usd } from '../render/money.ts';
import type { Share, Totals } from './batches/totals.ts';

const MAX_SHOWN = 20;

/**
 * Describes the totals for confirmation: up to 20 payees with their sums, or the lines given in place of them; bank
 * accounts, and estimated settlement.
 */
export function previewLines(
  { count, cents, payees, banks, settlement }: Totals,
  payeeLines: readonly string[] = linesOf(payees),
): string[] {
  return [
    `Pay ${payableCountText(count)}, total ${usd(cents)}, to ${payees.length === 1 ? '1 payee' : `${payees.length} payees`}:`,
    ...payeeLines,
    ...banks.map((bank) => `From ${bank.name ?? bank.id}: ${usd(bank.cents)}`),
    ...(settlement === null ? [] : [dateRange(settlement)]),
  ];
}

const linesOf = (payees: readonly Share[]): readonly string[] => [
  ...payees.slice(0, MAX_SHOWN).map(line),
  ...(payees.length > MAX_SHOWN ? [remainingText(payees.slice(MAX_SHOWN))] : []),
];

/** Returns "1 payable" or "n payables". */
export const payableCountText = (count: number): string =>
  count === 1 ? '1 payable' : `${count} payables`;

const line = ({ id, name, count, cents }: Share) =>
  `  ${name ?? id}: ${usd(cents)} (${payableCountText(count)})`;

const remainingText = (shares: readonly Share[]) =>
  `  and ${shares.length} more: ${usd(shares.reduce((sum, { cents }) => sum + cents, 0))}`;

const dateRange = ({ earliest, latest }: NonNullable<Totals['settlement']>) =>
  earliest === latest
    ? `Estimated settlement ${earliest}`
    : `Estimated settlement ${earliest} to ${latest}`;
