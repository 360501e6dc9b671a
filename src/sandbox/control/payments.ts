import { z } from 'zod/mini';
import { achReturnCodes } from '../../contract/ach/return-codes.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { readBody } from '../context/parse-input.ts';
import { createInvalidFieldError } from '../context/validation.ts';
import type { Row } from '../database/tables.ts';
import { type AchReturn, achReturnOf, achReturnWithCode } from '../payment/failure.ts';
import { holdPayment, rejectPayment, releasePayment } from '../payment/hold-release.ts';
import { paymentAt, toPayment } from '../payment/records.ts';
import { completePayment, failPayment, returnPayment, submitPayment } from '../payment/settle.ts';
import { toWithdrawal } from '../withdrawal/records.ts';
import {
  completeWithdrawal,
  failWithdrawal,
  submitWithdrawal,
  withdrawalAt,
} from '../withdrawal/transitions.ts';
import { type ControlRoute, control } from './route.ts';

type Payment = Row<'payments'>;
type Withdrawal = Row<'withdrawals'>;

/** The code and reason of a simulated failure. */
type FailureReason = z.output<typeof FailureReason>;
const FailureReason = z.object({ code: z.optional(z.string()), reason: z.optional(z.string()) });

/** The transitions that a payment can be forced to make now. Its scheduled jobs are removed. */
const paymentSteps: Readonly<
  Record<
    string,
    (context: HandlerContext, payment: Payment, failure: FailureReason) => Promise<Payment>
  >
> = {
  submit: submitPayment,
  complete: completePayment,
  fail: (context, payment, failure) => failPayment(context, payment, failureFrom(failure, payment)),
  return: (context, payment, failure) =>
    returnPayment(context, payment, failureFrom(failure, payment)),
  hold: (context, payment) => holdPayment(context, payment, 'risk_review'),
  release: releasePayment,
  reject: (context, payment, { reason = 'Declined in review' }) =>
    rejectPayment(context, payment, reason),
};

const withdrawalSteps: Readonly<
  Record<
    string,
    (context: HandlerContext, withdrawal: Withdrawal, failure: FailureReason) => Promise<Withdrawal>
  >
> = {
  submit: submitWithdrawal,
  complete: completeWithdrawal,
  fail: (context, withdrawal, failure) =>
    failWithdrawal(context, withdrawal, failureFrom(failure, { outcome: 'R03' })),
};

/** Controls of payments and withdrawals: reads, and transitions out of turn. One that is not allowed is a 409. */
export const paymentControls: readonly ControlRoute[] = [
  control('GET', '/sandbox/payments/{id}', async ({ params }, { db }) =>
    toPayment(await paymentAt(db, params.id)),
  ),

  ...Object.entries(paymentSteps).map(([name, step]) =>
    control('POST', `/sandbox/payments/{id}/${name}`, async ({ params, body }, context) =>
      toPayment(
        await step(context, await paymentAt(context.db, params.id), readBody(FailureReason, body)),
      ),
    ),
  ),

  control('GET', '/sandbox/withdrawals', async ({ query: { businessId } }, { db }) => {
    const rows = await db
      .selectFrom('withdrawals')
      .selectAll()
      .$if(businessId !== undefined, (query) => query.where('business_id', '=', businessId ?? ''))
      .orderBy('seq')
      .execute();
    return rows.map(toWithdrawal);
  }),

  ...Object.entries(withdrawalSteps).map(([name, step]) =>
    control('POST', `/sandbox/withdrawals/{id}/${name}`, async ({ params, body }, context) =>
      toWithdrawal(
        await step(context, await withdrawalAt(context, params.id), readBody(FailureReason, body)),
      ),
    ),
  ),
];

/**
 * Returns the requested failure, or the one that was simulated.
 *
 * @throws {ApiError} 422 for an unknown code
 */
function failureFrom(
  { code, reason }: FailureReason,
  { outcome }: Pick<Payment, 'outcome'>,
): AchReturn {
  if (code === undefined)
    return { ...achReturnOf(outcome), ...(reason !== undefined && { reason }) };
  if (Object.hasOwn(achReturnCodes, code)) return achReturnWithCode(code, reason);
  const known = Object.keys(achReturnCodes).join(', ');
  throw createInvalidFieldError('invalid_return_code', 'code', `code must be one of ${known}.`);
}
