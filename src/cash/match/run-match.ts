import { newYorkDate } from '../../api/ach/calendar.ts';
import type { Context } from '../../cli/context.ts';
import type { FlagValues } from '../../cli/flags/flag.ts';
import { UnknownColumnsError, unknownColumnsError } from '../../cli/input/column-mapping.ts';
import {
  type FileProblem,
  problemLines,
  UnreadableFileError,
} from '../../cli/input/file-problems.ts';
import { UsageError } from '../../money/errors.ts';
import { allBanks, describeBank } from '../../money/gate/funding-source.ts';
import { usd } from '../../render/money.ts';
import { readMappings, rememberMapping } from '../../runtime/remembered-mappings.ts';
import { findBankAccounts, linesOf, type StatementLines } from './bank-accounts.ts';
import type { matchFlags } from './flags.ts';
import { matchUnrecordedLines, withResolved } from './recorded-lines.ts';
import { findProofs, type OutcomeProof, resolveProofs } from './resolve-proofs.ts';
import { type MatchRow, toMatchRows } from './rows.ts';
import { statementFields } from './statement/csv-mapping.ts';
import { assertDollars, type ReadStatement, readStatement } from './statement/read-statement.ts';
import { readTransfers } from './transfers/read-transfers.ts';

export interface StatementSource {
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface MatchOptions extends Omit<FlagValues<typeof matchFlags>, 'acceptProbable'> {
  /** The business of the statement, instead of the one in use. */
  readonly businessId?: string | undefined;
  /** Whether the columns of a CSV file are remembered; they are unless this is false. */
  readonly remember?: boolean;
}

/** The rows of a match, and the unresolved intents that it proves and that are still unresolved. */
export interface MatchReport {
  readonly rows: readonly MatchRow[];
  readonly proofs: readonly OutcomeProof[];
}

/** The profile key that remembers the columns of CSV statements. */
const MAPPINGS = 'match.csv';

/** The largest statement that is read, in bytes. */
export const LARGEST_STATEMENT = 32 * 1024 * 1024;

/** Business days that a transaction may be posted after the expected date. */
const SLACK = 3;

/**
 * Matches a statement with the payments and withdrawals of the business, and resolves what it proves if that is asked
 * for. Throws read errors.
 *
 * @throws {UsageError} for a statement that cannot be read, or whose account is not one of the business.
 */
export async function runMatch(
  context: Context,
  { path, bytes }: StatementSource,
  options: MatchOptions,
): Promise<MatchReport> {
  const { businessId = context.business(), from: first, to: last } = options;
  if (first !== undefined && last !== undefined && first > last) {
    throw new UsageError(`--from ${first} is after --to ${last}.`);
  }
  const file = await reporting(path, () => statementIn(context, { path, bytes }, options));
  const own = (await allBanks(context)).filter((it) => it.businessId === businessId);
  const statements = await findBankAccounts(context, file.statements, own, options.bank);
  await reporting(path, () => assertDollars(statements));
  if (options.map.length > 0 && options.remember !== false && file.mapping) {
    await rememberMapping(context, MAPPINGS, statementFields, file.mapping);
  }
  const today = newYorkDate((await context.serviceTime()) ?? new Date());
  const found = linesOf(statements, options, today);
  const { from, to } = found;
  const banks = new Set(own.map(({ id }) => id));
  const query = { businessId, banks, from, to, slack: options.window ?? SLACK };
  const { transfers, journal } = await readTransfers(context, query);
  const ofThese = transfers.filter(
    ({ fundingSourceId }) =>
      fundingSourceId === null ||
      found.banks.length === 0 ||
      found.banks.some(({ id }) => id === fundingSourceId),
  );
  const result = matchUnrecordedLines(found.lines, ofThese, journal);
  const hasOtherBanks = own.length > found.banks.length;
  tellStatement(context, path, found);
  const proofs = findProofs(result, ofThese);
  const resolved = options.resolve ? await resolveProofs(context, proofs) : new Set<string>();
  const now = withResolved(result, resolved);
  return {
    rows: toMatchRows(now, { from, to, hasOtherBanks }),
    proofs: proofs.filter(({ intentId }) => !resolved.has(intentId)),
  };
}

async function statementIn(
  context: Context,
  { path, bytes }: StatementSource,
  { map, dateFormat, decimal, ignoreBalances }: MatchOptions,
): Promise<ReadStatement> {
  const remembered = readMappings(context, MAPPINGS, statementFields);
  const file = await readStatement(bytes, { columns: map, dateFormat, decimal, remembered });
  if (file.mismatches.length > 0 && !ignoreBalances) throw new UnreadableFileError(file.mismatches);
  for (const { line, what } of file.mismatches) context.notice(`${path}:${line}: ${what}`);
  for (const it of file.notices) context.notice(it);
  return file;
}

/** Runs `work`, whose errors of a statement become those of the file at `path`. */
async function reporting<Result>(
  path: string,
  work: () => Promise<Result> | Result,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnreadableFileError) throw asUsageError(error.problems, path);
    if (error instanceof UnknownColumnsError) throw unknownColumns(error, path);
    throw error;
  }
}

const asUsageError = (problems: readonly FileProblem[], path: string): UsageError =>
  new UsageError(
    problemLines(
      path,
      problems.map(({ line, what }) => ({ column: null, row: line, message: what })),
    ),
    {
      problems: problems.map(({ line, what }) => ({
        field: 'statement',
        row: line,
        message: what,
      })),
    },
  );

const unknownColumns = (error: UnknownColumnsError, path: string): UsageError =>
  unknownColumnsError(error, path, [
    `remit match ${path} --map date=<column> --map amount=<column> --map description=<column> --date-format MM/DD/YYYY`,
    'with two columns for amounts: --map debit=<column> --map credit=<column>',
  ]);

function tellStatement(
  { notice }: Context,
  path: string,
  { lines, banks, from, to }: StatementLines,
): void {
  const sumOf = (sign: number) =>
    lines.reduce((sum, { cents }) => sum + (cents * sign > 0 ? Math.abs(cents) : 0), 0);
  const of = banks.length === 0 ? '' : ` of ${banks.map(describeBank).join(' and ')}`;
  const count = `${lines.length} transaction${lines.length === 1 ? '' : 's'}`;
  notice(`${path}${of}, ${from} to ${to}: ${count}, ${usd(sumOf(1))} in, ${usd(sumOf(-1))} out.`);
}
