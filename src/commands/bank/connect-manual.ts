import { command } from '../../cli/command.ts';
import { InvalidValueError, option, requiredChoice, requiredOption } from '../../cli/flags/flag.ts';
import { file, words } from '../../cli/flags/value-parsers.ts';
import { AccountType, bank } from '../../contract/bank.ts';
import { recordOf } from '../../render/view.ts';
import { bankColumns } from './columns.ts';

export const connectManual = command({
  name: 'connect-manual',
  summary: 'Link a bank account by its numbers, verified by two micro-deposits',
  about:
    'The account number comes from a file, standard input or a hidden prompt, never from the command line.',
  calls: [bank.connectManually],
  writes: true,
  flags: {
    routing: requiredOption('--routing <number>', 'routing number, nine digits', routingNumber),
    accountNumberFile: option(
      '--account-number-file <file|->',
      'file containing the account number',
      file,
    ),
    type: requiredChoice('--type <type>', 'account type', AccountType.options),
    name: requiredOption('--name <name>', 'display name', words),
  },
  view: recordOf(bankColumns),
  examples: [
    'remit bank connect-manual --routing 110000000 --account-number-file number.txt --type checking --name Operating',
    'remit bank connect-manual --routing 110000000 --account-number-file - --type checking --name Operating -b biz_… --json',
  ],

  run: async ({ context, flags }) =>
    context.call(bank.connectManually, {
      body: {
        businessId: context.business(),
        routingNumber: flags.routing,
        accountNumber:
          flags.accountNumberFile === undefined
            ? await context.prompt.secret(
                { label: 'Account number', flag: '--account-number-file <file|->' },
                (text) => (/^\d{4,17}$/.test(text) ? undefined : 'It must be 4 to 17 digits.'),
              )
            : await context.files.readSecret(flags.accountNumberFile),
        accountType: flags.type,
        name: flags.name,
      },
    }),
});

/** Parses nine digits. The service decides whether a bank has that number. */
function routingNumber(text: string): string {
  if (/^\d{9}$/.test(text)) return text;
  throw new InvalidValueError('must be nine digits');
}
