/** Descriptions of a batch or a run: its totals by payee and bank account, and what each payee gets, day by day. */

import { businessDaysBetween } from '../../api/ach/calendar.ts';
import { standardClearingDays } from '../../api/ach/cut-off.ts';
import { dateIn, type IsoDate } from '../../api/schema/field-types.ts';
import { type Cuttable, cuttable, uncut } from '../../render/cuttable.ts';
import { usd } from '../../render/money.ts';
import { nameOfPayee, type PlannedTransfer } from '../batches/planned-payment.ts';
import type { Share, Totals } from '../batches/totals.ts';
import { inQuotes, markLines } from '../marks/mark.ts';
import type { PlanKind } from '../runs/plan.ts';
import { noDateText } from './arrival.ts';
import { MAX_SHOWN } from './describe.ts';
import { quotedName } from './same-number.ts';

/**
 * Describes what a batch or a plan pays: its total, up to 20 payees with their sums, the bank accounts and the estimated
 * settlement. With `payments`, a line for each payee of each estimated settlement date, and the due dates.
 */
export function describeRun(
  { kind, totals }: { readonly kind: PlanKind; readonly totals: Totals },
  payments?: readonly PlannedTransfer[],
): readonly Cuttable[] {
  const { count, cents, payees, banks, settlement } = totals;
  if (kind === 'withdrawal') {
    const [bank] = banks;
    const date = settlement?.earliest;
    return [
      cuttable`Withdraw ${usd(cents)} to ${bank?.name ?? bank?.id ?? ''}`,
      ...(date === undefined ? [] : [cuttable`Estimated arrival ${date}`]),
    ];
  }
  const [only, ...others] = payees;
  const whom = only && others.length === 0 ? (only.name ?? only.id) : `${payees.length} payees`;
  return [
    cuttable`Pay ${paidCountText(count, kind)}, total ${usd(cents)}, to ${whom}:`,
    ...(payments ? calendarLines(payments, kind) : payeeLines(payees, kind)),
    ...banks.map((bank) => cuttable`From ${bank.name ?? bank.id}: ${usd(bank.cents)}`),
    ...(settlement === null
      ? []
      : [uncut(`Estimated settlement ${rangeText(settlement.earliest, settlement.latest)}`)]),
    ...(payments ? dueLines(payments) : []),
    ...markLines((payments ?? []).flatMap(({ marks }) => marks ?? [])).map(uncut),
  ];
}

/** Returns "1 payable" or "n payables", or the same of quick payments. */
export function paidCountText(count: number, kind: PlanKind = 'payables'): string {
  const noun = kind === 'quickPayments' ? 'quick payment' : 'payable';
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

const rangeText = (earliest: string, latest: string): string =>
  earliest === latest ? earliest : `${earliest} to ${latest}`;

function payeeLines(payees: readonly Share[], kind: PlanKind): readonly Cuttable[] {
  const rest = payees.slice(MAX_SHOWN);
  return [
    ...payees
      .slice(0, MAX_SHOWN)
      .map(
        ({ id, name, count, cents }) =>
          cuttable`  ${name === null ? id : quotedName(name, { own: [id] })}: ${usd(cents)} (${paidCountText(count, kind)})`,
      ),
    ...(rest.length > 0 ? [cuttable`  and ${rest.length} more: ${usd(sumOf(rest))}`] : []),
  ];
}

/** The payments of one payee that settle on one day. */
interface Entry {
  readonly date: string;
  readonly payee: string;
  readonly payments: PlannedTransfer[];
}

function calendarLines(payments: readonly PlannedTransfer[], kind: PlanKind): readonly Cuttable[] {
  const entries = entriesOf(payments);
  const shown = entries.slice(0, MAX_SHOWN);
  const width = Math.min(40, Math.max(...shown.map(({ payee }) => payee.length)));
  const amounts = shown.map((it) => usd(sumOf(it.payments)));
  const amountWidth = Math.max(...amounts.map(({ length }) => length));
  const lines = shown.map(
    ({ date, payee, payments: own }, at) =>
      cuttable`  ${date}  ${payee.padEnd(width)}  ${(amounts[at] ?? '').padStart(amountWidth)}  (${paidCountText(own.length, kind)})`,
  );
  const rest = entries.slice(MAX_SHOWN).flatMap((it) => it.payments);
  if (rest.length === 0) return lines;
  return [...lines, cuttable`  and ${paidCountText(rest.length, kind)} more: ${usd(sumOf(rest))}`];
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
      ? sumOf(right.payments) - sumOf(left.payments)
      : left.date < right.date
        ? -1
        : 1,
  );
}

/** Returns a sum in cents. */
const sumOf = (all: readonly { readonly cents: number }[]): number =>
  all.reduce((sum, { cents }) => sum + cents, 0);

/**
 * Returns the earliest and the latest due date, the payments without one, those whose due date is no date, and those that
 * settle after theirs.
 */
function dueLines(payments: readonly PlannedTransfer[]): readonly Cuttable[] {
  const said = payments.flatMap(({ dueDate }) => dueDate || []);
  if (said.length === 0) return [];
  const dates = said.flatMap((due) => dateIn(due) ?? []).sort();
  const [earliest, latest] = [dates[0], dates.at(-1)];
  const noDates = said.filter((due) => dateIn(due) === undefined);
  const without = payments.length - said.length;
  const late = payments.flatMap(({ dueDate, estimatedSettlementDate: arrives }) => {
    const due = dateIn(dueDate);
    return due && arrives && due < arrives ? [{ due, arrives }] : [];
  });
  const parts = [
    ...(earliest && latest ? [`Due ${rangeText(earliest, latest)}`] : []),
    ...(without > 0 ? [`${paidCountText(without)} without a due date`] : []),
    ...(noDates.length > 0 ? [noDatesText(noDates)] : []),
    ...(late.length > 0
      ? [
          `${paidCountText(late.length)} ${late.length === 1 ? 'settles after it is' : 'settle after they are'} due, ${lateText(late)}`,
        ]
      : []),
  ];
  return [uncut(parts.join('; '))];
}

function noDatesText([first = '', ...others]: readonly string[]): string {
  if (others.length === 0) return `1 payable has ${noDateText(first)}`;
  const count = paidCountText(others.length + 1);
  return `${count} have due dates that are no dates, such as ${inQuotes(first)}`;
}

/** Returns `late by 1 business day`, or `late by up to 5 business days`. */
function lateText(late: readonly { readonly due: IsoDate; readonly arrives: IsoDate }[]): string {
  // Of those that arrive on one day, the one that is due first is the latest: days are counted one by one.
  const first = new Map<IsoDate, IsoDate>();
  for (const { due, arrives } of late) {
    if (due < (first.get(arrives) ?? arrives)) first.set(arrives, due);
  }
  const most = Math.max(...[...first].map(([arrives, due]) => businessDaysBetween(due, arrives)));
  return `late by ${late.length > 1 && most > 1 ? 'up to ' : ''}${most} business ${most === 1 ? 'day' : 'days'}`;
}

/** Says when payments that must arrive in time start, and how many are same-day. `today` is that of those that start now. */
export function startsText(payments: readonly PlannedTransfer[], today: IsoDate): string {
  const starts = payments.map(({ scheduledDate }) => scheduledDate ?? today).sort();
  const { length: sameDay } = payments.filter(({ clearingSpeed }) => clearingSpeed === 'sameDay');
  const range = rangeText(starts[0] ?? today, starts.at(-1) ?? today);
  const speeds = [
    ...(sameDay < payments.length
      ? [`standard ACH ${standardClearingDays} business days before it arrives`]
      : []),
    ...(sameDay > 0 ? [`${paidCountText(sameDay)} by same-day ACH`] : []),
  ];
  return `The money leaves ${range}: ${speeds.join(', ')}`;
}
