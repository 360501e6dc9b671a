import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { id } from '../../cli/flags/value-parsers.ts';
import { connection } from '../../contract/connection.ts';
import { recordOf } from '../../render/view.ts';
import { connectionColumns } from './columns.ts';

export const get = command({
  name: 'get',
  summary: 'Show one connection',
  calls: [connection.get],
  args: { connection: argument('<connection>', 'connection to show', id) },
  shows: 'connection',
  view: recordOf(connectionColumns),
  examples: ['remit connection get conn_…', 'remit connection get conn_… --json'],

  run: ({ context, args }) =>
    context.call(connection.get, {
      params: { connectionId: args.connection },
      query: { businessId: context.globalFlags.business },
    }),

  sections: async ({ context, record }) =>
    (await import('./connection-sections.ts')).connectionSections(record, context.system.argv),
});
