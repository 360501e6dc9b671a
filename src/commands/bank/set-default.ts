import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { id } from '../../cli/flags/value-parsers.ts';
import { checkAccount } from '../../cli/relations.ts';
import { bank } from '../../contract/bank.ts';
import { recordOf } from '../../render/view.ts';
import { bankColumns } from './columns.ts';

export const setDefault = command({
  name: 'set-default',
  summary: 'Make a bank account the default of its business',
  calls: [bank.setDefault, bank.list],
  writes: true,
  args: { bank: argument('<bank>', 'bank account', id) },
  view: recordOf(bankColumns),
  examples: ['remit bank set-default fs_…', 'remit bank set-default fs_… --json'],

  async run({ context, args }) {
    await checkAccount(context, args.bank, context.globalFlags.business);
    return context.call(bank.setDefault, { params: { fundingSourceId: args.bank } });
  },
});
