import { bank } from '../../api/operations/bank.ts';
import { connection } from '../../api/operations/connection.ts';
import { pay } from '../../api/operations/pay.ts';
import { type Payable, payable } from '../../api/operations/payable.ts';
import { command } from '../../cli/command.ts';
import {
  expectationFlags,
  fromFlag,
  reauthorizationFlags,
  speedFlags,
  toOrderTiming,
} from '../../cli/flags/expectation-flags.ts';
import {
  findPayable,
  numberFlags,
  payableArgument,
  payableUses,
} from '../../cli/payable/find-payable.ts';
import { resolveFundingSource } from '../../cli/payable/funding-source.ts';
import { checkScheduledDate } from '../../cli/payable/verify-scheduled.ts';
import { describePrepared } from '../../money/gate/describe.ts';
import { isPaymentInFlight } from '../../money/gate/describe-payable.ts';
import {
  assertExpectations,
  hasExpectations,
  hasExpectedAmount,
} from '../../money/gate/expectations.ts';
import { createUnknownAmountError, type PreparedRequest } from '../../money/gate/prepare.ts';
import { toReauthorization } from '../../money/gate/reauthorization.ts';
import { findRefusal } from '../../money/gate/refusals.ts';
import { withMarks } from '../../money/marks/mark.ts';
import { recordOf } from '../../render/view.ts';
import { paymentColumns } from './columns.ts';

export const initiate = command({
  name: 'initiate',
  summary: 'Pay an approved payable by ACH, now or on a date',
  about:
    'The payable is read before and after. A payment with an unknown outcome is never sent again: see remit journal. ' +
    'A returned payment is made again only as the rules of its ACH return code allow: see remit explain. With a new authorization of the account holder, add --reauthorized.',
  calls: [
    ...[pay.initiate, payable.get, payable.list, payable.activity, bank.list],
    connection.list,
  ],
  writes: true,
  args: {
    payable: payableArgument('payable to pay'),
  },
  flags: {
    from: fromFlag,
    ...numberFlags,
    ...speedFlags,
    ...expectationFlags,
    ...reauthorizationFlags,
  },
  shows: 'payment',
  view: recordOf(paymentColumns),
  examples: [
    'remit pay initiate CL-1001',
    'remit pay initiate pay_…',
    'remit pay initiate pay_… --from fs_… --expect-amount 2500.00 --yes --json',
  ],

  async run({ context, args, flags }) {
    const businessId = context.business();
    const payments = await context.payments();
    const use = { ...payableUses.pay, fits: (it: Payable) => !isPaymentInFlight(it) };
    const { id: payableId } = await findPayable(context, args.payable, use, {
      ...flags,
      read: (wanted) => payments.payableAt(businessId, wanted),
    });
    const params = { businessId, payableId };
    const account = await resolveFundingSource(context, businessId, flags.from);
    const prepared = await payments.prepare(
      pay.initiate,
      { body: { payableId, fundingSourceId: account.id, ...toOrderTiming(flags) } },
      {
        businessId,
        allowDuplicate: flags.allowDuplicate,
        reauthorized: toReauthorization(flags),
        mustBeKnown: hasExpectations(flags),
      },
    );
    await payments.check(prepared);
    refuseUnlessApproved(prepared);
    for (const line of assertExpectations(flags, prepared)) context.notice(line);
    await payments.confirm(
      [prepared],
      await describePrepared(context, prepared, account),
      'Pay it?',
      { isExpected: hasExpectedAmount(flags) },
    );
    const payment = await payments.send(prepared);
    const { paymentId } = payment;
    const scheduledPayment =
      flags.on && (await checkScheduledDate(context, { ...params, paymentId, on: flags.on }));
    if (scheduledPayment) context.notice(scheduledPayment);
    return withMarks(payment, (await payments.marksOf(prepared)).flat());
  },
});

/** Refuses a payable that is not approved, or does not contain its amount. */
function refuseUnlessApproved(prepared: PreparedRequest): void {
  const { movements, unknownReason, extraMembers } = prepared;
  const [movement] = movements;
  if (movement?.unknownReason && unknownReason && Object.keys(extraMembers).length === 0) {
    throw createUnknownAmountError(unknownReason);
  }
  const refusal = findRefusal(prepared);
  if (refusal) throw refusal;
}
