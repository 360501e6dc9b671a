import { newYorkDate } from '../../api/ach/calendar.ts';
import { dollarsText } from '../../api/money.ts';
import { user } from '../../api/operations/sign-in.ts';
import type { Context } from '../../cli/context.ts';
import {
  assertRanges,
  calendarDate,
  chooseFilters,
  isRelative,
} from '../../cli/list/choose-filters.ts';
import type { ChosenFilter } from '../../cli/list/record-filter.ts';
import { shellWord } from '../../cli/next-line.ts';
import { payableFilters } from '../../cli/payable/payable-filters.ts';
import { UsageError } from '../../money/errors.ts';
import type { ExportDays, ExportFlags } from './export.ts';

export interface ExportRequest {
  readonly filters: { readonly status?: string; readonly connectionId?: string };
  readonly days: ExportDays;
}

/**
 * Returns the filters of the command line as the service takes them.
 *
 * @throws {UsageError} for a filter that the service lacks, with the equal `payable list`, and for a range that ends
 *   before it begins.
 */
export async function readExportFilters(
  context: Context,
  flags: ExportFlags,
): Promise<ExportRequest> {
  const chosen = chooseFilters(payableFilters, flags);
  const lacking = chosen.filter((it) => !isSupported(it));
  if (lacking.length > 0) {
    throw new UsageError(
      `The service's export has no filter for ${lacking.map((it) => describe(it)).join(', ')}.`,
      {
        problems: lacking.map((it) => ({
          field: it.flag.slice(2),
          message: 'is not a filter of the export',
        })),
        next: [equalList(context, chosen)],
      },
    );
  }
  assertRanges(chosen);
  const { status, connection, createdFrom, createdTo } = flags;
  const today = chosen.some(isRelative) ? await todayOf(context) : '';
  assertRanges(chosen, today);
  const [only] = status ?? [];
  return {
    filters: {
      ...(only !== undefined && { status: only }),
      ...(connection !== undefined && { connectionId: connection }),
    },
    days: {
      ...(createdFrom !== undefined && { createdAfter: calendarDate(createdFrom, 'from', today) }),
      ...(createdTo !== undefined && { createdBefore: calendarDate(createdTo, 'to', today) }),
    },
  };
}

const isSupported = ({ name, value }: ChosenFilter<never>): boolean =>
  ['connection', 'createdFrom', 'createdTo'].includes(name) ||
  (name === 'status' && Array.isArray(value) && value.length === 1);

const describe = (it: ChosenFilter<never>): string =>
  it.name === 'status' ? 'several states (--status)' : it.flag;

/** Returns today by the service's clock, which any response carries. */
async function todayOf(context: Context): Promise<string> {
  await context.call(user.profile, {});
  return newYorkDate((await context.serviceTime()) ?? new Date());
}

function equalList({ globalFlags }: Context, chosen: readonly ChosenFilter<never>[]): string {
  const filters = chosen.map((it) => [it.flag, wordOf(it)].filter(Boolean).join(' '));
  const { out = 'payables.csv' } = globalFlags;
  return ['remit payable list', ...filters, '--csv --out', shellWord(out)].join(' ');
}

function wordOf({ end, value }: ChosenFilter<never>): string {
  if (value === true) return '';
  if (end?.of === 'amount') return dollarsText(Number(value));
  return shellWord(Array.isArray(value) ? value.join(',') : String(value));
}
