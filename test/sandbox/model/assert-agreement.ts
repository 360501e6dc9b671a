import { expect } from 'vitest';
import { activePayment, type Model, type Payable, type Payment } from './model.ts';
import type { Real } from './system-under-test.ts';

/** Checks that everything the service shows agrees with the model. A payment in a final state is checked once. */
export async function expectAgreement(model: Model, real: Real): Promise<void> {
  expect(await real.shownPayables()).toEqual(model.payables.map(shownPayable).sort());
  expect(await real.shownWithdrawals()).toEqual(
    model.withdrawals.map(({ id, status }) => `${id} ${status}`),
  );
  const { available, pending, withdrawing } = model.balance;
  expect(await real.balance()).toMatchObject(
    inDollars({ available, pending, withdrawing, total: available + pending + withdrawing }),
  );
  for (const payment of model.payments) {
    if (isLookedAtAlready(payment)) continue;
    const { id, status, hold } = payment;
    expect(await real.shownPayment(id)).toBe(hold === null ? status : `${status} ${hold}`);
    looked.set(payment, status);
  }
}

/** The state of each payment when it was last checked. */
const looked = new WeakMap<Payment, string>();

const isLookedAtAlready = (payment: Payment): boolean =>
  looked.get(payment) === payment.status &&
  ['CANCELLED', 'FAILED', 'RETURNED', 'COMPLETED'].includes(payment.status);

const shownPayable = (payable: Payable): string => {
  const { id, status, cents, payment } = payable;
  return [id, status, cents, payment?.status, activePayment(payable)?.id].join(' ');
};

const inDollars = (cents: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(cents).map(([name, it]) => [name, it / 100]));
