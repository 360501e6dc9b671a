import type { Payable, PayableStatus } from '../../api/operations/payable.ts';
import { expectationFlags } from '../../cli/flags/expectation-flags.ts';
import { type FlagValues, optionalList, requiredUnless, toggle } from '../../cli/flags/flag.ts';
import { payableReference } from '../../cli/flags/value-parsers.ts';
import {
  type FilterValues,
  filterFlags,
  isGiven,
  type RecordFilters,
} from '../../cli/list/record-filter.ts';
import { payableFilters } from '../../cli/payable/payable-filters.ts';
import { usageError } from '../../money/errors.ts';

const { connection, payee, payer, search, overdue, dueFrom, dueTo } = payableFilters;
const { createdFrom, createdTo, amountFrom, amountTo } = payableFilters;
const filters = {
  ...{ search, overdue, dueFrom, dueTo },
  ...{ createdFrom, createdTo, amountFrom, amountTo },
};

/** The payables that `--where` chooses among. */
export interface WhereScope {
  readonly filters: RecordFilters<Payable>;
  readonly direction: 'sent' | 'received';
  readonly statuses: readonly PayableStatus[];
  /** Such as `submitted payables`. */
  readonly what: string;
}

const receivedFilters = { connection, payee, ...filters };
const sentFilters = { connection, payer, ...filters };

/** Bills that can be approved or declined. */
export const submittedBills: WhereScope = {
  ...{ filters: receivedFilters, direction: 'received', statuses: ['SUBMITTED'] },
  what: 'submitted payables',
};

/** Returns the scope of invoices in some states, such as `payables that can be cancelled`. */
export const sentInvoices = (statuses: readonly PayableStatus[], what: string): WhereScope => ({
  ...{ filters: sentFilters, direction: 'sent', statuses, what },
});

const whereFlag = (what: string) => ({
  ...toggle('--where', `choose ${what} by the filters, instead of by id`),
  confirms: true as const,
});

export const whereFlags = {
  where: whereFlag('submitted payables received'),
  ...filterFlags(receivedFilters),
  maxTotal: expectationFlags.maxTotal,
};

/** The argument of the payables that are named, such as `payables to approve`. */
export const payablesArgument = (what: string) =>
  requiredUnless(
    ['where'],
    optionalList('[payable...]', `${what} (id or invoice number)`, payableReference),
  );

/** The flags of a command that changes payables sent. */
export const sentWhereFlags = {
  where: whereFlag('payables sent'),
  ...filterFlags(sentFilters),
  maxTotal: expectationFlags.maxTotal,
};

export type WhereFlags = Pick<FlagValues<typeof whereFlags>, 'where' | 'connection' | 'maxTotal'> &
  FilterValues;

/** Returns the description of a command with `--where` for payables such as `received that are submitted`. */
export const whereHelp = (which: string) => ({
  about: [
    `With --where, filters choose the payables instead of ids: those ${which} and match all filters. They are listed with count and sum, and the sum is typed to confirm. Without a terminal, --yes and --max-total are required; above --max-total nothing is sent.`,
    'Dates are YYYY-MM-DD, a month such as 2026-03, today, eom (end of month), or days from today: +7d, -30d.',
  ].join('\n\n'),
  details:
    'Each payable is read again before it is sent: one that has changed since the preview is refused, and the others go on (exit 11).',
});

export const WHERE_HELP = whereHelp('received that are submitted');

const allFlags = { ...whereFlags, ...sentWhereFlags };

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
    if (!isGiven(value) || !Object.hasOwn(allFlags, name)) continue;
    if (alsoAlone.some((it) => it === name)) continue;
    const { syntax } = allFlags[name as keyof typeof allFlags];
    const [flag = syntax] = /--[\w-]+/.exec(syntax) ?? [];
    throw usageError(flag.slice(2), `${flag} requires --where.`);
  }
  const [first, ...others] = named;
  if (first === undefined) {
    throw usageError('payable', '<payable> is required, or --where with filters.');
  }
  return [first, ...others];
}
