import { ApiError } from '../../api/http/api-error.ts';
import { toDollars } from '../../api/money.ts';
import type { pay as contract, Payment } from '../../api/operations/pay.ts';
import type { HandlerContext, Handlers } from '../context/handler-context.ts';
import { rowAt } from '../database/rows.ts';
import { cancelPayment } from './hold-release.ts';
import { paymentView } from './records.ts';
import { type PaymentDraft, startPayment } from './start.ts';
import { draftOfOrder, draftOfQuickPay, draftsOfOrders } from './validate-order.ts';

export const payHandlers: Handlers<typeof contract> = {
  initiate: async ({ body }, context) => started(context, await draftOfOrder(body, context)),

  quickPay: async ({ body }, context) => started(context, await draftOfQuickPay(body, context)),

  async bulkInitiate({ body }, context) {
    const drafts = await draftsOfOrders(body.payments, context);
    const payments = [];
    for (const draft of drafts) payments.push(await started(context, draft));
    const cents = drafts.reduce((total, draft) => total + draft.cents, 0);
    return { payments, count: payments.length, totalAmount: toDollars(cents) };
  },

  async cancel({ params: { paymentId } }, context) {
    await checkPayer(paymentId, context);
    return paymentView(context, await cancelPayment(context, paymentId, { by: 'payer' }));
  },
};

const started = async (context: HandlerContext, draft: PaymentDraft): Promise<Payment> =>
  paymentView(context, await startPayment(context, draft));

async function checkPayer(paymentId: string, { db, caller }: HandlerContext): Promise<void> {
  const { payer_id } = await rowAt(db, 'payments', paymentId);
  const payer = payer_id === null ? undefined : await rowAt(db, 'businesses', payer_id);
  if (payer && payer.account_id === caller?.accountId) return;
  throw new ApiError(403, 'not_payer', `Only the payer of payment ${paymentId} can do this.`);
}
