import { command } from '../../cli/command.ts';
import { requiredOption } from '../../cli/flags/flag.ts';
import { id, words } from '../../cli/flags/value-parsers.ts';
import { checkAccount } from '../../cli/relations.ts';
import { accounting } from '../../contract/accounting.ts';
import { bank } from '../../contract/bank.ts';
import { columns, recordOf } from '../../render/view.ts';
import { integrationArgument, integrationPath } from './integration.ts';

export const mapBank = command({
  name: 'map-bank',
  summary: 'Map a bank account to an account of the accounting system',
  about: 'A bank account has one mapping: mapping it again replaces it.',
  calls: [accounting.mapBank, accounting.list, bank.list],
  writes: true,
  args: integrationArgument,
  flags: {
    bank: requiredOption('--bank <bank>', 'bank account to map', id),
    account: requiredOption(
      '--accounting-account <account>',
      'id of the account in the accounting system',
      words,
    ),
  },
  view: recordOf(columns('id', 'fundingSourceId', 'accountingBankAccountId', 'updatedAt:time')),
  examples: [
    'remit accounting map-bank --bank fs_… --accounting-account BA-35',
    'remit accounting map-bank acctint_… --bank fs_… --accounting-account BA-41 --json',
  ],

  async run({ context, args, flags }) {
    await checkAccount(context, flags.bank, context.business());
    return context.call(accounting.mapBank, {
      params: await integrationPath(context, args.integration),
      body: { fundingSourceId: flags.bank, accountingBankAccountId: flags.account },
    });
  },
});
