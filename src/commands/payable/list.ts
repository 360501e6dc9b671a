import { bank } from '../../api/operations/bank.ts';
import { connection } from '../../api/operations/connection.ts';
import { type Payable, payable } from '../../api/operations/payable.ts';
import { command } from '../../cli/command.ts';
import { choice, type FlagValues, option, toggle } from '../../cli/flags/flag.ts';
import { date, sortKeys, wholeNumber, words } from '../../cli/flags/value-parsers.ts';
import { filterFlags } from '../../cli/list/record-filter.ts';
import { payableList } from '../../cli/payable/payable-columns.ts';
import { payableFields, payableFilters } from '../../cli/payable/payable-filters.ts';
import { columns, listOf } from '../../render/view.ts';

const groupings = ['payee', 'payer', 'due', 'status', 'payment', 'connection'] as const;

const listFlags = {
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
  since: option(
    '--since <date>',
    'with --since-last: from this creation date again, not only what is new',
    date,
  ),
  as: choice(
    '--as <product>',
    'CSV for the import of an accounting product; requires --direction',
    ['xero', 'quickbooks'],
  ),
  accountingAccount: option(
    '--accounting-account <account>',
    'with --as: account code, account name or product of every line',
    words,
  ),
  taxType: option('--tax-type <name>', 'with --as xero: tax rate of every line', words),
  pageSize: option('--page-size <n>', 'rows per request', wholeNumber(1, 1000)),
};

export type PayableListFlags = FlagValues<typeof listFlags>;

export const list = command({
  name: 'list',
  summary: 'List the payables of a business, newest first',
  about: [
    'Lists all pages unless --limit is set. Filters that the service does not have are applied here, to all pages; --verbose says which.',
    'Dates are YYYY-MM-DD, a month such as 2026-03, today, eom (end of month), or days from today: +7d, -30d.',
  ].join('\n\n'),
  details: [
    '--paid-from and --paid-to select payables by the day of their payment. With --group-by, quick payments of the journal of this machine are added on the day of sending: the service does not list them.',
    '--as xero and --as quickbooks write the columns that these products import: bills for --direction received, sales invoices for --direction sent. Without --status, drafts and payables that were declined or cancelled are left out.',
  ].join('\n\n'),
  calls: [payable.list, payable.activity, connection.list, bank.list],
  perBusiness: { without: ['limit', 'skip', 'sinceLast', 'as'] },
  flags: listFlags,
  shows: 'payable',
  view: payableList('No payables match.'),
  async viewFor({ groupBy, as, direction }) {
    if (groupBy) return listOf(groupColumns(payableFields[groupBy].field), 'No payables match.');
    if (!as || !direction) return undefined;
    return (await import('./accounting-import.ts')).importView(as, direction);
  },
  examples: {
    'List what falls due within a week, by date':
      'remit payable list --status SUBMITTED,APPROVED --due-to +7d --sort due',
    'Add up the overdue invoices of one payer':
      'remit payable list --payer "Acme Hotels" --overdue --total',
    'Compare what you owe to each payee':
      'remit payable list --direction received --group-by payee --sort=-amount --csv',
    'Write what can be paid to a file, for run plan':
      'remit payable list --status APPROVED --csv --out approved.csv',
    'Add up what you paid to each payee in a year':
      'remit payable list --direction received --paid-from 2026-01 --paid-to 2026-12 --group-by payee --csv',
    'Write the bills of a month for import into Xero':
      'remit payable list --as xero --direction received --created-from 2026-03 --out bills.csv',
    'Write what is new since the last export':
      'remit payable list --since-last --out new-{date}.csv --manifest',
  },

  async run({ context, flags }) {
    const { limit, skip, pageSize, ...others } = flags;
    if (Object.values(others).some((it) => it !== undefined && it !== false)) {
      const { listPayables } = await import('./list-payables.ts');
      return listPayables(context, flags);
    }
    const params = { businessId: context.business() };
    return context.records<Payable>(payable.list, { params }, { limit, skip, pageSize });
  },
});

const groupColumns = (field: string) => {
  const kind = { dueDate: ':date', status: ':state' }[field] ?? '';
  return columns('direction', `${field}${kind}`, 'count:number', 'amount:money');
};
