import type { ProcessFacts } from '../config/process-facts.ts';
import type { Journal } from '../journal/journal.ts';

/**
 * Returns a journal that keeps its intents in `pendingIntents` from their commit until their outcome is recorded. One
 * that is unknown, or that could not be recorded, stays.
 */
export function withPendingIntents(
  journal: Journal,
  { pendingIntents }: Pick<ProcessFacts, 'pendingIntents'>,
): Journal {
  return {
    ...journal,
    begin: async (...intent) => {
      const begun = await journal.begin(...intent);
      pendingIntents.add(begun.intentId);
      return begun;
    },
    recordOutcome: async (intentId, outcome, details) => {
      await journal.recordOutcome(intentId, outcome, details);
      if (outcome !== 'unknown') pendingIntents.delete(intentId);
    },
  };
}
