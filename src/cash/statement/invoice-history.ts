/** The history of an invoice: every change of what is owed, from its record and its activity log. */

import { easternDateOf } from '../../api/ach/calendar.ts';
import type { Activity, Payable } from '../../api/operations/payable.ts';
import type { IsoDate } from '../../api/schema/field-types.ts';
import { compareText } from '../../compare-text.ts';
import { MissingFieldError } from '../../money/errors.ts';
import { directionOf } from '../../money/gate/describe-payable.ts';
import { centsIn } from '../../render/money.ts';

export type ChangeType = 'invoice' | 'payment' | 'return' | 'cancellation' | 'decline';

/** A change of what is owed, in integer cents: an invoice and a return add to it, everything else reduces it. */
export interface BalanceChange {
  readonly type: ChangeType;
  /** UTC ISO 8601. */
  readonly at: string;
  /** The Eastern date of `at`. */
  readonly date: IsoDate;
  readonly cents: number;
}

/** An invoice and its changes, oldest first. */
export interface InvoiceHistory {
  readonly payable: Payable;
  readonly direction: Direction;
  readonly changes: readonly BalanceChange[];
}

/** The direction of an invoice: received, to be paid by the business, or sent by it. */
export type Direction = 'received' | 'sent';

/** An entry of the activity log, as far as a history needs it. */
export type LogEntry = Pick<Activity, 'type' | 'createdAt'>;

const NEEDED_BY = 'the statement';

/** Reports whether an invoice was submitted: a draft is not owed, nor is one that was cancelled before. */
export const isSubmitted = ({ status, submittedAt }: Payable): boolean =>
  status !== 'DRAFT' && !(submittedAt === null && status === 'CANCELLED');

/**
 * Reports whether the activity log decides the history of an invoice, because it may have been paid before. One that was
 * closed before `from`, and did not change since, has no part in a statement from that day.
 */
export function needsLog(payable: Payable, from: IsoDate): boolean {
  if (!isSubmitted(payable)) return false;
  const { status, approvedAt, cancelledAt, declinedAt } = payable;
  if (status === 'SUBMITTED') return false;
  if (isClosed(payable) && latestDate(payable) < from) return false;
  const wasNeverApproved = approvedAt === null && status !== 'PAID' && isClosed(payable);
  return !(wasNeverApproved && (cancelledAt ?? declinedAt));
}

const isClosed = ({ status }: Payable): boolean =>
  status === 'PAID' || status === 'CANCELLED' || status === 'DECLINED';

/** Returns the Eastern date of the latest change that a record shows; after every date if it does not show changes. */
function latestDate({ updatedAt, paidAt, cancelledAt, declinedAt, lastPaymentFailure }: Payable) {
  if (!updatedAt) return '9999-12-31';
  const known = [updatedAt, paidAt, cancelledAt, declinedAt, lastPaymentFailure?.at];
  return known.reduce<string>((latest, it) => {
    const date = easternDateOf(it) ?? '';
    return date > latest ? date : latest;
  }, '');
}

/**
 * Returns the history of a submitted invoice. `log` is its activity log, `undefined` if it is not needed.
 *
 * @throws {MissingFieldError} if neither the record nor the log says who owes it, how much, or when it changed.
 */
export function buildHistory(
  payable: Payable,
  log: readonly LogEntry[] | undefined,
  businessId: string,
): InvoiceHistory {
  const cents = centsIn(payable.amount);
  if (cents === undefined) throw missing(payable, 'amount');
  const direction = viewedDirection(payable, businessId);
  const change = (
    type: ChangeType,
    at: string | null | undefined,
    field: string,
  ): BalanceChange => {
    const date = easternDateOf(at);
    if (!at || date === undefined) throw missing(payable, field);
    const adds = type === 'invoice' || type === 'return';
    return { type, at: new Date(at).toISOString(), date, cents: adds ? cents : -cents };
  };
  const changes = [
    change('invoice', payable.submittedAt ?? payable.createdAt, 'submittedAt'),
    ...payments(payable, log ?? [], change),
    ...closing(payable, log ?? [], change),
  ];
  return { payable, direction, changes: changes.sort(byTime) };
}

type ToChange = (type: ChangeType, at: string | null | undefined, field: string) => BalanceChange;

/** Returns the payments and returns of the log, completed by the record where the log does not explain its status. */
function payments(
  payable: Payable,
  log: readonly LogEntry[],
  change: ToChange,
): readonly BalanceChange[] {
  const logged = log.flatMap(({ type, createdAt }) => {
    if (type === 'payment_completed') return [change('payment', createdAt, 'createdAt')];
    return type === 'payment_returned' ? [change('return', createdAt, 'createdAt')] : [];
  });
  const paid = logged.reduce((sum, { type }) => sum + (type === 'payment' ? 1 : -1), 0);
  const expected = payable.status === 'PAID' ? 1 : 0;
  if (paid === expected) return logged;
  if (expected === 1 && paid === 0) return [...logged, change('payment', payable.paidAt, 'paidAt')];
  const { status, at } = payable.lastPaymentFailure ?? {};
  const isReturned = status?.toUpperCase() === 'RETURNED';
  if (expected === 0 && paid === 1 && isReturned) return [...logged, change('return', at, 'at')];
  throw missing(payable, 'activity log');
}

/** Returns the end of an invoice that is not owed any more without having been paid. */
function closing(
  payable: Payable,
  log: readonly LogEntry[],
  change: ToChange,
): readonly BalanceChange[] {
  const { status, cancelledAt, declinedAt } = payable;
  const loggedAt = (type: string) => log.findLast((it) => it.type === type)?.createdAt;
  if (status === 'CANCELLED') {
    return [change('cancellation', cancelledAt ?? loggedAt('cancelled'), 'cancelledAt')];
  }
  if (status === 'DECLINED') {
    return [change('decline', declinedAt ?? loggedAt('declined'), 'declinedAt')];
  }
  return [];
}

/** Returns the direction as the business sees it: by the ids if there are any, since an account may own both sides. */
function viewedDirection(payable: Payable, businessId: string): Direction {
  const { senderBusinessId, payerBusinessId } = payable;
  if (senderBusinessId === businessId) return 'sent';
  if (payerBusinessId === businessId) return 'received';
  const direction = directionOf(payable, businessId);
  if (direction === 'sent' || direction === 'received') return direction;
  throw missing(payable, 'direction');
}

const missing = ({ id }: Payable, field: string) => new MissingFieldError(NEEDED_BY, [field], id);

/** Orders changes by time; at the same time an invoice precedes its payment, and that its return. */
const byTime = (one: BalanceChange, two: BalanceChange): number =>
  compareText(one.at, two.at) || ORDER.indexOf(one.type) - ORDER.indexOf(two.type);

const ORDER: readonly ChangeType[] = ['invoice', 'payment', 'return', 'decline', 'cancellation'];
