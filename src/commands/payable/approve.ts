import { type Payable, PayableStatus, payable } from '../../api/operations/payable.ts';
import { command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { batchExpectationFlags, expectationFlags } from '../../cli/flags/expectation-flags.ts';
import { option } from '../../cli/flags/flag.ts';
import { assertSignable, signableFlags } from '../../cli/flags/key-flags.ts';
import { file } from '../../cli/flags/value-parsers.ts';
import { payableUses } from '../../cli/payable/find-payable.ts';
import { payableOrPayables } from '../../cli/payable/payable-columns.ts';
import { PreconditionError, UsageError } from '../../money/errors.ts';
import type { Approval } from '../../money/gate/approvals.ts';
import { describePayment, directionOf } from '../../money/gate/describe-payable.ts';
import { withMarks } from '../../money/marks/mark.ts';
import { text } from '../../render/view.ts';
import { findEach } from './find-each.ts';
import { forEachPayable } from './for-each-payable.ts';
import {
  assertNoWhere,
  assertOnlyWhere,
  payablesArgument,
  submittedBills,
  WHERE_HELP,
  whereFlags,
} from './where-flags.ts';

export const approve = command({
  name: 'approve',
  summary: 'Approve submitted payables, as their payer',
  about:
    'An approval is a promise to pay: number, payee, amount and due date are shown, and one question confirms all payables. Without a terminal, --yes is required, and an expectation above the amount that must be typed. With --where, filters choose the payables instead of ids.',
  details: `Above maxPerApproval of the policy, an approval needs the signatures of its maker and of as many approvers as a plan. --signable prints the text, ssh-keygen -Y sign -n remit-plan signs it, and --signature takes the texts, each followed by its signature.\n\n${WHERE_HELP.about} ${WHERE_HELP.details}`,
  calls: [payable.approve, payable.get, payable.list],
  writes: true,
  asks: true,
  args: { payables: payablesArgument('payables to approve') },
  flags: {
    expectAmount: expectationFlags.expectAmount,
    ...batchExpectationFlags,
    ...whereFlags,
    ...signableFlags,
    signature: option(
      '--signature <file|->',
      'signature made elsewhere: the text of --signable, then the output of ssh-keygen; of the maker, then of each approver',
      file,
    ),
  },
  view: payableOrPayables,
  viewFor: ({ signable }) => (signable === undefined ? undefined : text),
  examples: {
    'Approve a payable': 'remit payable approve pay_…',
    'Approve two invoices of one partner':
      'remit payable approve CL-1002 CL-1004 --connection conn_…',
    'Approve all up to $700 of one payee':
      'remit payable approve --where --payee "Coastal Linen" --amount-to 700',
    'Approve in a script, if the amount is as expected':
      'remit payable approve pay_… --expect-amount 2500.00 --yes --json',
    'Write the text that the maker signs':
      'remit payable approve pay_… --signable maker --person ada > ada.txt',
    'Approve all due this month, but at most $20,000':
      'remit payable approve --where --due-to eom --max-total 20000 --yes --json',
  },

  async run({ context, args, flags }) {
    const { confirmApprovals, prepareApprovals } = await import('../../money/gate/approvals.ts');
    assertSignable(flags);
    if (flags.signable !== undefined && flags.signature !== undefined) {
      throw new UsageError('--signable cannot be used with --signature.');
    }
    const businessId = context.business();
    let approvals: readonly Approval[] = [];
    const send = async ({ id: payableId }: Payable) => {
      const approval = approvals.find((it) => it.payable.id === payableId);
      const input = { params: { businessId, payableId } };
      const approved = await context.call(payable.approve, input, { approval });
      return withMarks(approved, approval?.marks ?? []);
    };
    if (flags.where) {
      const given = {
        ...{ ids: args.payables.length > 0, 'expect-amount': flags.expectAmount },
        ...{ signable: flags.signable, signature: flags.signature },
      };
      assertOnlyWhere(given);
      const { changeWhere } = await import('./change-where.ts');
      return changeWhere(context, flags, {
        ...{ operation: payable.approve, scope: submittedBills, verb: 'Approve', done: 'approved' },
        confirm: async (rows, { stake, ...asked }) => {
          approvals = await prepareApprovals(context, businessId, rows);
          await confirmApprovals(context, approvals, { ...asked, expected: flags, stake });
        },
        send,
      });
    }
    const named = assertNoWhere(args.payables, flags, ['maxTotal']);
    const found = await findEach(context, named, payableUses.approve, flags);
    for (const it of found) if (directionOf(it, businessId) !== 'sent') refuseUnlessSubmitted(it);
    const { signable: role, person: signer } = flags;
    if (role !== undefined && signer !== undefined) {
      const { approvalSubject } = await import('../../money/gate/signed-approvals.ts');
      const at = new Date().toISOString();
      return approvalSubject(context, found).textOf({ role: role || 'maker', person: signer, at });
    }
    const signedBy = await signersOf(context, found, flags.signature);
    approvals = await prepareApprovals(context, businessId, found, signedBy);
    await confirmApprovals(context, approvals, { expected: flags });
    return forEachPayable(found, send);
  },
});

/** Returns the approvers who signed the approval of payables; none without signatures. */
async function signersOf(
  context: Context,
  found: readonly Payable[],
  path: string | undefined,
): Promise<readonly string[]> {
  if (path === undefined) return [];
  const { assertApprovalSigned } = await import('../../money/gate/signed-approvals.ts');
  const approvers = await assertApprovalSigned(context, found, await context.files.readText(path));
  context.notice(`Approved by: ${approvers.join(', ')}`);
  return approvers;
}

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
