/** Sending of a write that is recorded in the journal before its first byte is sent. */

import { WriteError } from '../../cli/errors.ts';
import type { PaymentInWords } from '../../cli/payable/describe-payable.ts';
import { ApiError } from '../../contract/http/api-error.ts';
import type { SendGuard } from '../../contract/http/http-types.ts';
import { WithheldError } from '../../http/errors.ts';
import { outcomeOf } from '../../http/outcome.ts';
import { DuplicateError, JournalWriteError } from '../../journal/errors.ts';
import type { FinalOutcome, GuardOverride, PaidPayable } from '../../journal/intent.ts';
import type { IntentDraft } from '../../journal/intent-draft.ts';
import type { Journal } from '../../journal/journal.ts';
import type { SendContext } from '../../journal/send-context.ts';
import { createSendGuard } from './send-guard.ts';

/** A write and the callbacks that journal it. */
export interface JournaledSend<Answer> {
  readonly journal: Journal;
  readonly draft: IntentDraft;
  readonly sender: SendContext;
  /** Sends it under an idempotency key. */
  readonly send: (guard: SendGuard, idempotencyKey: string) => Promise<Answer>;
  /** Recognizes answers to earlier requests; set if the key is derived from the payment. */
  readonly replays?: ReplayCheck | undefined;
  /** Masks secrets: the response is stored in the journal, and may echo the request. */
  readonly mask: (text: string) => string;
  /** Returns the request id and status of the last response; `undefined` if no response arrived. */
  readonly lastResponse: () =>
    | { readonly requestId: string | null; readonly status: number | null }
    | undefined;
  /** Reads from the service what became of the payments of an applied intent. */
  readonly fetchDuplicateEvidence: (duplicate: DuplicateError) => Promise<DuplicateEvidence>;
  /** Called when an outcome could not be recorded. The result is printed anyway. */
  readonly onUnrecorded: (error: unknown) => void;
}

/** The outcome of a request whose answer belongs to an earlier one. */
export interface Replay {
  readonly outcome: FinalOutcome;
  readonly code: string;
  /** Thrown after the outcome was recorded; `undefined` if the answer settles an earlier intent. */
  readonly error?: unknown;
}

/** An answer of the service, and the ids of the payments in it. */
export interface Answered {
  readonly intentId: string;
  readonly paymentIds: readonly string[];
  /** The payments of a batch, with their payables. */
  readonly payments: readonly PaidPayable[];
}

/** Recognizes answers to earlier requests. */
export interface ReplayCheck {
  /** Returns the outcome if the answer is to an earlier request, else `undefined`. */
  readonly ofAnswer: (answered: Answered) => Promise<Replay | undefined>;
  /** Returns the outcome if the refusal is of an earlier request, else `undefined`. */
  readonly ofRefusal: (intentId: string, error: unknown) => Promise<Replay | undefined>;
}

/** The evidence about the payments of an applied intent. */
export interface DuplicateEvidence {
  /** The reason that all of them provably ended without paying; `null` otherwise. */
  readonly reason: string | null;
  /** A payment that did not, if the service shows it. */
  readonly payment?: PaymentInWords | undefined;
}

/**
 * Records the intent, sends the request, and records the outcome.
 *
 * @throws {WriteError} Around any error of the request. Objections of the journal are thrown as they are.
 */
export async function sendJournaled<Answer>(request: JournaledSend<Answer>): Promise<Answer> {
  const begun = await withOverrides(request, (sender) =>
    request.journal.begin(request.draft, sender),
  );
  const { intentId } = begun;
  const masked = (text: string | null = null) => text && request.mask(text);
  // Recognizing an answer may read records of the service.
  let response: ReturnType<JournaledSend<Answer>['lastResponse']>;
  const record = (
    outcome: FinalOutcome,
    serverId: string | null,
    {
      code = null,
      payments = [],
    }: { code?: string | null; payments?: readonly PaidPayable[] } = {},
  ) =>
    request.journal
      .recordOutcome(intentId, outcome, {
        code: masked(code),
        status: response?.status ?? null,
        requestId: masked(response?.requestId),
        serverId: masked(serverId),
        payments,
      })
      .catch(request.onUnrecorded);
  const { replays } = request;
  let answer: Answer;
  try {
    answer = await request.send(createSendGuard(begun), begun.idempotencyKey);
    response = request.lastResponse();
  } catch (error) {
    response = request.lastResponse();
    const replay = await replays?.ofRefusal(intentId, error).catch(() => undefined);
    const outcome = replay?.outcome ?? outcomeOf(error, { isKeyDerived: replays !== undefined });
    await record(outcome, null, { code: error instanceof ApiError ? error.code : null });
    const cause = error instanceof WithheldError ? error.cause : error;
    throw replay?.error ?? new WriteError(outcome, intentId, cause);
  }
  const [serverId, payments] = [serverIdIn(answer), paymentsIn(answer)];
  const replay = await replayOf(request, { intentId, serverId, payments });
  if (!replay || replay.outcome === 'applied') await record('applied', serverId, { payments });
  else await record(replay.outcome, null, { code: replay.code });
  if (replay?.error) throw replay.error;
  return answer;
}

/** Returns the outcome of an answer to an earlier request; `undefined` if it answers this one, or if that cannot be told. */
async function replayOf(
  { replays, onUnrecorded }: Pick<JournaledSend<unknown>, 'replays' | 'onUnrecorded'>,
  {
    intentId,
    serverId,
    payments,
  }: Pick<Answered, 'intentId' | 'payments'> & { readonly serverId: string | null },
): Promise<Replay | undefined> {
  const named = payments.map(({ paymentId }) => paymentId);
  const paymentIds = [...named, ...(named.length === 0 ? [serverId] : [])];
  try {
    return await replays?.ofAnswer({
      intentId,
      paymentIds: paymentIds.filter((it) => it !== null),
      payments,
    });
  } catch (error) {
    onUnrecorded(new JournalWriteError(intentId, 'applied', error));
    return undefined;
  }
}

/** Returns the key that `sendJournaled` would send, or throws its objection of the journal. Sends nothing. */
export const checkJournaled = (
  request: Omit<JournaledSend<unknown>, 'send' | 'mask' | 'lastResponse' | 'onUnrecorded'>,
): Promise<string> =>
  withOverrides(request, (sender) => request.journal.check(request.draft, sender));

/**
 * Runs `work`, and again with an override for each duplicate whose payments provably ended without paying: all of them,
 * in a batch.
 */
async function withOverrides<Result>(
  {
    sender,
    fetchDuplicateEvidence,
  }: Pick<JournaledSend<unknown>, 'sender' | 'fetchDuplicateEvidence'>,
  work: (sender: SendContext) => Promise<Result>,
): Promise<Result> {
  const overrides: GuardOverride[] = [];
  for (;;) {
    try {
      return await work({ ...sender, overrides });
    } catch (error) {
      if (!(error instanceof DuplicateError) || overrides.some(isOfIntent(error))) throw error;
      const { reason, payment } = await fetchDuplicateEvidence(error);
      const isOfPlan = sender.plan !== undefined;
      if (reason === null)
        throw new DuplicateError(error.intent, error.paid, payment, { isOfPlan });
      overrides.push({ intentId: error.intent.id, reason });
    }
  }
}

const isOfIntent =
  ({ intent }: DuplicateError) =>
  ({ intentId }: GuardOverride) =>
    intentId === intent.id;

/** Returns the id that the service assigned to the created record. */
function serverIdIn(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const { paymentId, id } = answer as { paymentId?: unknown; id?: unknown };
  const found = paymentId ?? id;
  return typeof found === 'string' ? found : null;
}

/** Returns the payments that the response to a batch names, with their payables. */
function paymentsIn(answer: unknown): PaidPayable[] {
  if (typeof answer !== 'object' || answer === null || !('payments' in answer)) return [];
  const { payments } = answer;
  return (Array.isArray(payments) ? payments : []).flatMap((payment) => {
    const { payableId, paymentId } = (payment ?? {}) as {
      payableId?: unknown;
      paymentId?: unknown;
    };
    return typeof payableId === 'string' && typeof paymentId === 'string'
      ? [{ payableId, paymentId }]
      : [];
  });
}
