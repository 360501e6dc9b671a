/** The payments that the service's records name for the payables of a request. */

import { mapConcurrent } from '../../cli/map-concurrent.ts';
import { ApiError } from '../../contract/http/api-error.ts';
import { payable as payables } from '../../contract/payable.ts';
import type { KeyCounts } from '../../journal/idempotency-key.ts';
import { namedPayments } from '../../journal/payment-ended.ts';
import type { Movement } from '../movements.ts';
import type { PreparedRequest } from '../prepare.ts';
import type { CallContext } from './send-context.ts';

/** The payments of all payables of a request, by the service's records. */
export interface RecordedPayments {
  /** The number of ended payments of each payable, in the order of the payables' ids. */
  readonly ended: KeyCounts['ended'];
  /** The ids of the ended payments. */
  readonly endedIds: ReadonlySet<string>;
  /** The ids of all payments. */
  readonly allIds: ReadonlySet<string>;
}

const READS_AT_ONCE = 8;

/**
 * Reads the payments of the payables of a request from their records and activity logs; none if it pays no payables. A
 * log that the service does not offer counts as empty. `isFresh` reads the records again, too. Throws other read errors.
 */
export async function readRecordedPayments(
  { connection: { client } }: CallContext,
  { movements, businessId }: PreparedRequest,
  { isFresh = false }: { readonly isFresh?: boolean } = {},
): Promise<RecordedPayments> {
  const paid = movements
    .filter(({ payableId }) => payableId !== null)
    .toSorted((left, right) => (String(left.payableId) < String(right.payableId) ? -1 : 1));
  const shared = { sharesConnection: true };
  const named = await mapConcurrent(
    paid,
    READS_AT_ONCE,
    async ({ payableId, payable }: Movement) => {
      const params = { businessId: String(businessId), payableId: String(payableId) };
      const record = isFresh ? await client.call(payables.get, { params }, shared) : payable;
      const activity = await client.call(payables.activity, { params }, shared).catch(noLog);
      return namedPayments({ payable: record, activity });
    },
  );
  return {
    ended: named.map(({ ended }) => ended.length),
    endedIds: new Set(named.flatMap(({ ended }) => ended)),
    allIds: new Set(named.flatMap(({ all }) => all)),
  };
}

/** Maps a refusal of the log to an empty one: the record alone counts then. */
function noLog(error: unknown): readonly never[] {
  if (error instanceof ApiError && (error.status < 500 || error.status === 501)) return [];
  throw error;
}
