import { type Payable, payable } from '../../api/operations/payable.ts';
import type { Context } from '../../cli/context.ts';
import {
  allOf,
  groupRecords,
  onePage,
  sortList,
  sortRecords,
  takeRecords,
  withTotal,
} from '../../cli/list/arrange-records.ts';
import {
  assertRanges,
  chooseFilters,
  filteredHere,
  queryOf,
} from '../../cli/list/choose-filters.ts';
import type { ChosenFilter } from '../../cli/list/record-filter.ts';
import { selectRecords } from '../../cli/list/select-records.ts';
import { payableFields, payableFilters } from '../../cli/payable/payable-filters.ts';
import { UsageError } from '../../money/errors.ts';
import { directionOf } from '../../money/gate/describe-payable.ts';
import { BOOKED, importOptions, importRows } from './accounting-import.ts';
import { assertNoConflictingFlags, filterSinceLastExport } from './incremental-export.ts';
import type { PayableListFlags } from './list.ts';
import { quickPaymentsPaid, selectsByPayment, withPaymentTimes } from './paid-when.ts';

const PAGE = 100;

/**
 * Returns the payables that match the filters of the command line, sorted and cut, or their groups.
 *
 * @throws {UsageError} for flags that contradict each other.
 */
export async function listPayables(
  context: Context,
  flags: PayableListFlags,
): Promise<AsyncIterable<unknown> | readonly unknown[]> {
  const options = importOptions(flags);
  if (options === undefined) return select(context, flags);
  const status = flags.status ?? [...BOOKED];
  const payables = await select(context, { ...flags, status });
  return importRows(context, payables as AsyncIterable<Payable>, options);
}

async function select(
  context: Context,
  flags: PayableListFlags,
): Promise<AsyncIterable<Payable> | readonly unknown[]> {
  const { sort, groupBy, total, limit, skip, sinceLast, since } = flags;
  const chosen = chooseFilters<Payable>(payableFilters, flags);
  assertCompatible(flags);
  assertRanges(chosen);
  sayWhere(context, chosen);
  const businessId = context.business();
  const sideOf = (row: Payable) => directionOf(row, businessId);
  let rows = await readSelected(context, chosen, flags);
  if (sinceLast) rows = await filterSinceLastExport(context, watermarkKey(chosen), { rows, since });
  const tell = (line: string) => context.notice(line, { isSummary: true });
  const counted = (found: AsyncIterable<Payable>) =>
    total ? withTotal(found, 'payable', sideOf, tell) : found;
  if (groupBy) {
    const groups = groupRecords(await allOf(counted(rows)), payableFields[groupBy], sideOf);
    const sorted = sort ? sortRecords(groups, sort, groupFields(groupBy)) : groups;
    return sorted.slice(skip, limit === undefined ? undefined : (skip ?? 0) + limit);
  }
  const sorted = sort ? sortList(rows, sort, payableFields) : rows;
  return counted(isArrangedHere(chosen, flags) ? takeRecords(sorted, { limit, skip }) : sorted);
}

const isArrangedHere = (
  chosen: readonly ChosenFilter<Payable>[],
  { sort, groupBy }: PayableListFlags,
): boolean => chosen.length > 0 || sort !== undefined || groupBy !== undefined;

/** Reads the payables that match the filters; by the day of payment also the quick payments, for groups. */
async function readSelected(
  context: Context,
  chosen: readonly ChosenFilter<Payable>[],
  flags: PayableListFlags,
): Promise<AsyncIterable<Payable>> {
  const { limit, skip, pageSize } = flags;
  const params = { businessId: context.business() };
  const paging = isArrangedHere(chosen, flags)
    ? { pageSize: pageSizeFor(chosen, flags) }
    : { limit, skip, pageSize };
  if (!selectsByPayment(chosen)) {
    const all = context.records<Payable>(payable.list, { params, query: queryOf(chosen) }, paging);
    return selectRecords(context, all, chosen);
  }
  const query = { status: 'PAID', ...queryOf(chosen) };
  const paid = context.records<Payable>(payable.list, { params, query }, paging);
  const rows = await selectRecords(context, withPaymentTimes(context, paid), chosen);
  return flags.groupBy ? withQuickPayments(context, rows, chosen) : rows;
}

/** Adds the quick payments of the journal to paid payables, for their totals. */
async function withQuickPayments(
  context: Context,
  rows: AsyncIterable<Payable>,
  chosen: readonly ChosenFilter<Payable>[],
): Promise<AsyncIterable<Payable>> {
  const payables = await allOf(rows);
  return onePage([...payables, ...(await quickPaymentsPaid(context, payables, chosen))]);
}

/**
 * Returns the rows to request at once: not more than are needed, if the service applies every filter. Rows are skipped
 * here nevertheless, since a service may ignore a filter that it does not know.
 */
function pageSizeFor(
  chosen: readonly ChosenFilter<Payable>[],
  { sort, groupBy, limit, skip = 0, pageSize }: PayableListFlags,
): number | undefined {
  const readsAll = sort !== undefined || groupBy !== undefined || filteredHere(chosen).length > 0;
  return limit === undefined || readsAll ? pageSize : Math.min(pageSize ?? PAGE, limit + skip);
}

const groupFields = (groupBy: keyof typeof payableFields) => ({
  [groupBy]: payableFields[groupBy],
  amount: payableFields.amount,
  count: { field: 'count' },
});

function assertCompatible(flags: PayableListFlags): void {
  const { sort = [], groupBy, sinceLast, since, limit, skip } = flags;
  if (since !== undefined && !sinceLast) throw new UsageError('--since requires --since-last.');
  if (sinceLast) {
    const grouping = groupBy && true;
    assertNoConflictingFlags({ '--limit': limit, '--skip': skip, '--group-by': grouping });
  }
  const known = Object.keys(groupBy ? groupFields(groupBy) : payableFields);
  const unknown = sort.map((it) => it.replace(/^-/, '')).filter((it) => !known.includes(it));
  if (unknown.length === 0) return;
  const message = groupBy
    ? `--sort ${unknown.join(', ')} cannot be used with --group-by ${groupBy}: sort by ${known.join(', ')}.`
    : `--sort ${unknown.join(', ')} requires --group-by.`;
  throw new UsageError(message, { problems: [{ field: 'sort', message }] });
}

/** Writes which filters the service applies and which are applied here, with `--verbose`. */
function sayWhere(
  { globalFlags, system }: Context,
  chosen: readonly ChosenFilter<Payable>[],
): void {
  if (!globalFlags.verbose && !globalFlags.debug) return;
  const here = filteredHere(chosen);
  const there = chosen.filter((it) => !here.includes(it));
  for (const [where, filters] of [
    ['by the service', there],
    ['here', here],
  ] as const) {
    if (filters.length === 0) continue;
    void system.stderr.write(`filtered ${where}: ${filters.map(({ flag }) => flag).join(', ')}\n`);
  }
}

/** Returns the filters as part of the name of a watermark; those that the service applies by its names. */
const watermarkKey = (chosen: readonly ChosenFilter<Payable>[]) => ({
  ...queryOf(chosen),
  ...Object.fromEntries(filteredHere(chosen).map(({ name, value }) => [name, value])),
});
