import {
  type IntentDraft,
  intentOf,
  unmatchedIntent,
  withReference,
} from '../../journal/intent-draft.ts';
import { shownPaymentsOf } from '../../journal/sent-facts.ts';
import { payeesOf } from '../policy.ts';
import type { PreparedRequest } from '../prepare.ts';
import { collectRequestIds } from '../request-reading.ts';
import { type CallContext, destinationOf } from './send-context.ts';

/** The operations whose request does not name the acting business. */
const actsForBusiness = new Set(['pay.initiate', 'pay.bulkInitiate']);

/**
 * Converts a prepared request to an intent draft: its amount and ids are those of its movements.
 *
 * A request that is not understood is identified by its whole text, and every id in it is locked.
 */
export function toIntentDraft(prepared: PreparedRequest, context: CallContext): IntentDraft {
  const { id, params, body, businessId, request, unknownReason, cents, movements } = prepared;
  const to = destinationOf(context);
  const own =
    id === undefined
      ? unmatchedIntent({ method: request.method, path: request.path, body }, to)
      : intentOf(id, { params, body }, to);
  if (!own) throw new Error(`The journal cannot record ${id}.`);
  const draft = withReference(own, prepared.options.reference);
  const acts = id !== undefined && actsForBusiness.has(id);
  return {
    ...draft,
    businessId: draft.businessId ?? (acts ? (businessId ?? null) : null),
    cents: movements.length === 0 ? null : cents,
    ...(acts && { payments: movements.map(({ payable }) => shownPaymentsOf(payable)) }),
    ...(unknownReason === null && {
      payees: payeesOf(movements, draft.businessId ?? businessId),
    }),
    ...(unknownReason !== null && { payableIds: collectRequestIds(request.path, body) }),
  };
}
