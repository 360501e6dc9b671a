/** Entries of the activity log of a payable, under the names that services use. */

import { asRecord, isRecord } from '../../is-record.ts';

/** A payable's record and its activity log, as the service shows them now. Not validated. */
export interface ObservedPayable {
  readonly payable: unknown;
  readonly activity: readonly unknown[];
}

/** Returns the type of an activity log entry, letters only. */
export const typeOf = (entry: unknown): string =>
  String(first(entry, ['type', 'action', 'event'])).replace(/[^A-Za-z]/g, '');

/** Returns the time of an entry in ms; NaN if it has none. */
export const momentOf = (entry: unknown): number => Date.parse(String(first(entry, times)));

const times = [
  ...['createdAt', 'at', 'timestamp', 'occurredAt'],
  ...['failedAt', 'returnedAt', 'cancelledAt'],
];

/** Returns the id of the payment that an entry is about; `undefined` if it names none. */
export function paymentIdIn(entry: unknown): string | undefined {
  const { paymentId, metadata } = asRecord(entry);
  const found = paymentId ?? asRecord(metadata)['paymentId'];
  return typeof found === 'string' ? found : undefined;
}

/** Reports whether an entry says that a payment was cancelled. */
export const isCancellation = (entry: unknown): boolean =>
  /paymentcancell?ed$/i.test(typeOf(entry));

const first = (entry: unknown, names: readonly string[]): unknown =>
  isRecord(entry)
    ? names.map((name) => entry[name]).find((value) => value !== undefined && value !== null)
    : undefined;
