/** Sending of a write that is recorded in the journal before its first byte is sent. */

import { WriteError } from '../../cli/errors.ts';
import type { PaymentInWords } from '../../cli/payable/describe-payment.ts';
import { ApiError } from '../../contract/http/api-error.ts';
import type { SendGuard } from '../../contract/http/http-types.ts';
import { WithheldError } from '../../http/errors.ts';
import { outcomeOf } from '../../http/outcome.ts';
import { DuplicateError } from '../../journal/errors.ts';
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
  readonly send: (guard: SendGuard) => Promise<Answer>;
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
        status: request.lastResponse()?.status ?? null,
        requestId: masked(request.lastResponse()?.requestId),
        serverId: masked(serverId),
        payments,
      })
      .catch(request.onUnrecorded);
  try {
    const answer = await request.send(createSendGuard(begun));
    await record('applied', serverIdIn(answer), { payments: paymentsIn(answer) });
    return answer;
  } catch (error) {
    const outcome = outcomeOf(error);
    await record(outcome, null, { code: error instanceof ApiError ? error.code : null });
    throw new WriteError(outcome, intentId, error instanceof WithheldError ? error.cause : error);
  }
}

/** Throws the objection of the journal that `sendJournaled` would throw. Sends nothing. */
export const checkJournaled = (
  request: Omit<JournaledSend<unknown>, 'send' | 'mask' | 'lastResponse' | 'onUnrecorded'>,
): Promise<void> =>
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
