import { command } from '../../cli/command.ts';
import { requiredOption } from '../../cli/flags/flag.ts';
import { file, words } from '../../cli/flags/value-parsers.ts';
import { bank } from '../../contract/bank.ts';
import { recordOf } from '../../render/view.ts';
import { bankColumns } from './columns.ts';

export const connect = command({
  name: 'connect',
  summary: 'Link a bank account selected at the bank-linking provider',
  calls: [bank.connect],
  writes: true,
  flags: {
    publicTokenFile: requiredOption(
      '--public-token-file <file|->',
      'file containing the public token returned by the provider',
      file,
    ),
    account: requiredOption('--account <id>', 'account selected there', words),
  },
  view: recordOf(bankColumns),
  examples: [
    'remit bank connect --public-token-file token.txt --account acct_checking_0000',
    'remit bank connect --public-token-file - --account acct_checking_0000 -b biz_… --json',
  ],

  run: async ({ context, flags }) =>
    context.call(bank.connect, {
      body: {
        businessId: context.business(),
        publicToken: await context.files.readSecret(flags.publicTokenFile, 'Public token'),
        accountId: flags.account,
      },
    }),
});
