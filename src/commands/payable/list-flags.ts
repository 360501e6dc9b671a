import { choice, type FlagValues, option, toggle } from '../../cli/flags/flag.ts';
import { sortKeys, wholeNumber, words } from '../../cli/flags/value-parsers.ts';
import { filterFlags } from '../../cli/list/record-filter.ts';
import { payableFields, payableFilters } from '../../cli/payable/payable-filters.ts';

const groupings = ['payee', 'payer', 'due', 'status', 'payment', 'connection'] as const;

export const listFlags = {
  ...filterFlags(payableFilters),
  sort: option(
    '--sort <keys>',
    `sort by ${Object.keys(payableFields).join(', ')}; -amount is descending, due,-amount are two keys`,
    sortKeys([...Object.keys(payableFields), 'count']),
  ),
  groupBy: choice('--group-by <key>', 'count and sum by this field and direction', groupings),
  total: toggle('--total', 'print count and sum to standard error'),
  limit: option(
    '--limit <n>',
    'maximum number of rows, after filter and sort',
    wholeNumber(1, 100_000_000),
  ),
  skip: option(
    '--skip <n>',
    'number of rows to skip, after filter and sort',
    wholeNumber(0, 100_000_000),
  ),
  sinceLast: toggle(
    '--since-last',
    'only payables created since the last complete --since-last export with the same filters; requires --out',
  ),
  as: choice(
    '--as <product>',
    'CSV for the import of an accounting product; requires --direction',
    ['xero', 'quickbooks'],
  ),
  account: option(
    '--account <name>',
    'with --as: account code, account name or product of every line',
    words,
  ),
  taxType: option('--tax-type <name>', 'with --as xero: tax rate of every line', words),
  pageSize: option('--page-size <n>', 'rows per request', wholeNumber(1, 1000)),
};

export type PayableListFlags = FlagValues<typeof listFlags>;
