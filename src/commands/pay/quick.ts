import { command } from '../../cli/command.ts';
import { WouldBeRefused } from '../../cli/errors.ts';
import { checkExpectations } from '../../cli/expectations.ts';
import { argument, option, required } from '../../cli/flag.ts';
import { moneyFlags } from '../../cli/money-flags.ts';
import { bankToPayFrom, describeBank } from '../../cli/paying-bank.ts';
import { settlesAbout } from '../../cli/settlement.ts';
import { amount, id, words } from '../../cli/values.ts';
import { bank } from '../../contract/bank.ts';
import { type Connection, connection } from '../../contract/connection.ts';
import { toDollars } from '../../contract/money.ts';
import { pay } from '../../contract/pay.ts';
import { usd } from '../../render/money.ts';
import { recordOf } from '../../render/view.ts';
import { paymentColumns } from './columns.ts';

export const quick = command({
  name: 'quick',
  summary: 'Pay a connected business without a payable',
  about: 'The payer is the business that owns the bank account.',
  calls: [pay.quickPay, connection.get, bank.list],
  writes: true,
  args: { connection: argument('<connection>', 'connection with the business to pay', id) },
  flags: {
    amount: required('--amount <dollars>', 'how much', amount),
    from: option(
      '--from <bank>',
      "bank account to pay from; the payer's default when left out",
      id,
    ),
    note: option('--note <text>', 'note that the payee reads', words),
    ...moneyFlags,
  },
  view: recordOf(paymentColumns),
  examples: [
    'remit pay quick conn_… --amount 750 --note "March"',
    'remit pay quick conn_… --amount 750 --from fs_… --yes --json',
  ],

  async run({ context, args, flags }) {
    const payer = flags.from === undefined ? context.business() : undefined;
    const account = await bankToPayFrom(context, payer, flags.from);
    const input = {
      body: {
        connectionId: args.connection,
        amount: toDollars(flags.amount),
        fundingSourceId: account.id,
        ...(flags.note !== undefined && { memo: flags.note }),
      },
    };
    const options = { allowDuplicate: flags.allowDuplicate };
    await context.guard(pay.quickPay, input, options);
    const it = await context.call(connection.get, {
      params: { connectionId: args.connection },
      query: { businessId: account.businessId ?? payer },
    });
    refuseUnlessActive(it);
    checkExpectations(flags, {
      cents: flags.amount,
      payee: [it.connectedBusinessName, it.connectedBusinessId, it.alias],
    });
    await context.confirm(
      [
        `Pay ${usd(flags.amount)} to ${it.connectedBusinessName ?? it.id}`,
        `From ${describeBank(account)}`,
        `Now${settlesAbout({ speed: undefined, on: undefined }, await context.serviceTime())}`,
      ],
      'Pay it?',
    );
    return context.call(pay.quickPay, input, options);
  },
});

function refuseUnlessActive({ id: connectionId, status }: Connection): void {
  if (!status || status === 'active') return;
  throw new WouldBeRefused('connection_not_active', `Connection ${connectionId} is ${status}.`, [
    'remit connection list --status active',
  ]);
}
