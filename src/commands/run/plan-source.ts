/** The source of the rows of a plan, as the command line names it. */

import type { Payable } from '../../api/operations/payable.ts';
import type { Context } from '../../cli/context.ts';
import { readPlanInputs } from '../../cli/input/payment-file.ts';
import { chooseFilters } from '../../cli/list/choose-filters.ts';
import type { ChosenFilter, FilterValues } from '../../cli/list/record-filter.ts';
import { approvedPayables, planFilters } from '../../cli/payable/approved-payables.ts';
import { isInteractive } from '../../cli/system.ts';
import type { PaymentInput, PlanInputs, Speed } from '../../money/batches/payment-inputs.ts';
import { UsageError } from '../../money/errors.ts';
import type { WithdrawalAmount } from '../../money/gate/withdrawal-amount.ts';
import type { PlanSource } from '../../money/runs/build-plan.ts';

/** The flags of `run plan` that say what is paid, beside the filters. */
interface SourceFlags extends FilterValues {
  readonly file: string | undefined;
  readonly dateFormat: string | undefined;
  readonly connection: string | undefined;
  readonly tag: string | undefined;
  readonly bank: string | undefined;
  readonly speed: Speed | undefined;
  readonly on: string | undefined;
  readonly arriveBy: string | undefined;
  readonly expectPayee: string | undefined;
  readonly withdraw: WithdrawalAmount | undefined;
}

/**
 * Returns the source of the rows: the named payables, a file, a withdrawal, or all approved payables that match the
 * filters. Reads the file.
 *
 * @throws {UsageError} If flags exclude each other, or the file has problems.
 */
export async function planSourceOf(
  context: Context,
  named: readonly string[],
  flags: SourceFlags,
): Promise<PlanSource> {
  const chosen = chooseFilters<Payable>(planFilters, flags);
  assertOneSource(named, flags, chosen);
  const { withdraw, bank, file, connection, expectPayee, tag } = flags;
  if (withdraw && bank !== undefined) return { kind: 'withdrawal', amount: withdraw, to: bank };
  if (named.length > 0) {
    const isPerson = isInteractive(context.system, context.globalFlags);
    const numbers = { expectPayee, typedBy: isPerson ? 'person' : 'script' } as const;
    return { kind: 'rows', rows: namedRows(named, connection), numbers };
  }
  if (file === undefined) {
    return { kind: 'list', payables: await approvedPayables(context, chosen), tag };
  }
  const rows = await readPlanInputs(context, file, flags.dateFormat);
  assertNoTiming(flags, rows);
  return { kind: 'rows', rows, numbers: { expectPayee } };
}

const namedRows = (named: readonly string[], connectionId: string | undefined): PlanInputs => ({
  kind: 'payables',
  rows: named.map(
    (payableId, at): PaymentInput => ({ row: at + 1, source: payableId, payableId, connectionId }),
  ),
});

/** Checks that the rows come from one source, with the flags that it takes. */
function assertOneSource(
  named: readonly string[],
  flags: SourceFlags,
  chosen: readonly ChosenFilter<Payable>[],
): void {
  const filters = [
    ...chosen.map(({ flag }) => flag),
    ...(flags.tag === undefined ? [] : ['--tag']),
  ];
  const { withdraw, file, dateFormat } = flags;
  if (withdraw !== undefined) {
    assertOnlyWithdrawal(named, flags, filters);
    return;
  }
  if (file === undefined && dateFormat !== undefined) {
    throw new UsageError('--date-format requires --file.');
  }
  if (file !== undefined && named.length > 0) {
    throw new UsageError('Name payables or use --file, not both.');
  }
  if (file !== undefined) assertUnfiltered('--file', filters);
  // The connection of named payables says of which one their numbers are.
  if (named.length > 0) {
    assertUnfiltered(
      'A payable',
      filters.filter((it) => it !== '--connection'),
    );
  }
}

function assertUnfiltered(source: string, filters: readonly string[]): void {
  if (filters.length === 0) return;
  throw new UsageError(`${source} cannot be used with ${filters.join(', ')}.`);
}

function assertOnlyWithdrawal(
  named: readonly string[],
  { bank, file, dateFormat, speed, on, arriveBy, expectPayee }: SourceFlags,
  filters: readonly string[],
): void {
  if (bank === undefined) throw new UsageError('--withdraw requires --bank.');
  const others = [file, dateFormat, speed, on, arriveBy, expectPayee];
  if (named.length + filters.length === 0 && others.every((it) => it === undefined)) return;
  throw new UsageError(
    '--withdraw cannot be used with payables, filters, --file, --date-format, --speed, --on, --arrive-by or --expect-payee.',
  );
}

/** Checks that no speed and no date is given for quick payments, which have none. */
function assertNoTiming(
  { speed, on, arriveBy, dateFormat }: SourceFlags,
  { kind, rows: [first] }: PlanInputs,
): void {
  const hasTiming = [speed, on, arriveBy, dateFormat].some((it) => it !== undefined);
  if (kind === 'payables' || !hasTiming) return;
  throw new UsageError(
    `${first?.source} and the rows below are quick payments, which have no --speed, --on, --arrive-by or --date-format.`,
    { next: ['to pay payables, name them in the column payableId'] },
  );
}
