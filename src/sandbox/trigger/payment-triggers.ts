/** The triggers of events of payables, payments, withdrawals and balances. */

import { addBusinessDays, newYorkDate } from '../../api/ach/calendar.ts';
import { rowAt } from '../database/rows.ts';
import type { Row } from '../database/tables.ts';
import { holdPayment, releasePayment, startScheduled } from '../payment/hold-release.ts';
import { noteChange } from '../payment/notice-of-change.ts';
import { achReturnWithCode } from '../payment/returns.ts';
import { completePayment, failPayment, returnPayment, submitPayment } from '../payment/settle.ts';
import { handlers } from '../server/handler-registry.ts';
import {
  completeWithdrawal,
  failWithdrawal,
  returnWithdrawal,
  submitWithdrawal,
} from '../withdrawal/transitions.ts';
import { AMOUNT, type Partners, type TriggerContext } from './trigger-context.ts';

export type Trigger = (setup: TriggerContext) => Promise<unknown>;

type Payment = Row<'payments'>;

const insufficientFunds = achReturnWithCode('R01');

/** Pays a new payable: the payment is PENDING, or SCHEDULED for a later business day. */
async function pay(
  setup: TriggerContext,
  { partners, isLater = false }: { readonly partners?: Partners; readonly isLater?: boolean } = {},
): Promise<Payment> {
  const { context } = setup;
  const among = partners ?? (await setup.partners());
  const { id } = await setup.payable('APPROVED', among);
  const scheduledDate = addBusinessDays(newYorkDate(context.now()), 5);
  const order = {
    payableId: id,
    fundingSourceId: among.payer.bankId,
    ...(isLater && { scheduledDate }),
  };
  const { paymentId } = await handlers.pay.initiate({ body: order }, context);
  const payment = await rowAt(context.db, 'payments', paymentId);
  // The operator may have set a threshold that holds it.
  return payment.status === 'HELD' ? releasePayment(context, payment) : payment;
}

const submitted = async (setup: TriggerContext, partners?: Partners): Promise<Payment> =>
  submitPayment(setup.context, await pay(setup, partners && { partners }));

const completed = async (setup: TriggerContext, partners?: Partners): Promise<Payment> =>
  completePayment(setup.context, await submitted(setup, partners));

const returned = async (setup: TriggerContext): Promise<Payment> =>
  returnPayment(setup.context, await completed(setup), insufficientFunds);

const held = async (setup: TriggerContext): Promise<Payment> =>
  holdPayment(setup.context, await pay(setup), 'risk_review');

/** Withdraws what a payment brought. */
async function withdraw(setup: TriggerContext, partners: Partners) {
  const { context } = setup;
  const { businessId, bankId } = partners.payee;
  const body = { amount: AMOUNT, fundingSourceId: bankId };
  const { id } = await handlers.business.withdraw({ params: { businessId }, body }, context);
  return rowAt(context.db, 'withdrawals', id);
}

async function withdrawal(setup: TriggerContext) {
  const partners = await setup.partners();
  await completed(setup, partners);
  return withdraw(setup, partners);
}

const submittedWithdrawal = async (setup: TriggerContext) =>
  submitWithdrawal(setup.context, await withdrawal(setup));

const completedWithdrawal = async (setup: TriggerContext) =>
  completeWithdrawal(setup.context, await submittedWithdrawal(setup));

export const paymentTriggers = {
  'bank_account.notice_of_change': async (setup) =>
    noteChange(setup.context, await submitted(setup)),
  'balance.negative': async (setup) => {
    const partners = await setup.newPayeeOf((await setup.partners()).payer);
    const payment = await completed(setup, partners);
    await withdraw(setup, partners);
    await returnPayment(setup.context, payment, insufficientFunds);
  },

  'payable.approved': (setup) => setup.payable('APPROVED'),
  'payable.cancelled': async (setup) => {
    const { asPayee } = await setup.payable('SUBMITTED');
    await handlers.payable.cancel({ params: asPayee }, setup.context);
  },
  'payable.created': (setup) => setup.payable('DRAFT'),
  'payable.declined': async (setup) => {
    const { asPayer } = await setup.payable('SUBMITTED');
    const body = { reason: 'Not ordered' };
    await handlers.payable.decline({ params: asPayer, body }, setup.context);
  },
  'payable.paid': (setup) => completed(setup),
  'payable.reminder_sent': async (setup) => {
    const { asPayee } = await setup.payable('SUBMITTED');
    await handlers.payable.remind({ params: asPayee }, setup.context);
  },
  'payable.reopened': returned,
  'payable.scheduled': (setup) => pay(setup, { isLater: true }),
  'payable.submitted': (setup) => setup.payable('SUBMITTED'),
  'payable.updated': async (setup) => {
    const { asPayee } = await setup.payable('DRAFT');
    const body = { memo: 'Changed' };
    await handlers.payable.update({ params: asPayee, body }, setup.context);
  },

  'payment.cancelled': async (setup) => {
    const { id } = await pay(setup, { isLater: true });
    await handlers.pay.cancel({ params: { paymentId: id } }, setup.context);
  },
  'payment.completed': (setup) => completed(setup),
  'payment.created': (setup) => pay(setup),
  'payment.failed': async (setup) =>
    failPayment(setup.context, await submitted(setup), insufficientFunds),
  'payment.held': held,
  'payment.initiated': async (setup) =>
    startScheduled(setup.context, await pay(setup, { isLater: true })),
  'payment.processing': (setup) => submitted(setup),
  'payment.released': async (setup) => releasePayment(setup.context, await held(setup)),
  'payment.returned': returned,
  'payment.scheduled': (setup) => pay(setup, { isLater: true }),

  'payment_link.disabled': async (setup) => {
    const params = await linked(setup);
    await handlers.link.disable({ params }, setup.context);
  },
  'payment_link.enabled': linked,
  'payment_link.sent': async (setup) => {
    const params = await linked(setup);
    await handlers.link.send({ params, body: { email: 'ap@partner.test' } }, setup.context);
  },

  'withdrawal.completed': completedWithdrawal,
  'withdrawal.created': withdrawal,
  'withdrawal.failed': async (setup) =>
    failWithdrawal(setup.context, await submittedWithdrawal(setup), achReturnWithCode('R23')),
  'withdrawal.processing': submittedWithdrawal,
  'withdrawal.returned': async (setup) =>
    returnWithdrawal(setup.context, await completedWithdrawal(setup), achReturnWithCode('R23')),
} as const satisfies Readonly<Record<string, Trigger>>;

/** Enables the payment link of a new payable. */
async function linked(setup: TriggerContext) {
  const { asPayee } = await setup.payable('SUBMITTED');
  await handlers.link.enable({ params: asPayee }, setup.context);
  return asPayee;
}
