/** Evidence that payments ended without paying, in the service's records. */

import { IN_FLIGHT_STATUSES } from '../../api/payment-phase.ts';
import { asRecord, isRecord } from '../../is-record.ts';
import { momentOf, type ObservedPayable, paymentIdIn, typeOf } from './activity-entries.ts';
import type { StoredIntent } from './intent.ts';

/**
 * Returns the reason that the payment of an applied intent provably ended without paying, or `null`.
 *
 * An entry newer than the intent must say that it failed, was cancelled or returned, and no payment may be in flight.
 * Times are compared on the service's clock if the journal recorded it. An entry that names a payment counts only for
 * that payment.
 */
export function paymentFailureReason(
  intent: StoredIntent,
  { payable, activity }: ObservedPayable,
): string | null {
  if (!isRecord(payable) || isActive(payable)) return null;
  const failure = asRecord(payable['lastPaymentFailure']);
  const ends = [...activity.map(endOf), { ending: 'failed', entry: failure }];
  const end = ends.find((it) => it && isAbout(it.entry, intent));
  return end ? `the service reports its payment as ${end.ending}` : null;
}

/** The payments of a payable that its record and its log name. */
export interface NamedPayments {
  /** The ids of those that failed, were returned or were cancelled, without repeats. */
  readonly ended: readonly string[];
  /** The ids of all, without repeats. */
  readonly all: readonly string[];
}

/** Returns the ids of the payments that a payable's record and log name. */
export function namedPayments({ payable, activity }: ObservedPayable): NamedPayments {
  const { activePaymentId, paymentId, lastPaymentFailure } = asRecord(payable);
  const ends = [...activity.filter((it) => endOf(it)), lastPaymentFailure];
  return {
    ended: paymentIdsIn(ends),
    all: paymentIdsIn([
      ...activity,
      lastPaymentFailure,
      { paymentId: activePaymentId },
      { paymentId },
    ]),
  };
}

const paymentIdsIn = (entries: readonly unknown[]): readonly string[] => [
  ...new Set(entries.flatMap((it) => paymentIdIn(it) ?? [])),
];

type Members = Readonly<Record<string, unknown>>;

const isActive = (payable: Members): boolean =>
  Boolean(payable['activePaymentId']) ||
  IN_FLIGHT_STATUSES.has(String(payable['paymentStatus']).trim().toUpperCase());

/** Returns the end of a payment that an entry states: `payment_failed`, `payment.returned`, `Payment canceled`. */
function endOf(value: unknown): { ending: string; entry: Members } | undefined {
  const ending = /payment(failed|cancell?ed|returned)$/i.exec(typeOf(value))?.[1]?.toLowerCase();
  return ending === undefined ? undefined : { ending, entry: asRecord(value) };
}

function isAbout(entry: Members, intent: StoredIntent): boolean {
  const named = paymentIdIn(entry);
  if (named !== undefined && intent.paymentId !== null) return named === intent.paymentId;
  return momentOf(entry) > Date.parse(intent.serviceTime ?? intent.sentAt ?? intent.createdAt);
}
