import { command } from '../../cli/command.ts';
import { filterRecords } from '../../cli/filter-records.ts';
import { bank } from '../../contract/bank.ts';
import { listOf } from '../../render/view.ts';
import { bankColumns } from './columns.ts';

export const list = command({
  name: 'list',
  summary: "List the bank accounts of the account's businesses",
  about: 'With an explicit --business, only those of that business.',
  calls: [bank.list],
  shows: 'bank',
  view: listOf(bankColumns, 'No bank accounts.'),
  examples: ['remit bank list', 'remit bank list -b biz_… --csv'],

  run: ({ context }) =>
    filterRecords(
      context.records(bank.list, { query: { businessId: context.globalFlags.business } }),
      'businessId',
      context.globalFlags.business,
    ),
});
