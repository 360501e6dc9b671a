import { command } from '../../cli/command.ts';
import { filterRecords } from '../../cli/filter-records.ts';
import { choice } from '../../cli/flags/flag.ts';
import { BusinessStatus, business } from '../../contract/business.ts';
import { listOf } from '../../render/view.ts';
import { businessColumns } from './columns.ts';

export const list = command({
  name: 'list',
  summary: 'List the businesses of the account',
  calls: [business.list],
  flags: { status: choice('--status <state>', 'filter by status', BusinessStatus.options) },
  shows: 'business',
  view: listOf(businessColumns, 'No businesses.'),
  examples: ['remit business list', 'remit business list --status verified --csv'],

  run: ({ context, flags }) =>
    filterRecords(context.records(business.list, {}), 'status', flags.status),
});
