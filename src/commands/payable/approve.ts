import { type Payable, PayableStatus, payable } from '../../api/operations/payable.ts';
import { command } from '../../cli/command.ts';
import { batchExpectationFlags, expectationFlags } from '../../cli/flags/expectation-flags.ts';
import { optionalList, requiredUnless } from '../../cli/flags/flag.ts';
import { payableReference } from '../../cli/flags/value-parsers.ts';
import { forEachId } from '../../cli/for-each-id.ts';
import { payableUses } from '../../cli/payable/find-payable.ts';
import { payableOrPayables } from '../../cli/payable/payable-columns.ts';
import { PreconditionError } from '../../money/errors.ts';
import type { Approval } from '../../money/gate/approvals.ts';
import { describePayment, directionOf } from '../../money/gate/describe-payable.ts';
import { findEach } from './find-each.ts';
import {
  assertNoWhere,
  assertOnlyWhere,
  submittedBills,
  WHERE_HELP,
  whereFlags,
} from './where-flags.ts';

export const approve = command({
  name: 'approve',
  summary: 'Approve submitted payables, as their payer',
  about: `An approval is a promise to pay: number, payee, amount and due date are shown, and one question confirms all payables. Without a terminal, --yes is required, and an expectation above the amount that must be typed.\n\n${WHERE_HELP}`,
  calls: [payable.approve, payable.get, payable.list],
  writes: true,
  asks: true,
  args: {
    payables: requiredUnless(
      ['where'],
      optionalList('[payable...]', 'payables to approve (id or invoice number)', payableReference),
    ),
  },
  flags: {
    expectAmount: expectationFlags.expectAmount,
    ...batchExpectationFlags,
    ...whereFlags,
  },
  view: payableOrPayables,
  examples: [
    'remit payable approve pay_…',
    'remit payable approve CL-1002 CL-1004 --connection conn_…',
    'remit payable approve --where --payee "Coastal Linen" --amount-to 700',
    'remit payable approve pay_… --expect-amount 2500.00 --yes --json',
    'remit payable approve --where --due-to eom --max-total 20000 --yes --json',
  ],

  async run({ context, args, flags }) {
    const { confirmApprovals, prepareApprovals } = await import('../../money/gate/approvals.ts');
    const businessId = context.business();
    let approvals: readonly Approval[] = [];
    const send = (payableId: string) => {
      const approval = approvals.find((it) => it.payable.id === payableId);
      return context.call(payable.approve, { params: { businessId, payableId } }, { approval });
    };
    if (flags.where) {
      const given = { ids: args.payables.length > 0, 'expect-amount': flags.expectAmount };
      assertOnlyWhere(given);
      const { changeWhere } = await import('./change-where.ts');
      return changeWhere(context, flags, {
        ...{ operation: payable.approve, scope: submittedBills, verb: 'Approve', done: 'approved' },
        confirm: async (rows, { stake, ...asked }) => {
          approvals = await prepareApprovals(context, businessId, rows);
          await confirmApprovals(context, approvals, { ...asked, expected: flags, stake });
        },
        send: ({ id }) => send(id),
      });
    }
    const named = assertNoWhere(args.payables, flags, ['maxTotal']);
    const found = await findEach(context, named, payableUses.approve, flags);
    for (const it of found) if (directionOf(it, businessId) !== 'sent') refuseUnlessSubmitted(it);
    approvals = await prepareApprovals(context, businessId, found);
    await confirmApprovals(context, approvals, { expected: flags });
    return forEachId(
      found.map(({ id }) => id),
      send,
    );
  },
});

/** Refuses a payable in another state; a state that this program does not know is left to the service. */
function refuseUnlessSubmitted(it: Payable): void {
  const isKnown = PayableStatus.options.some((status) => status === it.status);
  if (!isKnown || it.status === 'SUBMITTED') return;
  const payment = describePayment(it);
  throw new PreconditionError(
    'payable_not_submitted',
    `Payable ${it.id} is ${it.status}${payment ? `: ${payment.text}` : ''}; only SUBMITTED payables can be approved.`,
    payment?.next ?? [`remit payable log ${it.id}`],
  );
}
