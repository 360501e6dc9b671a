import { command } from '../../cli/command.ts';
import { filterRecords } from '../../cli/filter-records.ts';
import { argument, choice } from '../../cli/flags/flag.ts';
import { id } from '../../cli/flags/value-parsers.ts';
import { payableList } from '../../cli/payable/payable-columns.ts';
import { connection } from '../../contract/connection.ts';
import { PayableStatus } from '../../contract/payable.ts';

export const invoices = command({
  name: 'invoices',
  summary: 'List all payables of a connection',
  calls: [connection.invoices],
  args: { connection: argument('<connection>', 'connection', id) },
  flags: { status: choice('--status <state>', 'filter by status', PayableStatus.options) },
  shows: 'payable',
  view: payableList('No payables on this connection.'),
  examples: [
    'remit connection invoices conn_…',
    'remit connection invoices conn_… --status PAID --csv',
  ],

  run: ({ context, args, flags }) =>
    filterRecords(
      context.records(connection.invoices, {
        params: { connectionId: args.connection },
        query: { businessId: context.globalFlags.business },
      }),
      'status',
      flags.status,
    ),
});
