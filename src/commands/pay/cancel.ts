import { ApiError } from '../../api/http/api-error.ts';
import { pay } from '../../api/operations/pay.ts';
import { type Payable, payable } from '../../api/operations/payable.ts';
import { command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { expectationFlags } from '../../cli/flags/expectation-flags.ts';
import { argument, option } from '../../cli/flags/flag.ts';
import { id, payableReference } from '../../cli/flags/value-parsers.ts';
import { findPayable, payableUses } from '../../cli/payable/find-payable.ts';
import { NoBusinessError } from '../../errors/errors.ts';
import { describePayable } from '../../money/gate/describe-payable.ts';
import { assertPaymentOf } from '../../money/gate/relations.ts';
import { cuttable } from '../../render/cuttable.ts';
import { recordOf } from '../../render/view.ts';
import { paymentColumns } from './columns.ts';

export const cancel = command({
  name: 'cancel',
  summary: 'Cancel a payment that is held or scheduled',
  about: 'A payment that was submitted to the ACH network cannot be cancelled.',
  calls: [pay.cancel, payable.get, payable.list, payable.activity],
  writes: true,
  args: { payment: argument('<payment>', 'payment to cancel', id) },
  flags: {
    payable: option(
      '--payable <payable>',
      'payable it pays: shown in the confirmation, after it was checked',
      payableReference,
    ),
    allowDuplicate: expectationFlags.allowDuplicate,
  },
  view: recordOf(paymentColumns),
  examples: {
    'Cancel a payment': 'remit pay cancel pmt_…',
    'Cancel it in a script, without a prompt': 'remit pay cancel pmt_… --yes --json',
  },

  async run({ context, args, flags }) {
    const payments = await context.payments();
    const paid =
      flags.payable === undefined
        ? await paidBy(context, args.payment)
        : await findPayable(context, flags.payable, payableUses.read);
    if (paid && flags.payable !== undefined) await assertPaymentOf(context, args.payment, paid);
    const prepared = await payments.prepare(
      pay.cancel,
      { params: { paymentId: args.payment } },
      { allowDuplicate: flags.allowDuplicate, before: { payableId: paid?.id ?? null } },
    );
    await payments.check(prepared);
    const payableText = paid ? cuttable` of ${describePayable(paid)}` : '';
    const lines = [cuttable`Cancel payment ${args.payment}${payableText}.`];
    await payments.confirm([prepared], lines, 'Cancel it?');
    return payments.send(prepared);
  },
});

/** Returns the payable whose payment this is, for the question; `undefined` if nobody is asked or none is found. */
async function paidBy(context: Context, paymentId: string): Promise<Payable | undefined> {
  const isAsked = context.prompt.isPossible() && !context.globalFlags.yes;
  if (!isAsked || context.writeFlags?.dryRun) return undefined;
  try {
    const input = { params: { businessId: context.business() } };
    for await (const it of context.records<Payable>(payable.list, input)) {
      if (it.activePaymentId === paymentId) return it;
    }
  } catch (error) {
    // A payment can be cancelled by someone who may not list payables.
    if (!(error instanceof ApiError || error instanceof NoBusinessError)) throw error;
  }
  return undefined;
}
