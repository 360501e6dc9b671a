/** The settlement calendar of a plan: what each payee gets, day by day. */

import { type Cuttable, cuttable, uncut } from '../../render/cuttable.ts';
import { usd } from '../../render/money.ts';
import { nameOfPayee, type PlannedTransfer } from '../batches/planned-payment.ts';
import type { Totals } from '../batches/totals.ts';
import { type PaidNoun, paidCountText, previewLines } from '../preview.ts';
import type { Plan, PlanKind } from './plan.ts';

const MOST_LINES = 20;

/**
 * Returns the lines that describe a plan: its total, a line for each payee of each estimated settlement date (at most
 * 20), the bank accounts, and the earliest and latest settlement and due dates.
 */
export function planLines({ kind, totals, payments }: Pick<Plan, PlanParts>): readonly Cuttable[] {
  const noun = nounOf(kind);
  if (noun === undefined) return planPreview({ kind, totals });
  const payeeLines = calendarLines(payments, noun);
  return [...previewLines(totals, { noun, payeeLines }), ...dueLines(payments)];
}

type PlanParts = 'kind' | 'totals' | 'payments';

/** Returns the lines that describe a plan by its totals. */
export function planPreview({
  kind,
  totals,
}: {
  readonly kind: PlanKind;
  readonly totals: Totals;
}): readonly Cuttable[] {
  const noun = nounOf(kind);
  if (noun !== undefined) return previewLines(totals, { noun });
  const [bank] = totals.banks;
  const date = totals.settlement?.earliest;
  return [
    cuttable`Withdraw ${usd(totals.cents)} to ${bank?.name ?? bank?.id ?? ''}`,
    ...(date === undefined ? [] : [cuttable`Estimated arrival ${date}`]),
  ];
}

/** Returns the noun of the rows of a plan; `undefined` for a withdrawal, which pays nobody. */
export const nounOf = (kind: PlanKind): PaidNoun | undefined =>
  (({ payables: 'payable', quickPayments: 'quick payment', withdrawal: undefined }) as const)[kind];

/** The payments of one payee that settle on one day. */
interface Entry {
  readonly date: string;
  readonly payee: string;
  readonly payments: PlannedTransfer[];
}

function calendarLines(payments: readonly PlannedTransfer[], noun: PaidNoun): readonly Cuttable[] {
  const entries = entriesOf(payments);
  const shown = entries.slice(0, MOST_LINES);
  const width = Math.min(40, Math.max(...shown.map(({ payee }) => payee.length)));
  const amounts = shown.map((it) => usd(centsOf(it.payments)));
  const amountWidth = Math.max(...amounts.map(({ length }) => length));
  const lines = shown.map(
    ({ date, payee, payments: own }, at) =>
      cuttable`  ${date}  ${payee.padEnd(width)}  ${(amounts[at] ?? '').padStart(amountWidth)}  (${paidCountText(own.length, noun)})`,
  );
  const rest = entries.slice(MOST_LINES).flatMap((it) => it.payments);
  if (rest.length === 0) return lines;
  return [
    ...lines,
    cuttable`  and ${paidCountText(rest.length, noun)} more: ${usd(centsOf(rest))}`,
  ];
}

/** Returns the entries by date, and of one date by amount, the largest first. Payments without a date are last. */
function entriesOf(payments: readonly PlannedTransfer[]): readonly Entry[] {
  const groups = new Map<string, Entry>();
  for (const it of payments) {
    const date = it.estimatedSettlementDate ?? 'no date   ';
    const key = `${date} ${it.payeeId ?? it.connectionId ?? JSON.stringify(it.payeeName)}`;
    const payee = nameOfPayee(it);
    const entry = groups.get(key);
    if (entry) entry.payments.push(it);
    else groups.set(key, { date, payee, payments: [it] });
  }
  return [...groups.values()].sort((left, right) =>
    left.date === right.date
      ? centsOf(right.payments) - centsOf(left.payments)
      : left.date < right.date
        ? -1
        : 1,
  );
}

const centsOf = (payments: readonly PlannedTransfer[]): number =>
  payments.reduce((sum, { cents }) => sum + cents, 0);

/** Returns the earliest and the latest due date, and the payments that settle after theirs. */
function dueLines(payments: readonly PlannedTransfer[]): readonly Cuttable[] {
  const dates = payments.flatMap(({ dueDate }) => dueDate?.slice(0, 10) ?? []).sort();
  const [earliest, latest] = [dates[0], dates.at(-1)];
  if (earliest === undefined || latest === undefined) return [];
  const without = payments.length - dates.length;
  const late = payments.filter(
    ({ dueDate, estimatedSettlementDate }) =>
      dueDate && estimatedSettlementDate && dueDate.slice(0, 10) < estimatedSettlementDate,
  );
  const parts = [
    earliest === latest ? `Due ${earliest}` : `Due ${earliest} to ${latest}`,
    ...(without > 0 ? [`${paidCountText(without)} without a due date`] : []),
    ...(late.length > 0 ? [lateText(late.length)] : []),
  ];
  return [uncut(parts.join('; '))];
}

const lateText = (count: number): string =>
  count === 1 ? '1 payable settles after it is due' : `${count} payables settle after they are due`;
