import { z } from 'zod/mini';
import { achReturnCodes } from '../../contract/ach/return-codes.ts';
import { controls } from '../../contract/control.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { readBody } from '../context/parse-input.ts';
import { createInvalidFieldError } from '../context/validation.ts';
import type { Row } from '../database/tables.ts';
import { holdPayment, rejectPayment, releasePayment } from '../payment/hold-release.ts';
import { paymentAt, toPayment } from '../payment/records.ts';
import { type AchReturn, achReturnOf, achReturnWithCode } from '../payment/returns.ts';
import { completePayment, failPayment, returnPayment, submitPayment } from '../payment/settle.ts';
import { toWithdrawal } from '../withdrawal/handlers.ts';
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
type Because = z.output<typeof Because>;
const Because = z.object({ code: z.optional(z.string()), reason: z.optional(z.string()) });

type Step<Record> = (world: HandlerContext, record: Record, because: Because) => Promise<Record>;

/** Implements a transition that a payment is forced to make now. Its scheduled jobs are removed. */
const paymentStep = (
  operation: (typeof paymentSteps)[keyof typeof paymentSteps],
  step: Step<Payment>,
): ControlRoute =>
  control(operation, async ({ params, body }, world) =>
    toPayment(await step(world, await paymentAt(world.db, params.id), readBody(Because, body))),
  );

const withdrawalStep = (
  operation: (typeof withdrawalSteps)[keyof typeof withdrawalSteps],
  step: Step<Withdrawal>,
): ControlRoute =>
  control(operation, async ({ params, body }, world) =>
    toWithdrawal(await step(world, await withdrawalAt(world, params.id), readBody(Because, body))),
  );

const { paymentSteps, withdrawalSteps } = controls;

/** Controls of payments and withdrawals: reads, and transitions out of turn. One that is not allowed is a 409. */
export const paymentControls: readonly ControlRoute[] = [
  control(controls.readPayment, async ({ params }, { db }) =>
    toPayment(await paymentAt(db, params.id)),
  ),
  paymentStep(paymentSteps.submit, submitPayment),
  paymentStep(paymentSteps.complete, completePayment),
  paymentStep(paymentSteps.fail, (world, payment, because) =>
    failPayment(world, payment, failureBy(because, payment)),
  ),
  paymentStep(paymentSteps.return, (world, payment, because) =>
    returnPayment(world, payment, failureBy(because, payment)),
  ),
  paymentStep(paymentSteps.hold, (world, payment) => holdPayment(world, payment, 'risk_review')),
  paymentStep(paymentSteps.release, releasePayment),
  paymentStep(paymentSteps.reject, (world, payment, { reason = 'Declined in review' }) =>
    rejectPayment(world, payment, reason),
  ),

  control(controls.listWithdrawals, async ({ query: { businessId } }, { db }) => {
    const rows = await db
      .selectFrom('withdrawals')
      .selectAll()
      .$if(businessId !== undefined, (it) => it.where('business_id', '=', businessId ?? ''))
      .orderBy('seq')
      .execute();
    return rows.map(toWithdrawal);
  }),
  withdrawalStep(withdrawalSteps.submit, submitWithdrawal),
  withdrawalStep(withdrawalSteps.complete, completeWithdrawal),
  withdrawalStep(withdrawalSteps.fail, (world, withdrawal, because) =>
    failWithdrawal(world, withdrawal, failureBy(because, { outcome: 'R03' })),
  ),
];

/**
 * Returns the requested failure, or the one that was simulated.
 *
 * @throws {ApiError} 422 for an unknown code
 */
function failureBy({ code, reason }: Because, { outcome }: Pick<Payment, 'outcome'>): AchReturn {
  if (code === undefined)
    return { ...achReturnOf(outcome), ...(reason !== undefined && { reason }) };
  if (Object.hasOwn(achReturnCodes, code)) return achReturnWithCode(code, reason);
  const known = Object.keys(achReturnCodes).join(', ');
  throw createInvalidFieldError('invalid_return_code', 'code', `code must be one of ${known}.`);
}
