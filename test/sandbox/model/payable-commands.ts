/** Commands of the model-based tests that act on payables. */

import fc from 'fast-check';
import { expect } from 'vitest';
import { toDollars } from '../../../src/api/money.ts';
import { PayableStatus } from '../../../src/api/operations/payable.ts';
import { dateAt, plusDays } from './business-calendar.ts';
import type { Answer, Model, Order, Payable, Payment } from './model.ts';
import { Cents, command, Nth, pick } from './model-command.ts';
import type { Real } from './system-under-test.ts';

/** The actions on a payable. Each is tried in each state, in which it is often rejected. */
export const payableActions = [
  ...(['submit', 'edit memo', 'edit amount', 'approve', 'decline', 'cancel', 'remind'] as const),
  ...(['initiate', 'initiate same day', 'schedule', 'bulk'] as const),
] as const;
type PayableAction = (typeof payableActions)[number];

/** The state and action pairs that were covered, over all runs. */
export type Reached = Set<`${PayableStatus} ${PayableAction}`>;

/** A new payable. Amounts include zero, which is invalid. */
const Asked = fc.record({
  cents: fc.oneof({ weight: 20, arbitrary: Cents }, { weight: 1, arbitrary: fc.constant(0) }),
  submit: fc.integer({ min: 0, max: 3 }).map((it) => it > 0),
});
/** The content of a new payable. */
export type Asked = { readonly cents: number; readonly submit: boolean };

const hasPayables = ({ payables }: Readonly<Model>) => payables.length > 0;
/** Reports whether one page of a list can show all payables and another one. */
export const hasRoom = ({ payables }: Readonly<Model>) => payables.length < 99;

/** Creates a payable. */
export const create = command(
  'create',
  Asked,
  async (model, real, asked) => {
    await expectCreated(model, await createReal(model, real, asked), asked);
  },
  hasRoom,
);

/** Sends the request that creates a payable. */
export const createReal = (
  { connection }: Model,
  { ask, payables, payee }: Real,
  { cents, submit }: Asked,
  key?: string,
) => {
  const body = { connectionId: connection.id, amount: toDollars(cents), submit };
  return ask(payee, 'POST', payables, body, key);
};

type Answered = Awaited<ReturnType<typeof createReal>>;

/** Checks the response to a created payable against the model. */
export async function expectCreated(model: Model, made: Answered, { cents, submit }: Asked) {
  const { answer, payable } = model.create(cents, submit);
  expect(made.answer).toBe(answer);
  if (!payable) return;
  payable.id = made.body.id;
  expect(made.body.status).toBe(payable.status);
  model.autoApprove(payable);
}

/** Performs any action on a payable in any state. */
export const actOnPayable = (reached: Reached) =>
  command(
    'act on payable',
    fc.record({
      action: fc.constantFrom(...payableActions),
      status: fc.constantFrom(...PayableStatus.options),
      nth: Nth,
      cents: Cents,
      inDays: fc.integer({ min: -1, max: 8 }),
    }),
    async (model, real, { action, status, ...extra }) => {
      const payable = pick(model.payables, { status, nth: extra.nth });
      reached.add(`${payable.status} ${action}`);
      await act[action](model, real, payable, extra);
    },
    hasPayables,
  );

/** Performs the next step towards a payment, which random actions rarely reach. */
export const goOnWithPayable = (reached: Reached) =>
  command(
    'go on with payable',
    fc.record({
      step: fc.constantFrom(...steps),
      nth: Nth,
      inDays: fc.integer({ min: 1, max: 5 }),
    }),
    async (model, real, { step: [status, action], nth, inDays }) => {
      const payable = pick(model.payables, { status, nth });
      reached.add(`${payable.status} ${action}`);
      await act[action](model, real, payable, { cents: payable.cents, inDays, nth });
    },
    hasPayables,
  );

const steps = [
  ['DRAFT', 'submit'],
  ['SUBMITTED', 'approve'],
  ['APPROVED', 'initiate'],
  ['APPROVED', 'initiate same day'],
  ['APPROVED', 'schedule'],
] as const satisfies readonly (readonly [PayableStatus, PayableAction])[];

interface Extra {
  readonly cents: number;
  readonly inDays: number;
  readonly nth: number;
}

type Act = (model: Model, real: Real, payable: Payable, extra: Extra) => Promise<void>;

const put = ({ ask, payables, payee }: Real, { id }: Payable, body: object) =>
  ask(payee, 'PUT', `${payables}/${id}`, body);

/** Returns an action of one side that needs no body. */
const moving =
  (side: 'payer' | 'payee', verb: string, move: (model: Model, it: Payable) => Answer): Act =>
  async (model, real, payable) => {
    const path = `/api/businesses/${real[side].businessId}/payables/${payable.id}/${verb}`;
    const { answer } = await real.ask(real[side], 'POST', path);
    expect(answer).toBe(move(model, payable));
  };

const initiating =
  (speed: Order['speed'], isScheduled = false): Act =>
  async (model, real, payable, { inDays }) => {
    const order = { payable, speed, inDays: isScheduled ? inDays : undefined };
    const made = await initiateReal(model, real, order);
    expectInitiated(model, made, order);
  };

/** Sends the request that pays a payable. */
export const initiateReal = (model: Model, real: Real, order: Order, key?: string) =>
  real.ask(real.payer, 'POST', '/api/payments/initiate', bodyOf(model, order), key);

/** Checks the response to a payment against the model. */
export function expectInitiated(model: Model, made: Answered, order: Order): void {
  const { answer, payment } = model.initiate(order);
  expect(made.answer).toBe(answer);
  if (payment) named(payment, made.body);
}

const bodyOf = ({ banks, now }: Model, { payable, speed, inDays }: Order) => ({
  payableId: payable.id,
  fundingSourceId: banks.payer.id,
  clearingSpeed: speed,
  ...(inDays !== undefined && { scheduledDate: plusDays(dateAt(now), inDays) }),
});

/** Stores the id that the service assigned to a payment in the model. */
export function named(payment: Payment, shown: { paymentId: string; status: string }): void {
  payment.id = shown.paymentId;
  expect(shown.status).toBe(payment.status);
}

/** The actions: each sends a request and checks the response against the model. */
export const act: Readonly<Record<PayableAction, Act>> = {
  async submit(model, real, payable) {
    const isNew = payable.status === 'DRAFT';
    const { answer } = await put(real, payable, { submit: true });
    expect(answer).toBe(model.submit(payable));
    if (isNew) model.autoApprove(payable);
  },
  async 'edit memo'(model, real, payable) {
    const { answer } = await put(real, payable, { memo: 'March' });
    expect(answer).toBe(model.editMemo(payable));
  },
  async 'edit amount'(model, real, payable, { cents, nth }) {
    const wished = nth === 0 ? 0 : cents;
    const { answer } = await put(real, payable, { amount: toDollars(wished) });
    expect(answer).toBe(model.editAmount(payable, wished));
  },
  approve: moving('payer', 'approve', (model, it) => model.approve(it)),
  decline: moving('payer', 'decline', (model, it) => model.decline(it)),
  cancel: moving('payee', 'cancel', (model, it) => model.cancel(it)),
  remind: moving('payee', 'send-reminder', (model, it) => model.remind(it)),
  initiate: initiating('standard'),
  'initiate same day': initiating('sameDay'),
  schedule: initiating('standard', true),
  async bulk(model, real, payable, { nth, inDays }) {
    const orders = ordersWith(payable, model, { nth, inDays });
    const body = { payments: orders.map((it) => bodyOf(model, it)) };
    const made = await real.ask(real.payer, 'POST', '/api/payments/bulk-initiate', body);
    const { answer, payments, errors } = model.bulk(orders);
    expect(made.answer).toBe(answer);
    const found: { index: number; code: string }[] = made.body.errors ?? [];
    expect(found.map(({ index, code }) => `${index} ${code}`)).toEqual(errors);
    for (const [at, payment] of payments.entries()) named(payment, made.body.payments[at]);
  },
};

/** Returns orders for the payable and up to two others that can be paid. One of them may be repeated. */
function ordersWith(
  payable: Payable,
  { payables }: Model,
  { nth, inDays }: Pick<Extra, 'nth' | 'inDays'>,
): Order[] {
  const ready = payables.filter(({ status }) => status === 'APPROVED').slice(0, nth % 3);
  const date = inDays > 0 && nth % 2 === 0 ? { inDays } : {};
  return [payable, ...ready].map((it) => ({ payable: it, speed: 'standard', ...date }));
}
