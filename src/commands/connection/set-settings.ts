import { command } from '../../cli/command.ts';
import { argument, option } from '../../cli/flags/flag.ts';
import { id, wholeNumber } from '../../cli/flags/value-parsers.ts';
import { connection } from '../../contract/connection.ts';
import { recordOf } from '../../render/view.ts';
import { connectionColumns } from './columns.ts';

export const setSettings = command({
  name: 'set-settings',
  summary: 'Set the payment terms of a connection',
  calls: [connection.setSettings],
  writes: true,
  args: { connection: argument('<connection>', 'connection to change', id) },
  flags: {
    netTerms: option('--net-terms <days>', 'days from invoice to due date', wholeNumber(0, 3650)),
  },
  view: recordOf(connectionColumns),
  examples: [
    'remit connection set-settings conn_… --net-terms 30',
    'remit connection set-settings conn_… --net-terms 30 --json',
  ],

  run: ({ context, args, flags }) =>
    context.call(connection.setSettings, {
      params: { connectionId: args.connection },
      query: { businessId: context.globalFlags.business },
      body: { ...(flags.netTerms !== undefined && { netTerms: flags.netTerms }) },
    }),
});
