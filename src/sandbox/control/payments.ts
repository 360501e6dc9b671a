import { achReturnCodes } from '../../api/ach/return-codes.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { createInvalidFieldError } from '../context/validation.ts';
import { rowAt } from '../database/rows.ts';
import type { Row } from '../database/tables.ts';
import { runNextJob } from '../jobs/run-due-jobs.ts';
import { holdPayment, rejectPayment, releasePayment } from '../payment/hold-release.ts';
import { noteChange } from '../payment/notice-of-change.ts';
import { paymentView } from '../payment/records.ts';
import {
  type AchEntryKind,
  type AchReturn,
  achReturnOf,
  achReturnWithCode,
  canReturn,
} from '../payment/returns.ts';
import { completePayment, failPayment, returnPayment, submitPayment } from '../payment/settle.ts';
import { toWithdrawal } from '../withdrawal/handlers.ts';
import {
  completeWithdrawal,
  failWithdrawal,
  returnWithdrawal,
  submitWithdrawal,
} from '../withdrawal/transitions.ts';
import type { ControlHandlers } from './control-handlers.ts';

type Payment = Row<'payments'>;
type Withdrawal = Row<'withdrawals'>;

/** The code and reason of a simulated failure. */
interface Because {
  readonly code?: string | undefined;
  readonly reason?: string | undefined;
}

type Step<Record> = (world: HandlerContext, record: Record, because: Because) => Promise<unknown>;

/** Controls of payments and withdrawals: reads, and transitions out of turn. One that is not allowed is a 409. */
export const paymentControlHandlers: ControlHandlers<
  'readPayment' | 'stepPayment' | 'listWithdrawals' | 'stepWithdrawal'
> = {
  readPayment: async ({ id }, world) => paymentView(world, await rowAt(world.db, 'payments', id)),

  async stepPayment({ id, step, ...because }, world) {
    await paymentSteps[step](world, await rowAt(world.db, 'payments', id), because);
    return paymentView(world, await rowAt(world.db, 'payments', id));
  },

  async listWithdrawals({ id, businessId }, world) {
    if (id !== undefined) return [toWithdrawal(await rowAt(world.db, 'withdrawals', id))];
    const rows = await world.db
      .selectFrom('withdrawals')
      .selectAll()
      .$if(businessId !== undefined, (it) => it.where('business_id', '=', businessId ?? ''))
      .orderBy('seq')
      .execute();
    return rows.map(toWithdrawal);
  },

  async stepWithdrawal({ id, step, ...because }, world) {
    await withdrawalSteps[step](world, await rowAt(world.db, 'withdrawals', id), because);
    return toWithdrawal(await rowAt(world.db, 'withdrawals', id));
  },
};

const advance: Step<{ readonly id: string }> = (world, { id }) => runNextJob(world, id);

const paymentSteps = {
  advance,
  submit: submitPayment,
  complete: completePayment,
  fail: (world: HandlerContext, payment: Payment, because: Because) =>
    failPayment(world, payment, failureBy(because, payment, 'debit')),
  return: (world: HandlerContext, payment: Payment, because: Because) =>
    returnPayment(world, payment, failureBy(because, payment, 'debit')),
  hold: (world: HandlerContext, payment: Payment) => holdPayment(world, payment, 'risk_review'),
  notice: (world: HandlerContext, payment: Payment, { code }: Because) =>
    noteChange(world, payment, code),
  release: releasePayment,
  reject: (world: HandlerContext, payment: Payment, { reason = 'Declined in review' }: Because) =>
    rejectPayment(world, payment, reason),
};

const withdrawalSteps = {
  advance,
  submit: submitWithdrawal,
  complete: completeWithdrawal,
  fail: (world: HandlerContext, withdrawal: Withdrawal, because: Because) =>
    failWithdrawal(world, withdrawal, failureBy(because, { outcome: 'R03' }, 'credit')),
  return: (world: HandlerContext, withdrawal: Withdrawal, because: Because) =>
    returnWithdrawal(world, withdrawal, failureBy(because, { outcome: 'R03' }, 'credit')),
};

/**
 * Returns the requested failure, or the one that was simulated.
 *
 * @throws {ApiError} 422 for a code that banks do not return such an entry with
 */
function failureBy(
  { code, reason }: Because,
  { outcome }: Pick<Payment, 'outcome'>,
  entry: AchEntryKind,
): AchReturn {
  if (code === undefined)
    return { ...achReturnOf(outcome), ...(reason !== undefined && { reason }) };
  if (canReturn(code, entry)) return achReturnWithCode(code, reason);
  const codes = Object.keys(achReturnCodes)
    .filter((known) => canReturn(known, entry))
    .join(', ');
  throw createInvalidFieldError('invalid_return_code', 'code', `code must be one of ${codes}.`);
}
