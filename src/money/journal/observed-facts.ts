/** Facts of the service's records that are compared with what was sent. */

import { parseAmount } from '../../api/money.ts';
import { momentOf } from './activity-entries.ts';
import type { StoredIntent } from './intent.ts';

/** Returns an amount in cents; `null` for a value that is not an amount. */
export const centsShown = (amount: unknown): number | null =>
  typeof amount === 'number' || typeof amount === 'string'
    ? (parseAmount(String(amount)) ?? null)
    : null;

/**
 * Reports whether a record was made when the request was sent or later, in whole seconds of the service's clock. Without
 * that clock, or a time, it is not known, so it is not.
 */
export function isSince(record: unknown, { serviceTime }: StoredIntent): boolean {
  const sent = Math.floor(Date.parse(serviceTime ?? '') / 1000) * 1000;
  return momentOf(record) >= sent;
}
