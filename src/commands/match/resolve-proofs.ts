/** Resolves unknown outcomes of the journal from the lines of a bank statement. */

import type { Context } from '../../cli/context.ts';
import { GuardError } from '../../cli/errors.ts';
import { policyOfVerdict } from '../../payments/verdict.ts';
import { cuttable, type QuestionLine } from '../../render/cuttable.ts';
import { usd } from '../../render/money.ts';
import { groupBy } from './matching/group-by.ts';
import type { LineMatch, MatchResult } from './matching/match-lines.ts';
import type { ExpectedTransfer } from './matching/transfer.ts';
import { noteOf } from './recorded-lines.ts';

/** An unresolved intent, and the lines that show that it was applied. */
export interface OutcomeProof {
  readonly intentId: string;
  readonly matches: readonly LineMatch[];
  /** Whether each line has an identifier of its transfer. */
  readonly isCertain: boolean;
}

/**
 * Returns the unresolved intents that a match proves to be applied. A line proves nothing but this, its absence proves
 * nothing at all, and a line that is the sum of transfers of several intents proves none of them. A batch is proved if
 * all of its payments are on the statement.
 */
export function proofsIn(
  { matches }: MatchResult,
  transfers: readonly ExpectedTransfer[],
): readonly OutcomeProof[] {
  const unresolved = groupBy(
    transfers.filter(({ isUnresolved }) => isUnresolved),
    ({ intentId }) => intentId,
  );
  return [...unresolved].flatMap(([intentId, parts]) => {
    const own = matches.filter(({ transfers: of }) => of.some((it) => parts.includes(it)));
    const proved = new Set(own.flatMap(({ transfers: of }) => of));
    const isWhole = parts.every((it) => proved.has(it));
    const isAlone = [...proved].every((it) => it.intentId === intentId);
    if (intentId === null || !isWhole || !isAlone) return [];
    return [{ intentId, matches: own, isCertain: own.every(({ status }) => status === 'matched') }];
  });
}

/**
 * Asks for each proof whether to record it, and returns the intents that were resolved as applied. `--yes` answers for
 * the certain ones only: a wrong verdict would hide a payment that was never made.
 *
 * @throws {UsageError} without a terminal and `--yes`.
 */
export async function resolveProofs(
  context: Context,
  proofs: readonly OutcomeProof[],
): Promise<ReadonlySet<string>> {
  const resolved = new Set<string>();
  const journal = await context.journal();
  for (const proof of proofs) {
    if (await needsTwoPersons(context, proof)) continue;
    if (!(await isConfirmed(context, proof))) continue;
    const keys = proof.matches.map(({ line }) => line.key);
    await journal.resolve(proof.intentId, 'applied', noteOf(keys));
    resolved.add(proof.intentId);
    context.notice(`${proof.intentId} is resolved as applied.`);
  }
  return resolved;
}

/** Reports whether a policy of the machine leaves the verdict to two persons, and says so. */
async function needsTwoPersons(context: Context, { intentId }: OutcomeProof): Promise<boolean> {
  const intent = await (await context.journal()).show(intentId);
  const machine = intent && (await policyOfVerdict(context, intent));
  if (machine === undefined) return false;
  context.notice(
    `${intentId} is left unresolved: ${machine.file} wants the signatures of two persons. Request it: remit journal resolve ${intentId} --applied`,
  );
  return true;
}

async function isConfirmed(context: Context, proof: OutcomeProof): Promise<boolean> {
  const { intentId, isCertain } = proof;
  if (context.globalFlags.yes) {
    if (!isCertain) {
      context.notice(
        `${intentId} is left unresolved: the statement shows it by amount and date only. Verify it, then: remit journal resolve ${intentId} --applied`,
      );
    }
    return isCertain;
  }
  try {
    await context.confirm(linesOf(proof), `Record ${intentId} as applied?`);
    return true;
  } catch (error) {
    if (error instanceof GuardError && error.code === 'declined') return false;
    throw error;
  }
}

const linesOf = ({ intentId, matches }: OutcomeProof): readonly QuestionLine[] => [
  `The outcome of ${intentId} is unknown. On the statement:`,
  ...matches.map(
    ({ line, why }) =>
      cuttable`  Line ${line.line}, ${line.date}, ${usd(line.cents)}: ${line.text} (${why})`,
  ),
  'Recorded as applied, it stays blocked as a duplicate. If it was not applied, it will not be paid.',
];
