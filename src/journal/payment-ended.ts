import type { KeptIntent } from './intent.ts';

/** What the service shows now: the payable's record and its activity log, read as they come. */
export interface Shown {
  readonly payable: unknown;
  readonly activity: readonly unknown[];
}

/**
 * Why the payment of an applied intent surely ended without paying, or null: something newer than the intent says that
 * it failed, was cancelled or returned, and no payment is under way. Moments are compared on the service's own clock
 * where the journal knows it; a record that names its payment counts for that payment only.
 */
export function endedWithoutPaying(
  intent: KeptIntent,
  { payable, activity }: Shown,
): string | null {
  if (!isRecord(payable) || isActive(payable)) return null;
  const failure = stateOf(payable['lastPaymentFailure']);
  const ends = [...activity.map(endOf), { what: 'failed', entry: failure }];
  const end = ends.find((it) => it && isAbout(it.entry, intent));
  return end ? `the service shows its payment as ${end.what}` : null;
}

type Members = Readonly<Record<string, unknown>>;

const isActive = (payable: Members): boolean =>
  Boolean(payable['activePaymentId']) ||
  ['PENDING', 'PROCESSING', 'SCHEDULED', 'HELD'].includes(
    String(payable['paymentStatus']).trim().toUpperCase(),
  );

/** An entry that says how a payment ended: `payment_failed`, `payment.returned`, `Payment canceled`. */
function endOf(value: unknown): { what: string; entry: Members } | undefined {
  const what = /payment(failed|cancell?ed|returned)$/i.exec(typeOf(value))?.[1]?.toLowerCase();
  return what === undefined ? undefined : { what, entry: stateOf(value) };
}

/** What an entry of an activity log calls itself, letters alone. */
export const typeOf = (entry: unknown): string =>
  String(first(stateOf(entry), ['type', 'action', 'event'])).replace(/[^A-Za-z]/g, '');

/** When it was, in milliseconds; NaN where it does not say. */
export const momentOf = (entry: unknown): number =>
  Date.parse(String(first(stateOf(entry), times)));

function isAbout(entry: Members, intent: KeptIntent): boolean {
  const named = entry['paymentId'] ?? stateOf(entry['metadata'])['paymentId'];
  if (typeof named === 'string' && intent.paymentId !== null) return named === intent.paymentId;
  return momentOf(entry) > Date.parse(intent.serviceTime ?? intent.sentAt ?? intent.createdAt);
}

const times = [
  ...['createdAt', 'at', 'timestamp', 'occurredAt'],
  ...['failedAt', 'returnedAt', 'cancelledAt'],
];

const first = (entry: Members, names: readonly string[]) =>
  names.map((it) => entry[it]).find((it) => it !== undefined && it !== null);

/** The members of a record; none of anything else. */
export const stateOf = (value: unknown): Members => (isRecord(value) ? value : {});

const isRecord = (value: unknown): value is Members => typeof value === 'object' && value !== null;
