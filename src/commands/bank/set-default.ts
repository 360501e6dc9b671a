import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { id } from '../../cli/flags/value-parsers.ts';
import { bank } from '../../contract/bank.ts';
import { recordOf } from '../../render/view.ts';
import { bankColumns } from './columns.ts';

export const setDefault = command({
  name: 'set-default',
  summary: 'Make a bank account the default of its business',
  calls: [bank.setDefault],
  writes: true,
  args: { bank: argument('<bank>', 'bank account', id) },
  view: recordOf(bankColumns),
  examples: ['remit bank set-default fs_…', 'remit bank set-default fs_… --json'],

  run: ({ context, args }) =>
    context.call(bank.setDefault, { params: { fundingSourceId: args.bank } }),
});
