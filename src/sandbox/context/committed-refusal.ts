import type { Refused } from '../../contract/http/api-error.ts';
import { type ProblemSite, problemReply, type Reply } from './problem-details.ts';

/**
 * A refusal whose effects stay: a wrong micro-deposit amount costs an attempt, a wrong password is counted.
 * A handler that throws plain `Refused` leaves nothing behind; one that throws this is refused, and commits.
 */
export class RefusedAndKept extends Error {
  override readonly name = 'RefusedAndKept';
  readonly refused: Refused;

  constructor(refused: Refused) {
    super(refused.message);
    this.refused = refused;
  }
}

/** Turns such a refusal into an answer like any other, so that the transaction it happened in goes through. */
export async function orKept(answer: () => Promise<Reply>, site: ProblemSite): Promise<Reply> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof RefusedAndKept) return problemReply(error.refused, site);
    throw error;
  }
}
