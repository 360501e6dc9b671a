import { command } from '../../cli/command.ts';
import { connection } from '../../contract/connection.ts';

export const exportCsv = command({
  name: 'export',
  summary: 'Export all connections as CSV, as the service writes it',
  calls: [connection.exportCsv],
  view: { kind: 'bytes', fileName: 'connections.csv' },
  examples: [
    'remit connection export --out connections.csv',
    'remit connection export > connections.csv',
  ],

  run: async ({ context }) =>
    (await context.service()).download(connection.exportCsv, {
      query: { businessId: context.globalFlags.business },
    }),
});
