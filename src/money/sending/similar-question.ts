/** Similar payments with an unknown outcome, as a question names them. */

import { usd } from '../../render/money.ts';
import type { PreparedRequest } from '../gate/prepare.ts';
import type { Consent } from '../journal/intent.ts';
import type { SimilarPayment } from '../journal/similar-payments.ts';
import { type CallContext, sendContextFor } from './send-context.ts';

/** The similar payments of the requests of one run of the program. */
export interface SimilarQuestion {
  /** Returns a line for the question for each similar payment with an unknown outcome. */
  readonly linesFor: (prepared: readonly PreparedRequest[]) => Promise<readonly string[]>;
  /**
   * Records that the question was confirmed.
   *
   * @throws {UnknownOutcomeError} If no person saw it, and there is a similar payment that is not allowed by name.
   */
  readonly confirmed: (
    prepared: readonly PreparedRequest[],
    consent: Consent | null,
  ) => Promise<void>;
  /** Returns the intents that a person saw in the question about a request. */
  readonly seenWith: (prepared: PreparedRequest) => readonly string[];
}

/** Creates the record of what questions named. */
export function createSimilarQuestion(context: CallContext): SimilarQuestion {
  const seen = new WeakMap<PreparedRequest, readonly string[]>();
  const similarTo = async (prepared: PreparedRequest): Promise<readonly SimilarPayment[]> => {
    const all = await (await context.journal()).listSimilar(prepared.draft);
    return all.filter(({ intent }) => intent.id !== prepared.options.allowDuplicate);
  };
  return {
    linesFor: async (all) => {
      const lines = new Set<string>();
      for (const prepared of all) {
        const similar = await similarTo(prepared);
        seen.set(
          prepared,
          similar.map(({ intent }) => intent.id),
        );
        for (const it of similar) lines.add(lineOf(it));
      }
      return [...lines];
    },
    confirmed: async (all, consent) => {
      if (consent === 'prompt' || consent === 'elicitation') return;
      for (const prepared of all) {
        seen.delete(prepared);
        await assertNoneSimilar(context, prepared);
      }
    },
    seenWith: (prepared) => seen.get(prepared) ?? [],
  };
}

/**
 * Checks that no similar payment has an unknown outcome, unless it is allowed by name. For callers that nobody can
 * answer.
 *
 * @throws {UnknownOutcomeError} For the newest one.
 */
export async function assertNoneSimilar(
  context: CallContext,
  prepared: PreparedRequest,
): Promise<void> {
  const sender = sendContextFor(context, prepared.options, '');
  await (await context.journal()).checkSimilar(prepared.draft, sender);
}

const lineOf = ({ intent, cents }: SimilarPayment): string =>
  `Outcome unknown: ${usd(cents)} to the same payee, sent on ${intent.createdAt.slice(0, 16).replace('T', ' ')} UTC (${intent.id})`;
