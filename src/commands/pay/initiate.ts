import { command } from '../../cli/command.ts';
import { Stopped, WouldBeRefused } from '../../cli/errors.ts';
import { checkExpectations } from '../../cli/expectations.ts';
import { argument, option } from '../../cli/flag.ts';
import { moneyFlags } from '../../cli/money-flags.ts';
import { paidEarly } from '../../cli/paid-early.ts';
import { bankToPayFrom, describeBank } from '../../cli/paying-bank.ts';
import { settlesAbout } from '../../cli/settlement.ts';
import { speedFlags, toOrder } from '../../cli/speed-flags.ts';
import { id } from '../../cli/values.ts';
import { bank } from '../../contract/bank.ts';
import { centsOf } from '../../contract/money.ts';
import { pay } from '../../contract/pay.ts';
import { type Payable, payable } from '../../contract/payable.ts';
import { usd } from '../../render/money.ts';
import { recordOf } from '../../render/view.ts';
import { paymentColumns } from './columns.ts';

export const initiate = command({
  name: 'initiate',
  summary: 'Pay an approved payable by ACH, now or on a date',
  about:
    'The payable is read before and after. What is in doubt is never sent again: see remit journal.',
  calls: [pay.initiate, payable.get, bank.list],
  writes: true,
  args: { payable: argument('<payable>', 'payable to pay', id) },
  flags: {
    from: option(
      '--from <bank>',
      "bank account to pay from; the payer's default when left out",
      id,
    ),
    ...speedFlags,
    ...moneyFlags,
  },
  view: recordOf(paymentColumns),
  examples: [
    'remit pay initiate pay_…',
    'remit pay initiate pay_… --from fs_… --expect-amount 2500.00 --yes --json',
  ],

  async run({ context, args, flags }) {
    const businessId = context.business();
    const params = { businessId, payableId: args.payable };
    const it = await context.call(payable.get, { params });
    const account = await bankToPayFrom(context, businessId, flags.from);
    const input = {
      body: { payableId: args.payable, fundingSourceId: account.id, ...toOrder(flags) },
    };
    const cents = centsOwed(it);
    const options = {
      allowDuplicate: flags.allowDuplicate,
      before: { status: it.status ?? null },
      about: { cents, businessId },
    };
    await context.guard(pay.initiate, input, options);
    refuseUnlessApproved(it);
    checkExpectations(flags, {
      cents,
      payee: [it.payeeName, it.businessId, it.senderBusinessId],
    });
    await context.confirm(
      [
        `Pay ${usd(cents)} to ${it.payeeName ?? 'its sender'} for invoice ${it.invoiceNumber ?? it.id}`,
        `From ${describeBank(account)}`,
        `By ${flags.speed ?? 'standard'} ACH, ${flags.on ? `on ${flags.on}` : 'now'}${settlesAbout(flags, await context.serviceTime())}`,
      ],
      'Pay it?',
    );
    const payment = await context.call(pay.initiate, input, options);
    const { paymentId } = payment;
    const early = flags.on && (await paidEarly(context, { ...params, paymentId, on: flags.on }));
    if (early) context.notice(early);
    return payment;
  },
});

/** Nothing is paid blindly: a payable that does not say its amount is not paid by this program. */
function centsOwed({ id: payableId, amount }: Payable): number {
  if (typeof amount === 'number') return centsOf(amount);
  throw new Stopped('no_amount', `The service does not say what payable ${payableId} amounts to.`, [
    `remit payable get ${payableId} --json`,
  ]);
}

function refuseUnlessApproved(it: Payable): void {
  if (!it.status || it.status === 'APPROVED') return;
  throw new WouldBeRefused(
    'payable_not_approved',
    `Payable ${it.id} is ${it.status}; only APPROVED payables can be paid.`,
    [it.status === 'SUBMITTED' ? `remit payable approve ${it.id}` : `remit payable log ${it.id}`],
  );
}
