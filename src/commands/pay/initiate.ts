import { bank } from '../../api/operations/bank.ts';
import { connection } from '../../api/operations/connection.ts';
import { pay } from '../../api/operations/pay.ts';
import { type Payable, payable } from '../../api/operations/payable.ts';
import { dateIn } from '../../api/schema/field-types.ts';
import { command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import {
  arriveByFlag,
  bankFlag,
  expectationFlags,
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
import {
  type ArriveBy,
  arrivalBy,
  arrivalText,
  assertNoOtherTiming,
  closedDayText,
  createCannotArriveError,
} from '../../money/gate/arrival.ts';
import { describePrepared } from '../../money/gate/describe.ts';
import type { Timing } from '../../money/gate/estimate-settlement.ts';
import {
  assertExpectations,
  hasExpectations,
  hasExpectedAmount,
} from '../../money/gate/expectations.ts';
import { createUnknownAmountError, type PreparedRequest } from '../../money/gate/prepare.ts';
import { toReauthorization } from '../../money/gate/reauthorization.ts';
import { findRefusal } from '../../money/gate/refusals.ts';
import { withMarks } from '../../money/marks/mark.ts';
import { centsIn } from '../../render/money.ts';
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
    bank: bankFlag,
    ...numberFlags,
    ...speedFlags,
    arriveBy: arriveByFlag,
    ...expectationFlags,
    ...reauthorizationFlags,
  },
  shows: 'payment',
  view: recordOf(paymentColumns),
  examples: {
    'Pay an invoice by its number': 'remit pay initiate CL-1001',
    'Pay a payable by its id': 'remit pay initiate pay_…',
    'Pay as late as it still arrives on the due date': 'remit pay initiate pay_… --arrive-by due',
    'Pay in a script, if the amount is as expected':
      'remit pay initiate pay_… --bank fs_… --expect-amount 2500.00 --yes --json',
  },

  async run({ context, args, flags }) {
    const businessId = context.business();
    const payments = await context.payments();
    const found = await findPayable(context, args.payable, payableUses.pay, {
      ...flags,
      read: (wanted) => payments.payableAt(businessId, wanted),
    });
    const payableId = found.id;
    const { speed, on } = await timingOf(context, found, flags);
    const params = { businessId, payableId };
    const account = await resolveFundingSource(context, businessId, flags.bank);
    const prepared = await payments.prepare(
      pay.initiate,
      { body: { payableId, fundingSourceId: account.id, ...toOrderTiming({ speed, on }) } },
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
      on && (await checkScheduledDate(context, { ...params, paymentId, on }));
    if (scheduledPayment) context.notice(scheduledPayment);
    return withMarks(payment, (await payments.marksOf(prepared)).flat());
  },
});

/**
 * Returns the speed and the date of a payment. That which arrives by a date is said.
 *
 * @throws {UsageError} If `--arrive-by` is combined with a speed or a date.
 * @throws {GuardError} If it cannot arrive by that date (14).
 */
async function timingOf(
  context: Context,
  found: Payable,
  { speed, on, arriveBy }: Timing & { readonly arriveBy: ArriveBy | undefined },
): Promise<Timing> {
  if (arriveBy === undefined) {
    // A question shows it.
    const closed = on && context.globalFlags.yes ? closedDayText(on) : undefined;
    if (closed) context.notice(`${closed}.`);
    return { speed, on };
  }
  assertNoOtherTiming({ speed, on });
  const { dueDate: due } = found;
  const by = arriveBy === 'due' ? dateIn(due) : arriveBy;
  const subject = `Payable ${found.id}`;
  if (by === undefined) throw createCannotArriveError([{ subject, by, due, earliest: undefined }]);
  const now = (await context.serviceTime()) ?? new Date();
  const { isLate, ...arrival } = arrivalBy(by, centsIn(found.amount) ?? 0, now);
  if (isLate) throw createCannotArriveError([{ subject, by, due, earliest: arrival.arrives }]);
  context.notice(arrivalText(by, arrival));
  return arrival;
}

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
