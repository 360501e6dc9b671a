import { Attempted } from '../cli/errors.ts';
import { Refused } from '../contract/refusal.ts';
import { outcomeOf } from '../http/outcome.ts';
import { AlreadyDone } from '../journal/errors.ts';
import type { KeptIntent, Settled } from '../journal/intent.ts';
import type { IntentDraft } from '../journal/intents.ts';
import type { Journal } from '../journal/journal.ts';
import type { Sender } from '../journal/sender.ts';

/** One write that the journal knows of before its first byte leaves. */
export interface Attempt<Answer> {
  readonly journal: Journal;
  readonly draft: IntentDraft;
  readonly sender: Sender;
  readonly send: () => Promise<Answer>;
  /** What the last answer said of itself; undefined when none came. */
  readonly seen: () =>
    | { readonly requestId: string | null; readonly status: number | null }
    | undefined;
  /** Why the payment of an applied intent surely ended without paying, read from the service; null when it did not. */
  readonly ended: (intent: KeptIntent) => Promise<string | null>;
  /** Takes note that an outcome could not be recorded: the result is printed all the same. */
  readonly unrecorded: (error: unknown) => void;
}

/** Writes the intent down, sends it, and writes down what became of it. Throws `Attempted` around whatever went wrong. */
export async function attempt<Answer>(it: Attempt<Answer>): Promise<Answer> {
  const { intentId } = await lifting(it, (sender) => it.journal.begin(it.draft, sender));
  const record = (outcome: Settled, serverId: string | null, code: string | null = null) =>
    it.journal
      .settle(intentId, outcome, {
        code,
        status: it.seen()?.status ?? null,
        requestId: it.seen()?.requestId ?? null,
        serverId,
      })
      .catch(it.unrecorded);
  try {
    const answer = await it.send();
    await record('applied', serverIdIn(answer));
    return answer;
  } catch (error) {
    const outcome = outcomeOf(error);
    await record(outcome, null, error instanceof Refused ? error.code : null);
    throw new Attempted(outcome, intentId, error);
  }
}

/** Throws what `attempt` would throw because of the journal, and sends nothing. */
export const wouldAttempt = (
  it: Omit<Attempt<unknown>, 'send' | 'seen' | 'unrecorded'>,
): Promise<void> => lifting(it, (sender) => it.journal.check(it.draft, sender));

/** What was done before is no obstacle when the service shows that it ended without paying. */
async function lifting<Result>(
  { sender, ended }: Pick<Attempt<unknown>, 'sender' | 'ended'>,
  work: (sender: Sender) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(sender);
  } catch (error) {
    const reason = error instanceof AlreadyDone ? await ended(error.intent) : null;
    if (!(error instanceof AlreadyDone) || reason === null) throw error;
    return work({ ...sender, liftedBy: { intentId: error.intent.id, reason } });
  }
}

/** The id that the service gave to what it made. */
function serverIdIn(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const { paymentId, id } = answer as { paymentId?: unknown; id?: unknown };
  const found = paymentId ?? id;
  return typeof found === 'string' ? found : null;
}
