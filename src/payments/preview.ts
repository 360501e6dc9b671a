/** Preview lines of a batch or a run. */

import { quotedName } from '../cli/payable/same-number.ts';
import { type Cuttable, cuttable } from '../render/cuttable.ts';
import { usd } from '../render/money.ts';
import type { Share, Totals } from './batches/totals.ts';

const MAX_SHOWN = 20;

/** The noun of what is paid: that of the rows of a plan or a batch. */
export type PaidNoun = 'payable' | 'quick payment';

/**
 * Describes the totals for confirmation: up to 20 payees with their sums, or the lines given in place of them; bank
 * accounts, and estimated settlement.
 */
export function previewLines(
  { count, cents, payees, banks, settlement }: Totals,
  {
    noun = 'payable',
    payeeLines = linesOf(payees, noun),
  }: { readonly noun?: PaidNoun; readonly payeeLines?: readonly Cuttable[] } = {},
): Cuttable[] {
  const [only, ...others] = payees;
  const whom = only && others.length === 0 ? (only.name ?? only.id) : `${payees.length} payees`;
  return [
    cuttable`Pay ${paidCountText(count, noun)}, total ${usd(cents)}, to ${whom}:`,
    ...payeeLines,
    ...banks.map((bank) => cuttable`From ${bank.name ?? bank.id}: ${usd(bank.cents)}`),
    ...(settlement === null ? [] : [dateRange(settlement)]),
  ];
}

const linesOf = (payees: readonly Share[], noun: PaidNoun): readonly Cuttable[] => [
  ...payees.slice(0, MAX_SHOWN).map((it) => line(it, noun)),
  ...(payees.length > MAX_SHOWN ? [remainingText(payees.slice(MAX_SHOWN))] : []),
];

/** Returns "1 payable" or "n payables", or the same of quick payments. */
export const paidCountText = (count: number, noun: PaidNoun = 'payable'): string =>
  count === 1 ? `1 ${noun}` : `${count} ${noun}s`;

const line = ({ id, name, count, cents }: Share, noun: PaidNoun) =>
  cuttable`  ${name === null ? id : quotedName(name, { own: [id] })}: ${usd(cents)} (${paidCountText(count, noun)})`;

const remainingText = (shares: readonly Share[]) =>
  cuttable`  and ${shares.length} more: ${usd(shares.reduce((sum, { cents }) => sum + cents, 0))}`;

const dateRange = ({ earliest, latest }: NonNullable<Totals['settlement']>) =>
  earliest === latest
    ? cuttable`Estimated settlement ${earliest}`
    : cuttable`Estimated settlement ${earliest} to ${latest}`;
