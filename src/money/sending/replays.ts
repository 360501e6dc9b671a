/** Answers that a service repeats from an earlier request under the same idempotency key. */

import { ApiError } from '../../api/http/api-error.ts';
import { payable as payables } from '../../api/operations/payable.ts';
import { compareText } from '../../compare-text.ts';
import { mapConcurrent } from '../../map-concurrent.ts';
import { GuardError, WriteError } from '../errors.ts';
import type { Movement } from '../gate/movements.ts';
import type { PreparedRequest } from '../gate/prepare.ts';
import type { KeyCounts } from '../journal/idempotency-key.ts';
import type { StoredIntent } from '../journal/intent.ts';
import { derivesKey } from '../journal/journaled-operations.ts';
import type { KeyedAttempt } from '../journal/key-history.ts';
import { namedPayments } from '../journal/payment-ended.ts';
import {
  type Answered,
  type JournaledSend,
  type Replay,
  type ReplayCheck,
  sendJournaled,
} from './journaled-send.ts';
import type { CallContext } from './send-context.ts';

/** The service repeated an answer to an earlier request that paid nothing: the next number of the key is due. */
class PaidNothingError extends Error {
  readonly failure: unknown;

  constructor(failure: unknown) {
    super();
    this.failure = failure;
  }
}

/** The largest number of repeated answers in one run, after which the last one is the result. */
const MAX_REPLAYS = 10;

/**
 * Sends a request, a payment under its derived key. If the service repeats a refusal, or the answer of a payment that ended without
 * paying, it is sent once more under the key of the next number.
 *
 * @throws {GuardError} If the service answers with a payment that was made before, which no earlier intent waits for (14).
 */
export async function sendUnderKey<Answer>(
  context: CallContext,
  prepared: PreparedRequest,
  request: JournaledSend<Answer>,
): Promise<Answer> {
  if (!derivesKey(prepared.id)) return sendJournaled(context, request);
  let known = await readRecordedPayments(context, prepared);
  let raised = 0;
  for (let replays = 0; ; replays++) {
    const sender = { ...request.sender, counts: { ended: known.ended, raised } };
    try {
      const replays = createReplayCheck(context, prepared, known);
      return await sendJournaled(context, { ...request, sender, replays });
    } catch (error) {
      if (!(error instanceof PaidNothingError)) throw error;
      if (replays === MAX_REPLAYS) throw error.failure;
    }
    const now = await readRecordedPayments(context, prepared, { isFresh: true });
    // Another journal counts what the records show: this one must have the same key.
    const isCounted = now.ended.some((count, at) => count !== known.ended[at]);
    raised = isCounted ? 0 : raised + 1;
    known = now;
  }
}

/** Reads the counts that the key of a payment is derived from. */
export const firstCounts = async (
  context: CallContext,
  prepared: PreparedRequest,
): Promise<KeyCounts> => ({
  ended: (await readRecordedPayments(context, prepared)).ended,
  raised: 0,
});

function createReplayCheck(
  context: CallContext,
  prepared: PreparedRequest,
  known: RecordedPayments,
): ReplayCheck {
  const isMarked = () => context.connection.client.lastResponse()?.replayed === true;
  return {
    ofAnswer: async (answered) => {
      const { intentId, paymentIds } = answered;
      const journal = await context.journal();
      const owners = await journal.listWithPayments(intentId, paymentIds);
      const isReplay =
        isMarked() || owners.length > 0 || paymentIds.some((id) => known.allIds.has(id));
      if (!isReplay) return undefined;
      if (await hasEnded(context, prepared, { known, owners, paymentIds })) {
        const error = new PaidNothingError(alreadyPaid(paymentIds));
        return { outcome: 'rejected', code: 'replayed', error };
      }
      return settle(context, { ...answered, owners });
    },
    ofRefusal: async (intentId, error) => {
      if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429)
        return undefined;
      const journal = await context.journal();
      const isReplay =
        isMarked() ||
        (await journal.listUnderSameKey(intentId)).some((it) => isSameRefusal(it, error));
      if (!isReplay) return undefined;
      const failure = new WriteError('rejected', intentId, error);
      return { outcome: 'rejected', code: error.code, error: new PaidNothingError(failure) };
    },
  };
}

/** Reports whether an attempt got an equal refusal: a service that does not mark repeated answers would give it again. */
const isSameRefusal = ({ intent, status, code }: KeyedAttempt, error: ApiError): boolean =>
  intent.outcome === 'rejected' && status === error.status && code === error.code;

/** Reports whether one of the payments ended without paying, by the records of the service or by this journal. */
async function hasEnded(
  context: CallContext,
  prepared: PreparedRequest,
  {
    known,
    owners,
    paymentIds,
  }: {
    readonly known: RecordedPayments;
    readonly owners: readonly StoredIntent[];
    readonly paymentIds: readonly string[];
  },
): Promise<boolean> {
  const { endedIds } = await readRecordedPayments(context, prepared, { isFresh: true }).catch(
    () => known,
  );
  if (paymentIds.some((id) => endedIds.has(id))) return true;
  const journal = await context.journal();
  for (const owner of owners) {
    for (const paymentId of paymentIds) {
      if (await journal.evidenceFor({ ...owner, paymentId })) return true;
    }
  }
  return false;
}

/** Settles the earlier intent that the answer belongs to, if its outcome was unknown or resolved as not applied. */
async function settle(
  context: CallContext,
  {
    intentId,
    paymentIds,
    payments,
    owners,
  }: Answered & { readonly owners: readonly StoredIntent[] },
): Promise<Replay> {
  const journal = await context.journal();
  const attempts = await journal.listUnderSameKey(intentId);
  const open = attempts.find(({ intent }) => isOpen(intent));
  if (open) {
    const note = `The service answered a repeat (${intentId}) with its payment ${paymentIds.join(' ')}.`;
    const [serverId] = paymentIds.length === 1 ? paymentIds : [];
    await journal.resolve(open.intent.id, 'applied', note, {
      source: 'records',
      serverId,
      payments,
    });
    return { outcome: 'rejected', code: 'replayed' };
  }
  const isRecorded =
    owners.length > 0 || attempts.some(({ intent }) => intent.outcome === 'applied');
  return {
    // The payment is no other intent's, so the journal knows it by this one from now on.
    outcome: isRecorded ? 'rejected' : 'applied',
    code: 'replayed',
    error: alreadyPaid(paymentIds),
  };
}

const isOpen = ({ outcome, verdict }: StoredIntent): boolean =>
  ['unknown', 'sending'].includes(outcome) && verdict !== 'applied';

const alreadyPaid = (paymentIds: readonly string[]): GuardError =>
  new GuardError(
    'already_paid',
    `Not paid again: the service answered with ${paymentIds.join(', ') || 'a payment'}, which was made before.`,
    paymentIds.slice(0, 1).map((id) => `remit pay get ${id}`),
  );

/** The payments of all payables of a request, by the service's records. */
interface RecordedPayments {
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
async function readRecordedPayments(
  { connection: { client } }: CallContext,
  { movements, businessId }: PreparedRequest,
  { isFresh = false }: { readonly isFresh?: boolean } = {},
): Promise<RecordedPayments> {
  const paid = movements
    .filter(({ payableId }) => payableId !== null)
    .toSorted((left, right) => compareText(String(left.payableId), String(right.payableId)));
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
