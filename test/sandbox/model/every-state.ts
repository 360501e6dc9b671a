/** A tour through every state of a payable. */

import type { PaymentStatus } from '../../../src/api/operations/pay.ts';
import type { PayableStatus } from '../../../src/api/operations/payable.ts';
import { expectAgreement } from './assert-agreement.ts';
import { leapFrom } from './business-calendar.ts';
import type { Model, Payable } from './model.ts';
import {
  act,
  createReal,
  expectCreated,
  payableActions,
  type Reached,
} from './payable-commands.ts';
import type { Real } from './system-under-test.ts';

/** A state of a payable, and the actions that lead to it. */
interface Stop {
  readonly at: PayableStatus | PaymentStatus;
  readonly way: readonly (keyof typeof act)[];
  /** The amount in cents: some amounts trigger an outcome. */
  readonly cents?: number;
  /** The number of business days to advance at the end. */
  readonly days?: number;
}

/** Every state of a payable, and every state of its newest payment. */
export const stops: readonly Stop[] = [
  { at: 'DRAFT', way: [] },
  { at: 'SUBMITTED', way: ['submit'] },
  { at: 'APPROVED', way: ['submit', 'approve'] },
  { at: 'DECLINED', way: ['submit', 'decline'] },
  { at: 'CANCELLED', way: ['submit', 'cancel'] },
  { at: 'SCHEDULED', way: ['submit', 'approve', 'schedule'] },
  { at: 'PAID', way: ['submit', 'approve', 'initiate same day'], days: 2 },
  { at: 'HELD', way: ['submit', 'approve', 'initiate'], cents: 10_000_000 },
  { at: 'PENDING', way: ['submit', 'approve', 'initiate'] },
  { at: 'PROCESSING', way: ['submit', 'approve', 'initiate'], days: 1 },
  { at: 'FAILED', way: ['submit', 'approve', 'initiate'], cents: 55_01, days: 3 },
  { at: 'RETURNED', way: ['submit', 'approve', 'initiate same day'], cents: 56_01, days: 4 },
];

/** Performs each action once on a new payable in this state. */
export async function tour(stop: Stop, model: Model, real: Real, reached: Reached): Promise<void> {
  for (const action of payableActions) {
    const payable = await payableAt(stop, model, real);
    reached.add(`${payable.status} ${action}`);
    await act[action](model, real, payable, extra);
    await expectAgreement(model, real);
  }
}

const extra = { cents: 700, inDays: 2, nth: 1 };

async function payableAt({ at, way, cents = 4_200, days = 0 }: Stop, model: Model, real: Real) {
  const asked = { cents, submit: false };
  await expectCreated(model, await createReal(model, real, asked), asked);
  const payable = model.payables.at(-1);
  if (!payable) throw new Error('There is no new payable.');
  for (const action of way) await act[action](model, real, payable, extra);
  await real.advance({ businessDays: days });
  model.advanceTo(leapFrom(model.now, { businessDays: days }));
  await expectAgreement(model, real);
  if (stands(payable).includes(at)) return payable;
  throw new Error(`The way to ${at} ended in ${stands(payable).join(', ')}.`);
}

const stands = ({ status, payment }: Payable): readonly Stop['at'][] =>
  payment ? [status, payment.status] : [status];
