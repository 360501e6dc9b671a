import * as z from 'zod/mini';
import { retryRuleOf } from '../../api/ach/return-rules.ts';
import type { Payable } from '../../api/operations/payable.ts';
import type { Context } from '../../cli/context.ts';
import { findPayable, payableUses } from '../../cli/payable/find-payable.ts';
import { explain } from '../../errors/explanations.ts';
import { UsageError } from '../../money/errors.ts';
import { allBanks } from '../../money/gate/funding-source.ts';
import { step } from '../steps.ts';
import { payableRow, stepsFor } from './payable-steps.ts';
import { described, task } from './task.ts';

/** The task that explains why something failed. */
export const failureTasks = [
  task({
    name: 'explain_failure',
    title: 'Explain a failure',
    description:
      'Explain why a payment failed or was returned by the bank, whether it may be tried again, and how. Takes the invoice (payable), or a code: an ACH return code such as R01, an error code or an exit code.',
    input: () =>
      z.strictObject({
        payable: described(z.optional(z.string()), 'id or invoice number'),
        code: described(z.optional(z.string()), 'such as R01 or payable_not_approved'),
      }),
    result: () => z.looseObject({ explanation: z.nullable(z.looseObject({ code: z.string() })) }),
    async call({ payable, code }, context) {
      if (payable !== undefined && code === undefined) return explainPayment(context, payable);
      if (code === undefined || payable !== undefined) {
        throw new UsageError('Give either payable or code.', {
          problems: [{ field: 'code', message: 'is required without payable' }],
        });
      }
      const explanation = explain(code);
      if (!explanation) throw new UsageError(`'${code}' is not a known code.`);
      return { explanation };
    },
  }),
];

async function explainPayment(context: Context, typed: string): Promise<unknown> {
  const found = await findPayable(context, typed, payableUses.read);
  const businessId = context.business();
  const payable = payableRow(found, businessId);
  const failure = found.lastPaymentFailure ?? null;
  const explanation = (failure?.code && explain(failure.code)) || null;
  const isOpen = found.status === 'APPROVED' && payable.direction !== 'sent';
  const next = failure && isOpen ? await retries(context, found) : stepsFor(found, businessId);
  return { payable, failure, explanation, next };
}

/** Returns the payments that the rules of the return allow: from the same account, or from another one. */
async function retries(context: Context, it: Payable): Promise<readonly string[]> {
  const { code, fundingSourceId: used } = it.lastPaymentFailure ?? {};
  const rule = retryRuleOf(code);
  const payables = [it.id];
  if (rule === undefined || rule === 'twice') return [step('pay', { payables })];
  if (rule === 'never') return [];
  const businessId = context.business();
  const others = (await allBanks(context)).filter(
    ({ id, businessId: owner, status }) =>
      owner === businessId && status === 'verified' && id !== used,
  );
  const paid = others.map(({ id }) => step('pay', { payables, bank: id }));
  return paid.length > 0 ? paid : ['remit bank link'];
}
