import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { id } from '../../cli/flags/value-parsers.ts';
import { checkAccount } from '../../cli/relations.ts';
import { bank } from '../../contract/bank.ts';
import { columns, recordOf } from '../../render/view.ts';

export const remove = command({
  name: 'remove',
  summary: 'Remove a bank account that has no pending payments',
  calls: [bank.remove, bank.list],
  writes: true,
  args: { bank: argument('<bank>', 'bank account', id) },
  view: recordOf(columns('id', 'status:state', 'removedAt:time')),
  examples: ['remit bank remove fs_…', 'remit bank remove fs_… --yes --json'],

  async run({ context, args }) {
    await checkAccount(context, args.bank, context.globalFlags.business);
    await context.confirm([`Remove bank account ${args.bank}.`], 'Remove it?');
    return context.call(bank.remove, { params: { fundingSourceId: args.bank } });
  },
});
