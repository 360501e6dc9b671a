import type { PayableStatus } from '../../../src/contract/payable.ts';
import { expectAgreement } from './agreement.ts';
import type { Model, Payable } from './model.ts';
import { leapFrom } from './new-york.ts';
import { act, createReal, expectCreated, payableActions, type Reached } from './payables.ts';
import type { Real } from './real.ts';

/** Tries each action once on a payable in this state. */
export async function tour(status: PayableStatus, model: Model, real: Real, reached: Reached) {
  for (const action of payableActions) {
    const payable = await payableIn(status, model, real);
    reached.add(`${payable.status} ${action}`);
    await act[action](model, real, payable, extra);
    await expectAgreement(model, real);
  }
}

const extra = { cents: 700, inDays: 2, nth: 1 };

async function payableIn(status: PayableStatus, model: Model, real: Real): Promise<Payable> {
  const asked = { cents: 4_200, submit: status !== 'DRAFT' };
  await expectCreated(model, await createReal(model, real, asked), asked);
  const payable = model.payables.at(-1);
  if (!payable) throw new Error('There is no new payable.');
  for (const action of ways[status]) await act[action](model, real, payable, extra);
  if (status === 'PAID') await letPass(model, real);
  if (payable.status === status) return payable;
  throw new Error(`The way to ${status} ended in ${payable.status}.`);
}

const ways = {
  DRAFT: [],
  SUBMITTED: [],
  APPROVED: ['approve'],
  DECLINED: ['decline'],
  CANCELLED: ['cancel'],
  SCHEDULED: ['approve', 'schedule'],
  PAID: ['approve', 'initiate same day'],
} as const satisfies Record<PayableStatus, readonly (keyof typeof act)[]>;

/** Long enough for a same-day payment to settle. */
async function letPass(model: Model, real: Real): Promise<void> {
  await real.advance({ businessDays: 2 });
  model.advanceTo(leapFrom(model.now, { businessDays: 2 }));
}
