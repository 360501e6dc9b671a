import { usd } from '../render/money.ts';
import type { Share, Totals } from './batches/totals.ts';

const SHOWN = 20;

/** What is about to be paid, in the words a person checks: payees with their totals, banks, and when it settles. */
export function previewLines({ count, cents, payees, banks, settlement }: Totals): string[] {
  return [
    `Pay ${payableCountText(count)}, total ${usd(cents)}, to ${payees.length === 1 ? '1 payee' : `${payees.length} payees`}:`,
    ...payees.slice(0, SHOWN).map(line),
    ...(payees.length > SHOWN ? [restOf(payees.slice(SHOWN))] : []),
    ...banks.map((it) => `From ${it.name ?? it.id}: ${usd(it.cents)}`),
    ...(settlement === null ? [] : [whenOf(settlement)]),
  ];
}

export const payableCountText = (count: number): string =>
  count === 1 ? '1 payable' : `${count} payables`;

const line = ({ id, name, count, cents }: Share) =>
  `  ${name ?? id}: ${usd(cents)} (${payableCountText(count)})`;

const restOf = (shares: readonly Share[]) =>
  `  and ${shares.length} more: ${usd(shares.reduce((sum, { cents }) => sum + cents, 0))}`;

const whenOf = ({ earliest, latest }: NonNullable<Totals['settlement']>) =>
  earliest === latest
    ? `Estimated settlement ${earliest}`
    : `Estimated settlement ${earliest} to ${latest}`;
