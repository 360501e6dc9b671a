import { payable } from '../../api/operations/payable.ts';
import { user } from '../../api/operations/sign-in.ts';
import { command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { type FlagValues, option, toggle } from '../../cli/flags/flag.ts';
import { date } from '../../cli/flags/value-parsers.ts';
import { filterFlags } from '../../cli/list/record-filter.ts';
import { payableFilters } from '../../cli/payable/payable-filters.ts';
import { UsageError } from '../../money/errors.ts';

const { status, connection, createdFrom, createdTo, ...others } = filterFlags(payableFilters);

/** The filters of `payable list` that the export of the service lacks. */
const unsupported = Object.fromEntries(
  Object.entries(others).map(([name, flag]) => [name, { ...flag, isHidden: true as const }]),
);

const exportFlags = {
  status: { ...status, syntax: '--status <state>' },
  connection,
  createdFrom,
  createdTo,
  ...unsupported,
  sinceLast: toggle(
    '--since-last',
    'only payables of whole days since the last complete --since-last export with the same filters; requires --out',
  ),
  since: option(
    '--since <date>',
    'with --since-last: from this creation date again, not only what is new',
    date,
  ),
};

export const exportCsv = command({
  name: 'export',
  summary: 'Export payables as CSV, as the service writes it',
  about:
    "The file is written byte for byte as received. For this program's documented columns, and for more filters, use payable list --csv.",
  calls: [payable.export, user.profile],
  flags: exportFlags,
  view: { kind: 'bytes' },
  examples: {
    'Write all paid ones to a file with a manifest':
      'remit payable export --status PAID --out paid.csv --manifest',
    'Write those created in March':
      'remit payable export --created-from 2026-03-01 --created-to 2026-03-31 > march.csv',
    'Write what is new since the last export':
      'remit payable export --since-last --out daily-{date}.csv',
  },

  async run({ context, flags }) {
    const { readExportFilters } = await import('./export-filters.ts');
    const { sinceLast, since } = flags;
    if (since !== undefined && !sinceLast) throw new UsageError('--since requires --since-last.');
    const { filters, days } = await readExportFilters(context, flags);
    return (await context.service()).download(payable.export, {
      params: { businessId: context.business() },
      body: {
        ...filters,
        ...(sinceLast ? await daysLeft(context, filters, { days, since }) : days),
      },
    });
  },
});

export type ExportFlags = FlagValues<typeof exportFlags>;

async function daysLeft(
  context: Context,
  filters: object,
  { days: given, since }: { readonly days: ExportDays; readonly since: string | undefined },
) {
  const { datesSinceLastExport, assertNoConflictingFlags } = await import(
    './incremental-export.ts'
  );
  assertNoConflictingFlags({
    '--created-from': given.createdAfter,
    '--created-to': given.createdBefore,
  });
  return datesSinceLastExport(context, { ...filters }, since);
}

/** The days of an export: Eastern dates, both included. */
export interface ExportDays {
  readonly createdAfter?: string;
  readonly createdBefore?: string;
}
