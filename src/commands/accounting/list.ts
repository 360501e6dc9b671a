import { command } from '../../cli/command.ts';
import { accounting } from '../../contract/accounting.ts';
import type { Integration } from '../../contract/accounting-records.ts';
import { listOf } from '../../render/view.ts';
import { integrationColumns } from './columns.ts';

export const list = command({
  name: 'list',
  summary: 'List the accounting integrations of a business',
  calls: [accounting.list],
  shows: 'integration',
  view: listOf(integrationColumns, 'No accounting integrations.'),
  examples: ['remit accounting list', 'remit accounting list --json --query "[].id"'],

  run: ({ context }) =>
    context.records<Integration>(accounting.list, {
      params: { businessId: context.business() },
    }),
});
