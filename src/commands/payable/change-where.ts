import { type Payable, payable } from '../../api/operations/payable.ts';
import type { Context } from '../../cli/context.ts';
import { type FailedItem, forSelectedIds } from '../../cli/for-each-id.ts';
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
import { type WhereFlags, whereFilters } from './where-flags.ts';

export interface SelectedChange {
  readonly operation: typeof payable.approve | typeof payable.decline;
  /** `Approve`, with its past participle in lower case. */
  readonly verb: string;
  readonly done: string;
  /** A sentence of the confirmation about its effect. */
  readonly effect?: string;
  /** Asks for all of them in one question. */
  readonly confirm: (rows: readonly Payable[], asked: WhereQuestion) => Promise<unknown>;
  /** Reads the payable again and changes it, if it is as it was shown. */
  readonly send: (row: Payable) => Promise<Payable>;
}

/** The question about all payables that match, and what is at stake. */
export interface WhereQuestion {
  readonly lines: readonly QuestionLine[];
  readonly question: string;
  readonly stake: Stake;
}

interface Selected {
  readonly row: Payable;
  readonly cents: number;
}

/**
 * Changes all payables received that are submitted and match the filters. Each is read again before it is changed, and
 * has its own outcome.
 *
 * @throws {UsageError} without a filter; and if nobody can be asked, without `--yes` and `--max-total`.
 * @throws {GuardError} if the total is above `--max-total`, or is not confirmed.
 * @throws {PartialFailureError} if a payable could not be changed, or has changed since the preview.
 */
export async function changeWhere(
  context: Context,
  flags: WhereFlags,
  change: SelectedChange,
): Promise<(Payable | FailedItem)[]> {
  assertFlags(context, flags, change);
  const found = await select(context, flags);
  const total = found.reduce((sum, { cents }) => sum + cents, 0);
  assertMaxTotal(total, flags.maxTotal);
  const [first] = found;
  if (first === undefined) {
    context.notice('No submitted payables match.');
    return [];
  }
  const params = { businessId: context.business(), payableId: first.row.id };
  await context.checkWrite(change.operation, { params });
  await confirmChange(context, flags, change, found, total);
  const byId = new Map(found.map(({ row }) => [row.id, row]));
  let count = 0;
  try {
    return await forSelectedIds([...byId.keys()], async (id) => {
      const row = byId.get(id);
      if (!row) throw new Error(`Payable ${id} was not selected.`);
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

function assertFlags(context: Context, flags: WhereFlags, { verb }: SelectedChange): void {
  const { globalFlags, system, writeFlags } = context;
  if (chooseFilters<Payable>(whereFilters, flags).length === 0) {
    throw usageError('where', '--where requires a filter, such as --payee or --due-to.');
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

/** Returns the submitted payables received that match, the largest first. */
async function select(context: Context, flags: WhereFlags): Promise<readonly Selected[]> {
  const businessId = context.business();
  const fixed = { status: ['SUBMITTED'], direction: 'received' };
  const { status, direction } = payableFilters;
  const chosen = chooseFilters<Payable>(
    { status, direction, ...whereFilters },
    { ...flags, ...fixed },
  );
  assertRanges(chosen);
  const input = { params: { businessId }, query: queryOf(chosen) };
  const all = context.records<Payable>(payable.list, input);
  const rows = await allOf(await selectRecords(context, all, chosen));
  return rows
    .map((row) => ({ row, cents: centsOrThrow(row) }))
    .toSorted((one, two) => two.cents - one.cents);
}

function centsOrThrow({ id, amount }: Payable): number {
  const cents = centsIn(amount);
  if (cents === undefined) throw new MissingFieldError('--where', ['amount'], id);
  return cents;
}

function assertMaxTotal(total: number, maxTotal: number | undefined): void {
  if (maxTotal === undefined || total <= maxTotal) return;
  throw new GuardError(
    'limit',
    `Over the maximum: the total is ${usd(total)}, --max-total is ${usd(maxTotal)}. Nothing was sent.`,
  );
}

/** The payables that a preview lists one by one. */
const MAX_SHOWN = 100;

async function confirmChange(
  context: Context,
  { maxTotal }: WhereFlags,
  { verb, effect, confirm }: SelectedChange,
  found: readonly Selected[],
  total: number,
): Promise<void> {
  const what = `${found.length} payable${found.length === 1 ? '' : 's'}, ${usd(total)}`;
  if (context.globalFlags.yes) context.notice(`${verb} ${what}.`);
  const shown = found.slice(0, MAX_SHOWN);
  const more = found.slice(MAX_SHOWN);
  const rest = more.reduce((sum, { cents }) => sum + cents, 0);
  const payees = new Set(found.map(({ row }) => row.payeeName ?? row.id));
  const [payee = ''] = payees;
  const lines = [
    cuttable`${what}, from ${payees.size === 1 ? payee : `${payees.size} payees`}:`,
    ...(await tableLines(
      context,
      payableList(''),
      shown.map(({ row }) => row),
    )),
    ...(more.length > 0 ? [`and ${more.length} smaller ones, ${usd(rest)}`] : []),
    ...(effect === undefined ? [] : [effect]),
  ];
  const stake = { cents: total, isRun: true, isExpected: maxTotal !== undefined };
  await confirm(
    found.map(({ row }) => row),
    { lines, question: `${verb} ${what}?`, stake },
  );
}
