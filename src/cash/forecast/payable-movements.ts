/** The movements of payables: receipts of those that the business sent, debits for those that it pays. */

import {
  nextBusinessDay,
  previousBusinessDay,
  subtractBusinessDays,
} from '../../api/ach/calendar.ts';
import { standardClearingDays } from '../../api/ach/cut-off.ts';
import { centsOf } from '../../api/money.ts';
import { dateIn } from '../../api/schema/field-types.ts';
import { MissingFieldError } from '../../money/errors.ts';
import { isSent } from '../../money/gate/describe-payable.ts';
import type { JournalTransfer } from '../../runtime/journal-transfers.ts';
import { type Basis, type CashMovement, newMovement, type OpenPayable } from './movement.ts';
import { estimateHabitDate, type PayerHabits } from './payer-habits.ts';
import {
  determinePaymentState,
  estimatePaymentDates,
  type ForecastTime,
  type PaymentState,
} from './payment-dates.ts';

/** Everything that decides about the movements of payables. */
export interface PayableFacts {
  readonly businessId: string;
  readonly time: ForecastTime;
  readonly habits: PayerHabits;
  /** The transfers of the journal by payable, newest first. */
  readonly sent: ReadonlyMap<string, readonly JournalTransfer[]>;
  /** Returns the series of a payment that was made; `undefined` as `made` for one that is to be made. */
  readonly bankOf: (made: JournalTransfer | undefined, isMade: boolean) => string;
}

/**
 * Returns the movement of an open payable; none if it is not this business that pays, or if it is not approved yet.
 *
 * @throws {MissingFieldError} if the service does not show its amount, or who sent it.
 */
export function payableMovements(
  payable: OpenPayable,
  facts: PayableFacts,
): readonly CashMovement[] {
  const { direction, senderBusinessId, amount } = payable;
  const missing = [
    ...((direction ?? senderBusinessId) ? [] : ['direction']),
    ...(typeof amount === 'number' ? [] : ['amount']),
  ];
  if (missing.length > 0) throw new MissingFieldError('remit forecast', missing, payable.id);
  const [sent] = facts.sent.get(payable.id) ?? [];
  const state = determinePaymentState(payable, sent);
  if (isSent(payable, facts.businessId)) {
    return [state === 'none' ? expectedReceipt(payable, facts) : receipt(payable, state, facts)];
  }
  if (payable.payerBusinessId && payable.payerBusinessId !== facts.businessId) return [];
  if (state !== 'none') return [debit(payable, state, facts)];
  return payable.status === 'APPROVED' ? [plannedDebit(payable, facts)] : [];
}

type Paid = Exclude<PaymentState, 'none'>;

function receipt(payable: OpenPayable, state: Paid, { time }: PayableFacts): CashMovement {
  const { settlement } = estimatePaymentDates(state, payable, undefined, time);
  return { ...common(payable, 'receipt', basisOf(state)), ...placed(settlement, reasonOf(state)) };
}

function debit(
  payable: OpenPayable,
  state: Paid,
  { time, sent, bankOf }: PayableFacts,
): CashMovement {
  const [made] = sent.get(payable.id) ?? [];
  const { debit: on } = estimatePaymentDates(state, payable, made, time);
  const why =
    state === 'processing' ? 'debited when it was submitted: part of --opening' : reasonOf(state);
  return {
    ...common(payable, 'debit', basisOf(state)),
    series: bankOf(made, true),
    ...placed(on, why),
  };
}

/** Returns the receipt of an invoice that nobody pays yet: on its due date, once that has not passed. */
function expectedReceipt(
  payable: OpenPayable,
  { time: { first }, habits }: PayableFacts,
): CashMovement {
  const due = dateIn(payable.dueDate);
  const daysLate = habits.daysLate(payable);
  const byHabit = due !== undefined && daysLate !== null ? estimateHabitDate(due, daysLate) : null;
  const day = due === undefined ? undefined : nextBusinessDay(due);
  const isOverdue = day !== undefined && day < first;
  return {
    ...common(payable, 'receipt', payable.status === 'APPROVED' ? 'approved' : 'submitted'),
    ...placed(isOverdue ? undefined : day, due === undefined ? 'no due date' : 'overdue'),
    daysLate,
    habitDate: byHabit !== null && byHabit >= first ? byHabit : null,
  };
}

/** Returns the debit for an approved invoice: on its due date or the business day before, now if that has passed. */
function plannedDebit(
  payable: OpenPayable,
  { time: { first }, bankOf }: PayableFacts,
): CashMovement {
  const due = dateIn(payable.dueDate);
  const day = due === undefined ? undefined : previousBusinessDay(due);
  return {
    ...common(payable, 'debit', 'approved'),
    series: bankOf(undefined, false),
    ...placed(day !== undefined && day < first ? first : day, 'no due date'),
    payBy: day === undefined ? null : subtractBusinessDays(day, standardClearingDays),
  };
}

/** Returns why a payment in this state is on no day. */
const reasonOf = (state: Paid): string =>
  state === 'held' ? 'held for review (--release <date>)' : 'the service shows no date';

const basisOf = (state: Paid): Basis =>
  state === 'pending' || state === 'processing' ? 'in-flight' : state;

const placed = (date: string | undefined, why: string): Pick<CashMovement, 'date' | 'why'> =>
  date === undefined ? { date: null, why } : { date, why: null };

function common(payable: OpenPayable, kind: 'receipt' | 'debit', basis: Basis): CashMovement {
  const cents = centsOf(payable.amount ?? 0);
  const party = kind === 'receipt' ? payable.payerName : payable.payeeName;
  return {
    ...newMovement(kind, kind === 'receipt' ? cents : -cents),
    basis,
    dueDate: dateIn(payable.dueDate) ?? null,
    party: party ?? null,
    invoiceNumber: payable.invoiceNumber ?? null,
    payableId: payable.id,
    paymentId: payable.activePaymentId ?? null,
  };
}
