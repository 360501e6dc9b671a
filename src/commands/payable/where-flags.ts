import { expectationFlags } from '../../cli/flags/expectation-flags.ts';
import { type FlagValues, toggle } from '../../cli/flags/flag.ts';
import { filterFlags, isGiven } from '../../cli/list/record-filter.ts';
import { payableFilters } from '../../cli/payable/payable-filters.ts';
import { usageError } from '../../money/errors.ts';

const { connection, payee, search, overdue, dueFrom, dueTo } = payableFilters;
const { createdFrom, createdTo, amountFrom, amountTo } = payableFilters;

/** The filters of `--where`: those of `payable list` that tell submitted payables received apart. */
export const whereFilters = {
  ...{ connection, payee, search, overdue, dueFrom, dueTo },
  ...{ createdFrom, createdTo, amountFrom, amountTo },
};

export const whereFlags = {
  where: {
    ...toggle('--where', 'choose submitted payables received by the filters, instead of by id'),
    confirms: true as const,
  },
  ...filterFlags(whereFilters),
  maxTotal: expectationFlags.maxTotal,
};

export type WhereFlags = FlagValues<typeof whereFlags>;

export const WHERE_HELP = [
  'With --where, filters choose the payables instead of ids: those received that are submitted and match all filters. They are listed with count and sum, and the sum is typed to confirm. Without a terminal, --yes and --max-total are required; above --max-total nothing is sent. Each payable is read again before it is sent: one that has changed since the preview is refused, and the others go on (exit 11).',
  'Dates are YYYY-MM-DD, a month such as 2026-03, today, eom (end of month), or days from today: +7d, -30d.',
].join('\n\n');

/**
 * Refuses flags that cannot be used with `--where`.
 *
 * @throws {UsageError} that names one of them.
 */
export function assertOnlyWhere(others: Readonly<Record<string, unknown>>): void {
  const [other] = Object.keys(others).filter((name) => isGiven(others[name]));
  if (other === undefined) return;
  if (other === 'ids') throw usageError('payable', 'Name payables or use --where, not both.');
  throw usageError(other, `--${other} cannot be used with --where.`);
}

/**
 * Returns the payables that are named, at least one; `--connection` may say of which connection an invoice number is.
 * `alsoAlone` names flags that do not need `--where`.
 *
 * @throws {UsageError} without payables, and for flags that need `--where`.
 */
export function assertNoWhere(
  named: readonly string[],
  { where: _, connection: __, ...flags }: WhereFlags,
  alsoAlone: readonly (keyof WhereFlags)[] = [],
): readonly [string, ...string[]] {
  for (const [name, value] of Object.entries(flags)) {
    if (!isGiven(value) || !Object.hasOwn(whereFlags, name)) continue;
    if (alsoAlone.some((it) => it === name)) continue;
    const { syntax } = whereFlags[name as keyof typeof flags];
    const [flag = syntax] = /--[\w-]+/.exec(syntax) ?? [];
    throw usageError(flag.slice(2), `${flag} requires --where.`);
  }
  const [first, ...others] = named;
  if (first === undefined) {
    throw usageError('payable', '<payable> is required, or --where with filters.');
  }
  return [first, ...others];
}
