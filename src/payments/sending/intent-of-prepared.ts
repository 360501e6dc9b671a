import { type IntentDraft, intentOf, unmatchedIntent } from '../../journal/intent-draft.ts';
import type { PreparedRequest } from '../prepare.ts';
import { collectRequestIds } from '../request-reading.ts';
import { type CallContext, destinationOf } from './send-context.ts';

/** The operations whose request does not name the business that acts. */
const actsForBusiness = new Set(['pay.initiate', 'pay.bulkInitiate']);

/**
 * Describes a prepared request for the journal: its amount and ids are those of its movements. One that is not understood
 * is known by its whole text, and locks every id in it.
 */
export function toIntentDraft(prepared: PreparedRequest, means: CallContext): IntentDraft {
  const { id, params, body, businessId, request, unknownReason, cents, movements } = prepared;
  const to = destinationOf(means);
  const draft =
    id === undefined
      ? unmatchedIntent({ method: request.method, path: request.path, body }, to)
      : intentOf(id, { params, body }, to);
  if (!draft) throw new Error(`The journal cannot record ${id}.`);
  const acts = id !== undefined && actsForBusiness.has(id);
  return {
    ...draft,
    businessId: draft.businessId ?? (acts ? (businessId ?? null) : null),
    cents: movements.length === 0 ? null : cents,
    ...(unknownReason !== null && { payableIds: collectRequestIds(request.path, body) }),
  };
}
