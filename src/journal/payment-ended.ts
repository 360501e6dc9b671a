/** Evidence about payments in the service's records. */

import { IN_FLIGHT_STATUSES } from '../contract/payable.ts';
import { asRecord, isRecord } from '../is-record.ts';
import type { StoredIntent } from './intent.ts';
import type { UnresolvedIntent } from './unresolved.ts';

/** Evidence that a payment of a payable started. */
interface PaymentStart {
  /** A sentence that states the evidence. */
  readonly ending: string;
  readonly paymentId?: string | undefined;
}

/**
 * Finds evidence that a payment of the payable started after the intent was sent, or returns `undefined`.
 *
 * Payments of other intents are ignored. Times are compared on the service's clock if the journal recorded it.
 */
export function findPaymentStart(
  doubt: UnresolvedIntent,
  { payable, activity }: ObservedPayable,
): PaymentStart | undefined {
  const { activePaymentId, paymentId, status } = asRecord(payable);
  const isOurs = (id: unknown) => typeof id !== 'string' || !doubt.otherPaymentIds.includes(id);
  const entry = activity.find((it) => beginnings.test(typeOf(it)) && isSince(it, doubt));
  const logged = entry === undefined ? undefined : paymentIdIn(entry);
  if (entry !== undefined && isOurs(logged)) {
    return { ending: `From the activity log: ${typeOf(entry)}.`, paymentId: logged };
  }
  if (typeof activePaymentId === 'string' && isOurs(activePaymentId)) {
    return { ending: `The payable has payment ${activePaymentId}.`, paymentId: activePaymentId };
  }
  const moved = status === 'PAID' || status === 'SCHEDULED';
  return moved && doubt.before['status'] === 'APPROVED' && isOurs(activePaymentId ?? paymentId)
    ? { ending: `The payable was APPROVED before, and is ${status}.` }
    : undefined;
}

const beginnings = /payment(initiated|scheduled|held|processing|completed)$/i;

/**
 * Reports whether an entry is not older than the intent, in whole seconds: the service's clock is known to the second.
 */
function isSince(entry: unknown, { serviceTime, sentAt, createdAt }: UnresolvedIntent): boolean {
  const sent = Math.floor(Date.parse(serviceTime ?? sentAt ?? createdAt) / 1000) * 1000;
  return momentOf(entry) >= sent;
}

function paymentIdIn(entry: unknown): string | undefined {
  const { paymentId } = asRecord(entry);
  const { paymentId: nested } = asRecord(asRecord(entry)['metadata']);
  const found = paymentId ?? nested;
  return typeof found === 'string' ? found : undefined;
}

/** The payable's record and its activity log, as the service shows them now. Not validated. */
export interface ObservedPayable {
  readonly payable: unknown;
  readonly activity: readonly unknown[];
}

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

type Members = Readonly<Record<string, unknown>>;

const isActive = (payable: Members): boolean =>
  Boolean(payable['activePaymentId']) ||
  IN_FLIGHT_STATUSES.has(String(payable['paymentStatus']).trim().toUpperCase());

/** Returns the end of a payment that an entry states: `payment_failed`, `payment.returned`, `Payment canceled`. */
function endOf(value: unknown): { ending: string; entry: Members } | undefined {
  const ending = /payment(failed|cancell?ed|returned)$/i.exec(typeOf(value))?.[1]?.toLowerCase();
  return ending === undefined ? undefined : { ending, entry: asRecord(value) };
}

/** Returns the type of an activity log entry, letters only. */
export const typeOf = (entry: unknown): string =>
  String(first(asRecord(entry), ['type', 'action', 'event'])).replace(/[^A-Za-z]/g, '');

/** Returns the time of an entry in ms; NaN if it has none. */
const momentOf = (entry: unknown): number => Date.parse(String(first(asRecord(entry), times)));

function isAbout(entry: Members, intent: StoredIntent): boolean {
  const named = entry['paymentId'] ?? asRecord(entry['metadata'])['paymentId'];
  if (typeof named === 'string' && intent.paymentId !== null) return named === intent.paymentId;
  return momentOf(entry) > Date.parse(intent.serviceTime ?? intent.sentAt ?? intent.createdAt);
}

const times = [
  ...['createdAt', 'at', 'timestamp', 'occurredAt'],
  ...['failedAt', 'returnedAt', 'cancelledAt'],
];

const first = (entry: Members, names: readonly string[]) =>
  names.map((it) => entry[it]).find((it) => it !== undefined && it !== null);
