/** The triggers of events of payables, payments, withdrawals and balances. */

import { addBusinessDays, newYorkDate } from '../../contract/ach/calendar.ts';
import type { Row } from '../database/tables.ts';
import { achReturnWithCode } from '../payment/failure.ts';
import { holdPayment, releasePayment, startScheduled } from '../payment/hold-release.ts';
import { paymentAt } from '../payment/records.ts';
import { completePayment, failPayment, returnPayment, submitPayment } from '../payment/settle.ts';
import { handlers } from '../server/handler-registry.ts';
import {
  completeWithdrawal,
  failWithdrawal,
  submitWithdrawal,
  withdrawalAt,
} from '../withdrawal/transitions.ts';
import { AMOUNT, type Partners, type Scene } from './scene.ts';

/** Causes an event of a type. */
export type Trigger = (scene: Scene) => Promise<unknown>;

type Payment = Row<'payments'>;

const insufficientFunds = achReturnWithCode('R01', undefined);

/** Pays a new payable: the payment is PENDING, or SCHEDULED for a later business day. */
async function pay(
  scene: Scene,
  { partners, isLater = false }: { readonly partners?: Partners; readonly isLater?: boolean } = {},
): Promise<Payment> {
  const { context } = scene;
  const among = partners ?? (await scene.partners());
  const { id } = await scene.payable('APPROVED', among);
  const scheduledDate = addBusinessDays(newYorkDate(context.now()), 5);
  const order = {
    payableId: id,
    fundingSourceId: among.payer.bankId,
    ...(isLater && { scheduledDate }),
  };
  const { paymentId } = await handlers.pay.initiate({ body: order }, context);
  const payment = await paymentAt(context.db, paymentId);
  // The operator may have set a threshold that holds it.
  return payment.status === 'HELD' ? releasePayment(context, payment) : payment;
}

const submitted = async (scene: Scene, partners?: Partners): Promise<Payment> =>
  submitPayment(scene.context, await pay(scene, partners && { partners }));

const completed = async (scene: Scene, partners?: Partners): Promise<Payment> =>
  completePayment(scene.context, await submitted(scene, partners));

const returned = async (scene: Scene): Promise<Payment> =>
  returnPayment(scene.context, await completed(scene), insufficientFunds);

const held = async (scene: Scene): Promise<Payment> =>
  holdPayment(scene.context, await pay(scene), 'risk_review');

/** Withdraws what a payment brought. */
async function withdraw(scene: Scene, partners: Partners) {
  const { context } = scene;
  const { businessId, bankId } = partners.payee;
  const body = { amount: AMOUNT, fundingSourceId: bankId };
  const { id } = await handlers.business.withdraw({ params: { businessId }, body }, context);
  return withdrawalAt(context, id);
}

async function withdrawal(scene: Scene) {
  const partners = await scene.partners();
  await completed(scene, partners);
  return withdraw(scene, partners);
}

const submittedWithdrawal = async (scene: Scene) =>
  submitWithdrawal(scene.context, await withdrawal(scene));

/** The triggers by type of event. */
export const paymentTriggers = {
  'balance.negative': async (scene) => {
    const partners = await scene.newPayeeOf((await scene.partners()).payer);
    const payment = await completed(scene, partners);
    await withdraw(scene, partners);
    await returnPayment(scene.context, payment, insufficientFunds);
  },

  'payable.approved': (scene) => scene.payable('APPROVED'),
  'payable.cancelled': async (scene) => {
    const { asPayee } = await scene.payable('SUBMITTED');
    await handlers.payable.cancel({ params: asPayee }, scene.context);
  },
  'payable.created': (scene) => scene.payable('DRAFT'),
  'payable.declined': async (scene) => {
    const { asPayer } = await scene.payable('SUBMITTED');
    const body = { reason: 'Not ordered' };
    await handlers.payable.decline({ params: asPayer, body }, scene.context);
  },
  'payable.paid': (scene) => completed(scene),
  'payable.reminder_sent': async (scene) => {
    const { asPayee } = await scene.payable('SUBMITTED');
    await handlers.payable.remind({ params: asPayee }, scene.context);
  },
  'payable.reopened': returned,
  'payable.scheduled': (scene) => pay(scene, { isLater: true }),
  'payable.submitted': (scene) => scene.payable('SUBMITTED'),
  'payable.updated': async (scene) => {
    const { asPayee } = await scene.payable('DRAFT');
    const body = { memo: 'Changed' };
    await handlers.payable.update({ params: asPayee, body }, scene.context);
  },

  'payment.cancelled': async (scene) => {
    const { id } = await pay(scene, { isLater: true });
    await handlers.pay.cancel({ params: { paymentId: id } }, scene.context);
  },
  'payment.completed': (scene) => completed(scene),
  'payment.created': (scene) => pay(scene),
  'payment.failed': async (scene) =>
    failPayment(scene.context, await submitted(scene), insufficientFunds),
  'payment.held': held,
  'payment.initiated': async (scene) =>
    startScheduled(scene.context, await pay(scene, { isLater: true })),
  'payment.processing': (scene) => submitted(scene),
  'payment.released': async (scene) => releasePayment(scene.context, await held(scene)),
  'payment.returned': returned,
  'payment.scheduled': (scene) => pay(scene, { isLater: true }),

  'payment_link.disabled': async (scene) => {
    const params = await linked(scene);
    await handlers.link.disable({ params }, scene.context);
  },
  'payment_link.enabled': linked,
  'payment_link.sent': async (scene) => {
    const params = await linked(scene);
    await handlers.link.send({ params, body: { email: 'ap@partner.test' } }, scene.context);
  },

  'withdrawal.completed': async (scene) =>
    completeWithdrawal(scene.context, await submittedWithdrawal(scene)),
  'withdrawal.created': withdrawal,
  'withdrawal.failed': async (scene) =>
    failWithdrawal(
      scene.context,
      await submittedWithdrawal(scene),
      achReturnWithCode('R16', undefined),
    ),
  'withdrawal.processing': submittedWithdrawal,
} as const satisfies Readonly<Record<string, Trigger>>;

/** Enables the payment link of a new payable. */
async function linked(scene: Scene) {
  const { asPayee } = await scene.payable('SUBMITTED');
  await handlers.link.enable({ params: asPayee }, scene.context);
  return asPayee;
}
