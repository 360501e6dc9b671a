import { ApiError } from '../../contract/http/api-error.ts';
import { toDollars } from '../../contract/money.ts';
import type { pay as contract } from '../../contract/pay.ts';
import type { HandlerContext, Handlers } from '../context/handler-context.ts';
import { cancelPayment } from './hold-release.ts';
import { businessAt, paymentAt, toPayment } from './records.ts';
import { startPayment } from './start.ts';
import { draftOfOrder, draftOfQuickPay, draftsOfOrders } from './validate-order.ts';

/** Handlers of the operations on payments. */
export const payHandlers: Handlers<typeof contract> = {
  initiate: async ({ body }, world) =>
    toPayment(await startPayment(world, await draftOfOrder(body, world))),

  quickPay: async ({ body }, world) =>
    toPayment(await startPayment(world, await draftOfQuickPay(body, world))),

  async bulkInitiate({ body }, world) {
    const drafts = await draftsOfOrders(body.payments, world);
    const payments = [];
    for (const draft of drafts) payments.push(toPayment(await startPayment(world, draft)));
    const cents = drafts.reduce((total, draft) => total + draft.cents, 0);
    return { payments, count: payments.length, totalAmount: toDollars(cents) };
  },

  async cancel({ params: { paymentId } }, world) {
    await checkPayer(paymentId, world);
    return toPayment(await cancelPayment(world, paymentId, { by: 'payer' }));
  },
};

async function checkPayer(paymentId: string, { db, caller }: HandlerContext): Promise<void> {
  const { payer_id } = await paymentAt(db, paymentId);
  const payer = payer_id === null ? undefined : await businessAt(db, payer_id);
  if (payer && payer.account_id === caller?.accountId) return;
  throw new ApiError(403, 'not_payer', `Only the payer of payment ${paymentId} can do this.`);
}
