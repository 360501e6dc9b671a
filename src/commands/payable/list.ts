import { command } from '../../cli/command.ts';
import { payableList } from '../../cli/payable/payable-columns.ts';
import { payableFields } from '../../cli/payable/payable-filters.ts';
import { type Payable, payable } from '../../contract/payable.ts';
import { columns, listOf } from '../../render/view.ts';
import { listFlags } from './list-flags.ts';

export const list = command({
  name: 'list',
  summary: 'List the payables of a business, newest first',
  about: [
    'Lists all pages unless --limit is set. Filters that the service does not have are applied here, to all pages; --verbose says which.',
    'Dates are YYYY-MM-DD, a month such as 2026-03, today, eom (end of month), or days from today: +7d, -30d.',
    '--as xero and --as quickbooks write the columns that these products import: bills for --direction received, sales invoices for --direction sent. Without --status, drafts and payables that were declined or cancelled are left out.',
  ].join('\n\n'),
  calls: [payable.list],
  flags: listFlags,
  shows: 'payable',
  view: payableList('No payables match.'),
  async viewFor({ groupBy, as, direction }) {
    if (groupBy) return listOf(groupColumns(payableFields[groupBy].field), 'No payables match.');
    if (!as || !direction) return undefined;
    return (await import('./accounting-templates.ts')).importView(as, direction);
  },
  examples: [
    'remit payable list --status SUBMITTED,APPROVED --due-by +7d --sort due',
    'remit payable list --payer "Acme Hotels" --overdue --total',
    'remit payable list --direction received --group-by payee --sort=-amount --csv',
    'remit payable list --status APPROVED --csv --out approved.csv',
    'remit payable list --as xero --direction received --created-from 2026-03 --out bills.csv',
    'remit payable list --since-last --out new-{date}.csv --manifest',
  ],

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
