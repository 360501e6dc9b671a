import { Attempted } from '../../cli/errors.ts';
import { Refused } from '../../contract/http/api-error.ts';
import { outcomeOf } from '../../http/outcome.ts';
import { AlreadyDone } from '../../journal/errors.ts';
import type { Lifted, PaidPayable, Settled } from '../../journal/intent.ts';
import type { IntentDraft } from '../../journal/intent-draft.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Sender } from '../../journal/send-context.ts';

/** One write that the journal knows of before its first byte leaves. */
export interface Attempt<Answer> {
  readonly journal: Journal;
  readonly draft: IntentDraft;
  readonly sender: Sender;
  readonly send: () => Promise<Answer>;
  /** Hides secrets: what the service answers goes into the journal, and may repeat what it was sent. */
  readonly mask: (text: string) => string;
  /** What the last answer said of itself; undefined when none came. */
  readonly seen: () =>
    | { readonly requestId: string | null; readonly status: number | null }
    | undefined;
  /** Why what an applied intent paid surely ended without paying, read from the service; null when it did not. */
  readonly ended: (done: AlreadyDone) => Promise<string | null>;
  /** Takes note that an outcome could not be recorded: the result is printed all the same. */
  readonly unrecorded: (error: unknown) => void;
}

/** Writes the intent down, sends it, and writes down what became of it. Throws `Attempted` around whatever went wrong. */
export async function attempt<Answer>(it: Attempt<Answer>): Promise<Answer> {
  const { intentId } = await lifting(it, (sender) => it.journal.begin(it.draft, sender));
  const masked = (text: string | null = null) => text && it.mask(text);
  const record = (
    outcome: Settled,
    serverId: string | null,
    {
      code = null,
      payments = [],
    }: { code?: string | null; payments?: readonly PaidPayable[] } = {},
  ) =>
    it.journal
      .settle(intentId, outcome, {
        code: masked(code),
        status: it.seen()?.status ?? null,
        requestId: masked(it.seen()?.requestId),
        serverId: masked(serverId),
        payments,
      })
      .catch(it.unrecorded);
  try {
    const answer = await it.send();
    await record('applied', serverIdIn(answer), { payments: paymentsIn(answer) });
    return answer;
  } catch (error) {
    const outcome = outcomeOf(error);
    await record(outcome, null, { code: error instanceof Refused ? error.code : null });
    throw new Attempted(outcome, intentId, error);
  }
}

/** Throws what `attempt` would throw because of the journal, and sends nothing. */
export const wouldAttempt = (
  it: Omit<Attempt<unknown>, 'send' | 'mask' | 'seen' | 'unrecorded'>,
): Promise<void> => lifting(it, (sender) => it.journal.check(it.draft, sender));

/** What was done before is no obstacle when the service shows that it ended without paying: each of it, in a batch. */
async function lifting<Result>(
  { sender, ended }: Pick<Attempt<unknown>, 'sender' | 'ended'>,
  work: (sender: Sender) => Promise<Result>,
): Promise<Result> {
  const liftedBy: Lifted[] = [];
  for (;;) {
    try {
      return await work({ ...sender, liftedBy });
    } catch (error) {
      if (!(error instanceof AlreadyDone) || liftedBy.some(isOf(error))) throw error;
      const reason = await ended(error);
      if (reason === null) throw error;
      liftedBy.push({ intentId: error.intent.id, reason });
    }
  }
}

const isOf =
  ({ intent }: AlreadyDone) =>
  ({ intentId }: Lifted) =>
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
