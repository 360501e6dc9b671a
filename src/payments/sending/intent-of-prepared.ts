import { type IntentDraft, intentOf, unmatchedIntent } from '../../journal/intent-draft.ts';
import type { Prepared } from '../prepare.ts';
import { idsIn } from '../request-reading.ts';
import { destinationOf, type Means } from './send-context.ts';

/** The operations whose request does not name the business that acts. */
const actsForBusiness = new Set(['pay.initiate', 'pay.bulkInitiate']);

/**
 * Describes a prepared request for the journal: its amount and ids are those of its movements. One that is not understood
 * is known by its whole text, and locks every id in it.
 */
export function intentFor(prepared: Prepared, means: Means): IntentDraft {
  const { id, params, body, businessId, request, unknown, cents, movements } = prepared;
  const to = destinationOf(means);
  const draft =
    id === undefined
      ? unmatchedIntent({ method: request.method, path: request.path, body }, to)
      : intentOf(id, { params, body }, to);
  if (!draft) throw new Error(`The journal has no place for ${id}.`);
  const acts = id !== undefined && actsForBusiness.has(id);
  return {
    ...draft,
    businessId: draft.businessId ?? (acts ? (businessId ?? null) : null),
    cents: movements.length === 0 ? null : cents,
    ...(unknown !== null && { payableIds: idsIn(request.path, body) }),
  };
}
