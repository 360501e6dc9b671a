import { command } from '../../cli/command.ts';
import { WouldBeRefused } from '../../cli/errors.ts';
import { optionalArgument, required } from '../../cli/flag.ts';
import { moneyFlags } from '../../cli/money-flags.ts';
import { arrivesAbout } from '../../cli/settlement.ts';
import { amount, id } from '../../cli/values.ts';
import { bank } from '../../contract/bank.ts';
import { business } from '../../contract/business.ts';
import { centsOf, toDollars } from '../../contract/money.ts';
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
    amount: required('--amount <dollars>', 'how much', amount),
    to: required('--to <bank>', 'bank account that receives it', id),
    allowDuplicate: moneyFlags.allowDuplicate,
  },
  view: recordOf(withdrawalColumns),
  examples: [
    'remit business withdraw --amount 1000 --to fs_…',
    'remit business withdraw --amount 1000 --to fs_… --yes --json',
  ],

  async run({ context, args, flags }) {
    const businessId = context.business(args.business);
    const input = {
      params: { businessId },
      body: { amount: toDollars(flags.amount), fundingSourceId: flags.to },
    };
    const options = { allowDuplicate: flags.allowDuplicate };
    await context.guard(business.withdraw, input, options);
    const [balance, account] = await Promise.all([
      context.call(business.balance, { params: { businessId } }),
      accountOf(context.records(bank.list, {}), flags.to),
    ]);
    if (flags.amount > centsOf(balance.available)) {
      throw new WouldBeRefused(
        'insufficient_balance',
        `${usd(flags.amount)} is more than the available balance of ${usd(centsOf(balance.available))}.`,
        ['remit business balance'],
      );
    }
    await context.confirm(
      [
        `Withdraw ${usd(flags.amount)} to ${account}${arrivesAbout(await context.serviceTime())}`,
        `Available now ${usd(centsOf(balance.available))}`,
      ],
      'Withdraw?',
    );
    return context.call(business.withdraw, input, options);
  },
});

/** The bank account in words a person checks: name, kind and last four digits. The id where the service shows no more. */
async function accountOf(accounts: AsyncIterable<Record<string, unknown>>, bankId: string) {
  for await (const it of accounts) {
    if (it['id'] === bankId) return `${it['name'] ?? bankId} ···${it['last4'] ?? '????'}`;
  }
  return bankId;
}
