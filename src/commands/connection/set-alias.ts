import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { id, words } from '../../cli/flags/value-parsers.ts';
import { connection } from '../../contract/connection.ts';
import { recordOf } from '../../render/view.ts';
import { connectionColumns } from './columns.ts';

export const setAlias = command({
  name: 'set-alias',
  summary: 'Set your own label for a connection',
  calls: [connection.setAlias],
  writes: true,
  args: {
    connection: argument('<connection>', 'connection to label', id),
    alias: argument('<alias>', 'the label; the other side never sees it', words),
  },
  view: recordOf(connectionColumns),
  examples: [
    'remit connection set-alias conn_… "Linen"',
    'remit connection set-alias conn_… "Linen" --json',
  ],

  run: ({ context, args }) =>
    context.call(connection.setAlias, {
      params: { connectionId: args.connection },
      query: { businessId: context.globalFlags.business },
      body: { alias: args.alias },
    }),
});
