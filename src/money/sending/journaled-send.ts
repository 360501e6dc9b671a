/** Sending of a write that is recorded in the journal before its first byte is sent. */

import { WithheldError } from '../../api/client/errors.ts';
import { outcomeOf } from '../../api/client/outcome.ts';
import { ApiError } from '../../api/http/api-error.ts';
import type { SendGuard } from '../../api/http/http-types.ts';
import { WriteError } from '../errors.ts';
import { DuplicateError, JournalWriteError } from '../journal/errors.ts';
import type { FinalOutcome, GuardOverride, PaidPayable } from '../journal/intent.ts';
import type { IntentDraft } from '../journal/intent-draft.ts';
import type { SendContext } from '../journal/send-context.ts';
import { type CallContext, fetchDuplicateEvidence } from './send-context.ts';
import { createSendGuard } from './send-guard.ts';

export interface JournaledSend<Answer> {
  readonly draft: IntentDraft;
  readonly sender: SendContext;
  /** Sends it under an idempotency key. */
  readonly send: (guard: SendGuard, idempotencyKey: string) => Promise<Answer>;
  /** Recognizes answers to earlier requests; set if the key is derived from the payment. */
  readonly replays?: ReplayCheck | undefined;
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
  readonly payments: readonly PaidPayable[];
}

/** Recognizes answers to earlier requests. */
export interface ReplayCheck {
  /** Returns the outcome if the answer is to an earlier request, otherwise `undefined`. */
  readonly ofAnswer: (answered: Answered) => Promise<Replay | undefined>;
  /** Returns the outcome if the refusal is of an earlier request, otherwise `undefined`. */
  readonly ofRefusal: (intentId: string, error: unknown) => Promise<Replay | undefined>;
}

/**
 * Records the intent, sends the request, and records the outcome.
 *
 * @throws {WriteError} Around any error of the request. Objections of the journal are thrown as they are.
 */
export async function sendJournaled<Answer>(
  context: CallContext,
  request: JournaledSend<Answer>,
): Promise<Answer> {
  const { client } = context.connection;
  const journal = await context.journal();
  const { draft, replays } = request;
  const begun = await withOverrides(context, request.sender, (sender) =>
    journal.begin(draft, sender),
  );
  const { intentId } = begun;
  // The response is stored, and may echo the request.
  const masked = (text: string | null = null) => text && context.secrets.mask(text);
  // Recognizing an answer may read records of the service.
  let response: ReturnType<typeof client.lastResponse>;
  const record = (
    outcome: FinalOutcome,
    serverId: string | null,
    {
      code = null,
      payments = [],
    }: { code?: string | null; payments?: readonly PaidPayable[] } = {},
  ) =>
    journal
      .recordOutcome(intentId, outcome, {
        code: masked(code),
        status: response?.status ?? null,
        requestId: masked(response?.requestId),
        serverId: masked(serverId),
        payments,
      })
      .catch(context.onUnrecorded);
  let answer: Answer;
  try {
    answer = await request.send(createSendGuard(begun), begun.idempotencyKey);
    response = client.lastResponse();
  } catch (error) {
    response = client.lastResponse();
    const replay = await replays?.ofRefusal(intentId, error).catch(() => undefined);
    const outcome = replay?.outcome ?? outcomeOf(error, { isKeyDerived: replays !== undefined });
    await record(outcome, null, { code: error instanceof ApiError ? error.code : null });
    const cause = error instanceof WithheldError ? error.cause : error;
    throw replay?.error ?? new WriteError(outcome, intentId, cause);
  }
  const [serverId, payments] = [serverIdIn(answer), paymentsIn(answer)];
  const replay = await replayOf(context, replays, { intentId, serverId, payments });
  if (!replay || replay.outcome === 'applied') await record('applied', serverId, { payments });
  else await record(replay.outcome, null, { code: replay.code });
  if (replay?.error) throw replay.error;
  return answer;
}

/** Returns the outcome of an answer to an earlier request; `undefined` if it answers this one, or if that cannot be told. */
async function replayOf(
  { onUnrecorded }: CallContext,
  replays: ReplayCheck | undefined,
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
export async function checkJournaled(
  context: CallContext,
  { draft, sender: given }: Pick<JournaledSend<unknown>, 'draft' | 'sender'>,
): Promise<string> {
  const journal = await context.journal();
  return withOverrides(context, given, (sender) => journal.check(draft, sender));
}

/**
 * Runs `work`, and again with an override for each duplicate whose payments provably ended without paying: all of them,
 * in a batch.
 */
async function withOverrides<Result>(
  context: CallContext,
  sender: SendContext,
  work: (sender: SendContext) => Promise<Result>,
): Promise<Result> {
  const overrides: GuardOverride[] = [];
  for (;;) {
    try {
      return await work({ ...sender, overrides });
    } catch (error) {
      if (!(error instanceof DuplicateError) || overrides.some(isOfIntent(error))) throw error;
      const { reason, payment } = await fetchDuplicateEvidence(context, error);
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
