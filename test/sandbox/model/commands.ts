import fc from 'fast-check';
import { expect } from 'vitest';
import { toDollars } from '../../../src/api/money.ts';
import { PaymentStatus } from '../../../src/api/operations/pay.ts';
import { type Leap, leapFrom } from './business-calendar.ts';
import type { Model } from './model.ts';
import { Cents, type Command, command, Nth, pick, Speed } from './model-command.ts';
import {
  actOnPayable,
  create,
  createReal,
  expectCreated,
  expectInitiated,
  goOnWithPayable,
  hasRoom,
  initiateReal,
  named,
  type Reached,
} from './payable-commands.ts';

/** Returns the commands of a random run; repeated entries are more frequent. */
export const commands = (reached: Reached): fc.Arbitrary<Command>[] => [
  ...[create, create, create, create],
  ...Array.from({ length: 8 }, () => actOnPayable(reached)),
  ...Array.from({ length: 4 }, () => goOnWithPayable(reached)),
  ...[quickPay, actOnPayment, actOnPayment, withdraw, withdraw, advance, advance, advance],
  ...[suspendOrReinstate, setRule, archive, renew, createTwice, payTwice],
];

const quickPay = command(
  'quick-pay',
  fc.record({ cents: Cents, speed: Speed }),
  async (model, real, { cents, speed }) => {
    const made = await real.ask(real.payer, 'POST', '/api/payments/quick-pay', {
      ...{ connectionId: model.connection.id, fundingSourceId: model.banks.payer.id },
      ...{ amount: toDollars(cents), clearingSpeed: speed },
    });
    const { answer, payment } = model.quickPay(cents, speed);
    expect(made.answer).toBe(answer);
    if (payment) named(payment, made.body);
  },
);

const actOnPayment = command(
  'act on payment',
  fc.record({
    action: fc.constantFrom('cancel', 'hold', 'release'),
    status: fc.constantFrom(...PaymentStatus.options),
    nth: Nth,
  }),
  async (model, real, { action, ...wanted }) => {
    const payment = pick(model.payments, wanted);
    if (action === 'cancel') {
      const { answer } = await real.ask(real.payer, 'POST', `/api/payments/${payment.id}/cancel`);
      expect(answer).toBe(model.cancelPayment(payment));
    } else {
      expect(await real.steer(`payments/${payment.id}/${action}`)).toBe(model[action](payment));
    }
  },
  ({ payments }) => payments.length > 0,
);

const withdraw = command(
  'withdraw',
  fc.oneof(
    fc.integer({ min: 1, max: 110 }).map((percent) => ({ percent, cents: 0 })),
    fc.constantFrom(55_03, 56_03, 55_16).map((cents) => ({ percent: 0, cents })),
  ),
  async (model, real, { percent, cents }) => {
    const asked = cents || Math.max(1, Math.floor((model.balance.available * percent) / 100));
    const path = `/api/businesses/${real.payee.businessId}/withdraw-balance`;
    const made = await real.ask(real.payee, 'POST', path, {
      ...{ amount: toDollars(asked), fundingSourceId: model.banks.payee.id },
    });
    const { answer, withdrawal } = model.withdraw(asked);
    expect(made.answer).toBe(answer);
    if (withdrawal) withdrawal.id = made.body.withdrawalId;
  },
);

const leaps: readonly Leap[] = [
  ...[{ by: 'PT1H' } as const, { by: 'PT7H' } as const, { by: 'P1D' } as const],
  ...[{ businessDays: 1 }, { businessDays: 2 }, { businessDays: 4 }],
];

const advance = command('advance', fc.constantFrom(...leaps), async (model, real, leap) => {
  const there = leapFrom(model.now, leap);
  const { now } = await real.advance({ ...leap });
  expect(Date.parse(now)).toBe(there);
  model.advanceTo(there);
});

const suspendOrReinstate = command(
  'suspend or reinstate',
  fc.record({
    side: fc.constantFrom('payer', 'payee'),
    step: fc.constantFrom('suspend', 'reinstate', 'reinstate'),
  }),
  async (model, real, { side, step }) => {
    const answer = await real.steer(`businesses/${real[side].businessId}/${step}`);
    expect(answer).toBe(model[step](side));
  },
);

const setRule = command(
  'set auto-approve',
  fc.constantFrom(null, 20_000, 1_000_000_000),
  async ({ connection }, { ask, payer }, most) => {
    const autoApprove =
      most === null ? { enabled: false } : { enabled: true, maxAmount: toDollars(most) };
    const path = `/api/connections/${connection.id}/settings`;
    expect((await ask(payer, 'PATCH', path, { autoApprove })).answer).toBe('200');
    connection.approvesUpTo = most;
  },
);

const archive = command('archive', fc.constant(null), async (model, { ask, payee }) => {
  const path = `/api/connections/${model.connection.id}/archive`;
  expect((await ask(payee, 'PATCH', path)).answer).toBe(model.archive());
});

/** Replaces the connection and bank accounts that were closed, so that the run can continue. */
const renew = command('renew', fc.constant(null), async (model, real) => {
  const isFree = !(model.isSuspended.payer || model.isSuspended.payee);
  if (!model.connection.isActive && isFree) {
    model.connection = { id: await real.connect(), isActive: true, approvesUpTo: null };
  }
  for (const side of ['payer', 'payee'] as const) {
    const { isVerified, isStopped } = model.banks[side];
    if (isVerified && !isStopped) continue;
    const id = await real.linkBank(real[side]);
    model.banks[side] = { id, isVerified: true, isStopped: false };
  }
});

const key = fc.uuid();

/** Reports whether the second request with one key gets the first response again. */
const isReplay = ({ mode }: Model, first: { answer: string }): boolean =>
  mode.idempotency === 'on' && first.answer === '201';

const createTwice = command(
  'create twice with one key',
  fc.record({ key, cents: Cents, submit: fc.boolean() }),
  async (model, real, { key, ...asked }) => {
    const first = await createReal(model, real, asked, key);
    await expectCreated(model, first, asked);
    const second = await createReal(model, real, asked, key);
    expect(second.isReplayed).toBe(isReplay(model, first));
    if (second.isReplayed) expect(second.body).toEqual(first.body);
    else await expectCreated(model, second, asked);
  },
  hasRoom,
);

const payTwice = command(
  'initiate twice with one key',
  fc.record({ key, nth: Nth, speed: Speed }),
  async (model, real, { key, nth, speed }) => {
    const order = { payable: pick(model.payables, { status: 'APPROVED', nth }), speed };
    const first = await initiateReal(model, real, order, key);
    expectInitiated(model, first, order);
    const second = await initiateReal(model, real, order, key);
    expect(second.isReplayed).toBe(isReplay(model, first));
    if (second.isReplayed) expect(second.body).toEqual(first.body);
    else expectInitiated(model, second, order);
  },
  ({ payables }) => payables.length > 0,
);
