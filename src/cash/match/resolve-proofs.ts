import type { Context } from '../../cli/context.ts';
import { groupBy } from '../../group-by.ts';
import { GuardError } from '../../money/errors.ts';
import { policyOfVerdict } from '../../money/gate/verdict.ts';
import {
  type Cuttable,
  cuttable,
  joinCuttable,
  type QuestionLine,
  uncut,
} from '../../render/cuttable.ts';
import { usd } from '../../render/money.ts';
import type { LineMatch, MatchResult } from './matching/match-lines.ts';
import type { ExpectedTransfer } from './matching/transfer.ts';
import { formatEvidenceNote } from './recorded-lines.ts';

/** An unresolved intent, and the lines that show that it was applied. */
export interface OutcomeProof {
  readonly intentId: string;
  readonly matches: readonly LineMatch[];
  /** Whether each line has the id that the service assigned to a payment which it shows as made. */
  readonly isCertain: boolean;
}

/**
 * Returns the unresolved intents that a match proves to be applied. A line proves nothing but this, its absence proves
 * nothing at all, and a line that is the sum of transfers of several intents proves none of them. A batch is proved if
 * all of its payments are on the statement.
 */
export function findProofs(
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
    return [{ intentId, matches: own, isCertain: own.every(isNamedByService) }];
  });
}

/** Reports whether a line names a transfer by the id that the service assigned to it, and the service shows it as made. */
const isNamedByService = ({ transfers, isAssigned }: LineMatch): boolean =>
  isAssigned && transfers.every(({ certainty }) => certainty === 'made');

/**
 * Asks for each proof whether to record it, and returns the intents that were resolved as applied. `--yes` answers for
 * the certain ones only: an invoice number, a name or an amount may be of somebody else's payment, and a wrong verdict
 * would hide a payment that was never made.
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
    await journal.resolve(proof.intentId, 'applied', formatEvidenceNote(keys));
    resolved.add(proof.intentId);
    context.notice(`${proof.intentId} is resolved as applied.`);
  }
  return resolved;
}

/** Reports whether a machine policy leaves the verdict to two people, and says so. */
async function needsTwoPersons(context: Context, { intentId }: OutcomeProof): Promise<boolean> {
  const intent = await (await context.journal()).show(intentId);
  const machine = intent && (await policyOfVerdict(context, intent));
  if (machine === undefined) return false;
  context.notice(
    `${intentId} is left unresolved: ${machine.file} wants the signatures of two people. Request it: remit journal resolve ${intentId} --applied`,
  );
  return true;
}

async function isConfirmed(context: Context, proof: OutcomeProof): Promise<boolean> {
  const { intentId, isCertain } = proof;
  if (context.globalFlags.yes) {
    if (!isCertain) {
      context.notice(
        `${intentId} is left unresolved: ${reasonsOf(proof)} on a statement may be of another payment. Verify it, then: remit journal resolve ${intentId} --applied`,
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
  ...matches.flatMap(({ line, why, transfers }) => [
    cuttable`  Line ${line.line}, ${line.date}, ${usd(line.cents)}: ${line.text} (${why})`,
    ...transfers.map((it) => cuttable`    could be the ${describeTransfer(it)}`),
  ]),
  'Recorded as applied, it stays blocked as a duplicate. If it was not applied, it will not be paid.',
];

function describeTransfer(it: ExpectedTransfer): Cuttable {
  const { kind, cents, party, invoiceNumber, paymentId, window, certainty } = it;
  const amount = cuttable`${kind} of ${usd(Math.abs(cents))}`;
  return joinCuttable(
    [
      party === null ? amount : cuttable`${amount} to ${party}`,
      ...(invoiceNumber === null ? [] : [cuttable`invoice ${invoiceNumber}`]),
      ...(paymentId === null ? [] : [cuttable`payment ${paymentId}`]),
      ...(window === null ? [] : [cuttable`expected ${window.expected}`]),
      uncut(
        certainty === 'made'
          ? 'which the service shows as made'
          : 'which the service does not show',
      ),
    ],
    ', ',
  );
}

/** Returns the different evidence of a proof: `amount and invoice number`. */
const reasonsOf = ({ matches }: OutcomeProof): string =>
  [...new Set(matches.map(({ why }) => why))].join('; ');
