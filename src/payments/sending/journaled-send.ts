import { WriteError } from '../../cli/errors.ts';
import { ApiError } from '../../contract/http/api-error.ts';
import { outcomeOf } from '../../http/outcome.ts';
import { DuplicateError } from '../../journal/errors.ts';
import type { FinalOutcome, GuardOverride, PaidPayable } from '../../journal/intent.ts';
import type { IntentDraft } from '../../journal/intent-draft.ts';
import type { Journal } from '../../journal/journal.ts';
import type { SendContext } from '../../journal/send-context.ts';

/** One write that the journal knows of before its first byte leaves. */
export interface JournaledSend<Answer> {
  readonly journal: Journal;
  readonly draft: IntentDraft;
  readonly sender: SendContext;
  readonly send: () => Promise<Answer>;
  /** Hides secrets: what the service answers goes into the journal, and may repeat what it was sent. */
  readonly mask: (text: string) => string;
  /** What the last answer said of itself; undefined when none came. */
  readonly lastResponse: () =>
    | { readonly requestId: string | null; readonly status: number | null }
    | undefined;
  /** Why what an applied intent paid surely ended without paying, read from the service; null when it did not. */
  readonly fetchFailureReason: (done: DuplicateError) => Promise<string | null>;
  /** Takes note that an outcome could not be recorded: the result is printed all the same. */
  readonly onUnrecorded: (error: unknown) => void;
}

/** Writes the intent down, sends it, and writes down what became of it. Throws `WriteError` around whatever went wrong. */
export async function sendJournaled<Answer>(it: JournaledSend<Answer>): Promise<Answer> {
  const { intentId } = await lifting(it, (sender) => it.journal.begin(it.draft, sender));
  const masked = (text: string | null = null) => text && it.mask(text);
  const record = (
    outcome: FinalOutcome,
    serverId: string | null,
    {
      code = null,
      payments = [],
    }: { code?: string | null; payments?: readonly PaidPayable[] } = {},
  ) =>
    it.journal
      .recordOutcome(intentId, outcome, {
        code: masked(code),
        status: it.lastResponse()?.status ?? null,
        requestId: masked(it.lastResponse()?.requestId),
        serverId: masked(serverId),
        payments,
      })
      .catch(it.onUnrecorded);
  try {
    const answer = await it.send();
    await record('applied', serverIdIn(answer), { payments: paymentsIn(answer) });
    return answer;
  } catch (error) {
    const outcome = outcomeOf(error);
    await record(outcome, null, { code: error instanceof ApiError ? error.code : null });
    throw new WriteError(outcome, intentId, error);
  }
}

/** Throws what `sendJournaled` would throw because of the journal, and sends nothing. */
export const checkJournaled = (
  it: Omit<JournaledSend<unknown>, 'send' | 'mask' | 'lastResponse' | 'onUnrecorded'>,
): Promise<void> => lifting(it, (sender) => it.journal.check(it.draft, sender));

/** What was done before is no obstacle when the service shows that it ended without paying: each of it, in a batch. */
async function lifting<Result>(
  { sender, fetchFailureReason }: Pick<JournaledSend<unknown>, 'sender' | 'fetchFailureReason'>,
  work: (sender: SendContext) => Promise<Result>,
): Promise<Result> {
  const liftedBy: GuardOverride[] = [];
  for (;;) {
    try {
      return await work({ ...sender, overrides: liftedBy });
    } catch (error) {
      if (!(error instanceof DuplicateError) || liftedBy.some(isOf(error))) throw error;
      const reason = await fetchFailureReason(error);
      if (reason === null) throw error;
      liftedBy.push({ intentId: error.intent.id, reason });
    }
  }
}

const isOf =
  ({ intent }: DuplicateError) =>
  ({ intentId }: GuardOverride) =>
    intentId === intent.id;

/** The id that the service gave to what it made. */
function serverIdIn(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const { paymentId, id } = answer as { paymentId?: unknown; id?: unknown };
  const found = paymentId ?? id;
  return typeof found === 'string' ? found : null;
}

/** The payments that the answer to a batch names, with their payables. */
function paymentsIn(answer: unknown): PaidPayable[] {
  if (typeof answer !== 'object' || answer === null || !('payments' in answer)) return [];
  const { payments } = answer;
  return (Array.isArray(payments) ? payments : []).flatMap((it) => {
    const { payableId, paymentId } = (it ?? {}) as { payableId?: unknown; paymentId?: unknown };
    return typeof payableId === 'string' && typeof paymentId === 'string'
      ? [{ payableId, paymentId }]
      : [];
  });
}
