import { command } from '../../cli/command.ts';
import { bank } from '../../contract/bank.ts';
import { columns, recordOf } from '../../render/view.ts';

export const linkToken = command({
  name: 'link-token',
  summary: 'Get a short-lived token for the bank-linking provider',
  calls: [bank.linkToken],
  view: recordOf(columns('linkToken', 'expiration:time')),
  examples: ['remit bank link-token', 'remit bank link-token --json --query linkToken'],

  run: ({ context }) => context.call(bank.linkToken, {}),
});
