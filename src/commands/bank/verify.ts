import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { id, parseAmountCents } from '../../cli/flags/value-parsers.ts';
import { checkAccount } from '../../cli/relations.ts';
import { bank } from '../../contract/bank.ts';
import { toDollars } from '../../contract/money.ts';
import { recordOf } from '../../render/view.ts';
import { bankColumns } from './columns.ts';

export const verify = command({
  name: 'verify',
  summary: 'Verify a bank account with the amounts of its two micro-deposits',
  about: 'The order of the amounts does not matter. The number of attempts is limited.',
  calls: [bank.verifyMicroDeposits, bank.list],
  writes: true,
  args: {
    bank: argument('<bank>', 'bank account', id),
    amount1: argument('<amount1>', 'first amount, in dollars', parseAmountCents),
    amount2: argument('<amount2>', 'second amount, in dollars', parseAmountCents),
  },
  view: recordOf(bankColumns),
  examples: ['remit bank verify fs_… 0.03 0.07', 'remit bank verify fs_… 0.03 0.07 --json'],

  async run({ context, args }) {
    await checkAccount(context, args.bank, context.globalFlags.business);
    return context.call(bank.verifyMicroDeposits, {
      params: { fundingSourceId: args.bank },
      body: { amount1: toDollars(args.amount1), amount2: toDollars(args.amount2) },
    });
  },
});
