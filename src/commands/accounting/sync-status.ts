import { command } from '../../cli/command.ts';
import { accounting } from '../../contract/accounting.ts';
import { recordOf } from '../../render/view.ts';
import { syncColumns } from './columns.ts';
import { integrationArgument, integrationPath } from './integration.ts';

export const syncStatus = command({
  name: 'sync-status',
  summary: 'Show the most recent sync and its errors',
  calls: [accounting.syncStatus, accounting.list],
  args: integrationArgument,
  view: recordOf(syncColumns),
  examples: [
    'remit accounting sync-status',
    'remit accounting sync-status acctint_… --json --query errors',
  ],

  run: async ({ context, args }) =>
    context.call(accounting.syncStatus, {
      params: await integrationPath(context, args.integration),
    }),
});
