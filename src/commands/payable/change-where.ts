import { type Payable, payable } from '../../api/operations/payable.ts';
import type { Context } from '../../cli/context.ts';
import { allOf } from '../../cli/list/arrange-records.ts';
import { assertRanges, chooseFilters, queryOf } from '../../cli/list/choose-filters.ts';
import { selectRecords } from '../../cli/list/select-records.ts';
import { payableList } from '../../cli/payable/payable-columns.ts';
import { payableFilters } from '../../cli/payable/payable-filters.ts';
import { isInteractive } from '../../cli/system.ts';
import { tableLines } from '../../cli/table-lines.ts';
import { GuardError, MissingFieldError, usageError } from '../../money/errors.ts';
import type { Stake } from '../../money/port.ts';
import { cuttable, type QuestionLine } from '../../render/cuttable.ts';
import { centsIn, usd } from '../../render/money.ts';
import { type FailedItem, forSelectedPayables } from './for-each-payable.ts';
import type { WhereFlags, WhereScope } from './where-flags.ts';

/** A change of several payables. */
export interface SelectedChange<Item> {
  readonly operation: (typeof payable)['approve' | 'cancel' | 'decline' | 'remind'];
  /** The payables that filters choose among. */
  readonly scope: WhereScope;
  /** `Approve`, with its past participle in lower case. */
  readonly verb: string;
  readonly done: string;
  /** A sentence of the confirmation about its effect. */
  readonly effect?: string;
  readonly confirm: (rows: readonly Payable[], asked: WhereQuestion) => Promise<unknown>;
  /** Reads the payable again and changes it, if it is as it was shown. */
  readonly send: (row: Payable) => Promise<Item>;
}

/** The question about all payables that match, and what is at stake. */
export interface WhereQuestion extends SeveralQuestion {
  readonly stake: Stake;
}

/** A question about several payables, with their table. */
interface SeveralQuestion {
  readonly lines: readonly QuestionLine[];
  readonly question: string;
}

/**
 * Changes all payables of a scope that match the filters. Each is read again before it is changed, and has its own
 * outcome.
 *
 * @throws {UsageError} without a filter; and if nobody can be asked, without `--yes` and `--max-total`.
 * @throws {GuardError} if the total is above `--max-total`, or is not confirmed.
 * @throws {PartialFailureError} if a payable could not be changed, or has changed since the preview.
 */
export async function changeWhere<Item>(
  context: Context,
  flags: WhereFlags,
  change: SelectedChange<Item>,
): Promise<(Item | FailedItem)[]> {
  assertFlags(context, flags, change);
  const found = await select(context, flags, change.scope);
  const total = totalOf(found);
  assertMaxTotal(total, flags.maxTotal);
  const [first] = found;
  if (first === undefined) {
    context.notice(`No ${change.scope.what} match.`);
    return [];
  }
  const params = { businessId: context.business(), payableId: first.id };
  await context.checkWrite(change.operation, { params });
  const asked = await askedAbout(context, change, found);
  if (context.globalFlags.yes) context.notice(asked.question.replace(/\?$/, '.'));
  const stake = { cents: total, isRun: true, isExpected: flags.maxTotal !== undefined };
  await change.confirm(found, { ...asked, stake });
  const byId = new Map(found.map((row) => [row.id, row]));
  let count = 0;
  try {
    return await forSelectedPayables([...byId.values()], async (row) => {
      const changed = await change.send(row);
      count += 1;
      if (found.length > 1) {
        context.progress.show(`${count} of ${found.length} ${change.done}`);
      }
      return changed;
    });
  } finally {
    context.progress.end();
  }
}

function assertFlags(
  context: Context,
  flags: WhereFlags,
  { verb, scope }: Pick<SelectedChange<unknown>, 'verb' | 'scope'>,
): void {
  const { globalFlags, system, writeFlags } = context;
  if (chooseFilters<Payable>(scope.filters, flags).length === 0) {
    const [example] = scope.direction === 'received' ? ['--payee'] : ['--payer'];
    throw usageError('where', `--where requires a filter, such as ${example} or --due-to.`, [
      `see what there is: remit payable list --direction ${scope.direction}`,
    ]);
  }
  if (writeFlags?.idempotencyKey !== undefined) {
    throw usageError('idempotency-key', '--idempotency-key cannot be used with --where.');
  }
  if (writeFlags?.dryRun || isAnswered(context, flags)) return;
  if (isInteractive(system, globalFlags) && !globalFlags.yes) return;
  throw usageError(
    globalFlags.yes ? 'max-total' : 'yes',
    `${verb}: --where without a confirmation requires --yes and --max-total.`,
    ['add --yes and --max-total <dollars>', 'to see what matches, add --dry-run'],
  );
}

const isAnswered = ({ globalFlags: { yes } }: Context, { maxTotal }: WhereFlags): boolean =>
  yes && maxTotal !== undefined;

/** Returns the payables of a scope that match, the largest first. */
async function select(
  context: Context,
  flags: WhereFlags,
  { filters, statuses, direction: side }: WhereScope,
): Promise<readonly Payable[]> {
  const businessId = context.business();
  const fixed = { status: [...statuses], direction: side };
  const { status, direction } = payableFilters;
  const chosen = chooseFilters<Payable>({ status, direction, ...filters }, { ...flags, ...fixed });
  assertRanges(chosen);
  const input = { params: { businessId }, query: queryOf(chosen) };
  const all = context.records<Payable>(payable.list, input);
  const rows = await allOf(await selectRecords(context, all, chosen));
  return rows.toSorted((one, two) => centsOrThrow(two) - centsOrThrow(one));
}

function centsOrThrow({ id, amount }: Payable): number {
  const cents = centsIn(amount);
  if (cents === undefined) throw new MissingFieldError('the sum', ['amount'], id);
  return cents;
}

const totalOf = (rows: readonly Payable[]): number =>
  rows.reduce((sum, row) => sum + centsOrThrow(row), 0);

function assertMaxTotal(total: number, maxTotal: number | undefined): void {
  if (maxTotal === undefined || total <= maxTotal) return;
  throw new GuardError(
    'limit',
    `Over the maximum: the total is ${usd(total)}, --max-total is ${usd(maxTotal)}. Nothing was sent.`,
  );
}

/** The payables that a preview lists one by one. */
const MAX_SHOWN = 100;

/** Returns the question about payables: their count, sum and table. */
export async function askedAbout(
  context: Context,
  {
    verb,
    effect,
    scope: { direction },
  }: Pick<SelectedChange<unknown>, 'verb' | 'effect' | 'scope'>,
  found: readonly Payable[],
): Promise<SeveralQuestion> {
  const what = `${found.length} payable${found.length === 1 ? '' : 's'}, ${usd(totalOf(found))}`;
  const more = found.slice(MAX_SHOWN);
  const names = ({ payeeName, payerName, id }: Payable) =>
    (direction === 'received' ? payeeName : payerName) ?? id;
  const parties = new Set(found.map(names));
  const [party = ''] = parties;
  const others = `${parties.size} ${direction === 'received' ? 'payees' : 'payers'}`;
  const from = direction === 'received' ? 'from' : 'to';
  return {
    lines: [
      cuttable`${what}, ${from} ${parties.size === 1 ? party : others}:`,
      ...(await tableLines(context, payableList(''), found.slice(0, MAX_SHOWN))),
      ...(more.length > 0 ? [`and ${more.length} more, ${usd(totalOf(more))}`] : []),
      ...(effect === undefined ? [] : [effect]),
    ],
    question: `${verb} ${what}?`,
  };
}
