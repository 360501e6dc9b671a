import { command } from '../../cli/command.ts';
import { accounting } from '../../contract/accounting.ts';
import { listOf } from '../../render/view.ts';
import { fieldColumns } from './columns.ts';
import { integrationArgument, integrationPath } from './integration.ts';

export const fields = command({
  name: 'fields',
  summary: 'Show how payable fields map to bill fields',
  calls: [accounting.fields, accounting.list],
  args: integrationArgument,
  view: listOf(fieldColumns, 'No fields.'),
  examples: ['remit accounting fields', 'remit accounting fields acctint_… --csv'],

  run: async ({ context, args }) =>
    context.call(accounting.fields, { params: await integrationPath(context, args.integration) }),
});
