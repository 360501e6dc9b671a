import type { Client } from '../api/client/client.ts';
import { ApiError } from '../api/http/api-error.ts';
import { connection } from '../api/operations/connection.ts';
import type { IntentDraft } from '../money/journal/intent-draft.ts';

/**
 * Reads the service's clock before an invoice is created, unless a response has shown it already: an invoice of unknown
 * outcome is recognized by having been created after the request. The connection is read for it.
 *
 * Throws what prevents any request. A refusal by the service is left to the request itself.
 */
export async function readServiceClock(
  client: Client,
  { operation, connectionId, businessId }: IntentDraft,
): Promise<void> {
  const isKnown = client.lastResponse()?.date !== undefined;
  if (isKnown || operation !== 'payable.create' || connectionId === null) return;
  const query = { businessId: businessId ?? undefined };
  try {
    await client.call(connection.get, { params: { connectionId }, query });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
