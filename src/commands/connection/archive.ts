import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { id } from '../../cli/flags/value-parsers.ts';
import { connection } from '../../contract/connection.ts';
import { cuttable } from '../../render/cuttable.ts';
import { recordOf } from '../../render/view.ts';
import { connectionColumns } from './columns.ts';

export const archive = command({
  name: 'archive',
  summary: 'Archive a connection (no new payables on it)',
  calls: [connection.archive, connection.get],
  writes: true,
  args: { connection: argument('<connection>', 'connection to archive', id) },
  view: recordOf(connectionColumns),
  examples: ['remit connection archive conn_…', 'remit connection archive conn_… --yes --json'],

  async run({ context, args }) {
    const input = {
      params: { connectionId: args.connection },
      query: { businessId: context.globalFlags.business },
    };
    const current = await context.call(connection.get, input);
    await context.confirm(
      [
        cuttable`Archive the connection with ${current.connectedBusinessName ?? current.id}, of ${current.businessName ?? 'this business'}.`,
      ],
      'An archived connection cannot be reactivated. Archive it?',
    );
    return context.call(connection.archive, input);
  },
});
