import { command } from '../../cli/command.ts';
import { PreconditionError } from '../../cli/errors.ts';
import { moneyFlags } from '../../cli/flags/expectation-flags.ts';
import { optionalArgument, requiredOption } from '../../cli/flags/flag.ts';
import { id, parseAmountCents } from '../../cli/flags/value-parsers.ts';
import { bank } from '../../contract/bank.ts';
import { business } from '../../contract/business.ts';
import { centsOf, toDollars } from '../../contract/money.ts';
import { describePreparedBy } from '../../payments/describe.ts';
import {
  assertExpectations,
  hasExpectations,
  hasExpectedAmount,
} from '../../payments/expectations.ts';
import { usd } from '../../render/money.ts';
import { recordOf } from '../../render/view.ts';
import { withdrawalColumns } from './columns.ts';

export const withdraw = command({
  name: 'withdraw',
  summary: 'Withdraw from the balance to a bank account',
  calls: [business.withdraw, business.balance, bank.list],
  writes: true,
  args: { business: optionalArgument('[business]', 'business to withdraw from', id) },
  flags: {
    amount: requiredOption('--amount <dollars>', 'amount in dollars', parseAmountCents),
    to: requiredOption('--to <bank>', 'bank account to receive the funds', id),
    expectAmount: moneyFlags.expectAmount,
    maxTotal: moneyFlags.maxTotal,
    allowDuplicate: moneyFlags.allowDuplicate,
  },
  view: recordOf(withdrawalColumns),
  examples: [
    'remit business withdraw --amount 1000 --to fs_…',
    'remit business withdraw --amount 1000 --to fs_… --yes --json',
  ],

  async run({ context, args, flags }) {
    const businessId = context.business(args.business);
    const payments = await context.payments();
    const prepared = await payments.prepare(
      business.withdraw,
      {
        params: { businessId },
        body: { amount: toDollars(flags.amount), fundingSourceId: flags.to },
      },
      { allowDuplicate: flags.allowDuplicate, mustBeKnown: hasExpectations(flags) },
    );
    await payments.check(prepared);
    assertExpectations(flags, prepared);
    const { available } = await context.call(business.balance, { params: { businessId } });
    const { cents } = prepared;
    if (cents !== null && cents > centsOf(available)) {
      throw new PreconditionError(
        'insufficient_balance',
        `${usd(cents)} is more than the available balance of ${usd(centsOf(available))}.`,
        ['remit business balance'],
      );
    }
    const lines = await describePreparedBy(context, prepared);
    await payments.confirm(
      [prepared],
      [...lines, `Available balance ${usd(centsOf(available))}`],
      'Withdraw?',
      { isExpected: hasExpectedAmount(flags) },
    );
    return payments.send(prepared);
  },
});
