/** Requests with an unknown outcome, and what a service shows of them. */

import { decideOutcome, type Evidence } from '../../src/money/journal/reconcile-rules.ts';
import { sentFactsOf, shownPaymentsOf } from '../../src/money/journal/sent-facts.ts';
import type { UnresolvedIntent } from '../../src/money/journal/unresolved.ts';

/** The time of a request by the service's clock, and a second of its kind before and after it. */
export const SENT = '2026-03-02T15:00:00.000Z';
export const AFTER = '2026-03-02T15:00:07.000Z';
export const BEFORE = '2026-03-02T14:59:59.000Z';

/** Returns a request of business `biz_1`. */
export const doubtOf = (more: Partial<UnresolvedIntent>) =>
  ({
    ...{ id: 'int_1', businessId: 'biz_1', connectionId: null, payableId: null, paymentId: null },
    ...{ amount: null, serviceTime: SENT, before: {}, sent: {}, payees: [], claimedIds: [] },
    ...more,
  }) as unknown as UnresolvedIntent;

/** Decides about a request, at a service that is known to show payments at once unless said. */
export const decide = (intent: UnresolvedIntent, evidence: Evidence, paymentShows = true) =>
  decideOutcome(intent, evidence, { paymentShows });

/** The texts of an invoice, the request that creates it, and the record of it. Amount in dollars. */
export const invoiceBody = { invoiceNumber: 'INV-9', dueDate: '2026-04-01', memo: 'March' };
export const invoiceDoubt = doubtOf({
  ...{ operation: 'payable.create', connectionId: 'conn_1', amount: 900 },
  sent: sentFactsOf('payable.create', invoiceBody) ?? {},
});
export const invoiceMade = {
  ...{ id: 'pay_9', connectionId: 'conn_1', amount: 900, senderBusinessId: 'biz_1' },
  ...{ payerBusinessId: 'biz_2', direction: 'sent', createdAt: AFTER },
  ...invoiceBody,
};

/** A payable before it is paid, and as it is shown. Amount in dollars. */
export const unpaid = {
  ...{ id: 'pay_1', status: 'APPROVED', activePaymentId: null, paymentStatus: null },
};
const open = {
  ...unpaid,
  ...{ amount: 40, senderBusinessId: 'biz_2', payerBusinessId: 'biz_1', connectionId: 'conn_1' },
};

/** Returns the payment of a payable that was in a state before. */
export const paymentDoubt = (state: object = unpaid, more: Partial<UnresolvedIntent> = {}) =>
  doubtOf({
    ...{ operation: 'pay.initiate', payableId: 'pay_1', amount: 40 },
    payees: [{ businessId: 'biz_2', connectionId: 'conn_1', cents: 4000 }],
    before: { payments: [shownPaymentsOf(state)] },
    sent: sentFactsOf('pay.initiate', {}) ?? {},
    ...more,
  });

/** Returns the payment of two payables of $40.00 each in one request. */
export const batchDoubt = (more: Partial<UnresolvedIntent> = {}) =>
  paymentDoubt(unpaid, {
    ...{ operation: 'pay.bulkInitiate', payableId: null, amount: 80 },
    before: { payableIds: ['pay_1', 'pay_2'], payments: [unpaid, unpaid].map(shownPaymentsOf) },
    sent: sentFactsOf('pay.bulkInitiate', { payments: [{}, {}] }) ?? {},
    ...more,
  });

/** Returns an entry of an activity log. */
export const log = (type: string, paymentId: string | undefined, createdAt = AFTER) => ({
  ...{ type, createdAt, metadata: { paymentId } },
});

/** Returns what the service shows of the payable, with a change. */
export const shown = (change: object, ...activity: unknown[]): Evidence => ({
  payables: [{ payableId: 'pay_1', payable: { ...open, ...change }, activity }],
});

/** Returns what the service shows of one payable of a batch, with a change. */
export const row = (payableId: string, change: object, ...activity: unknown[]) => ({
  ...{ payableId, payable: { ...open, ...change, id: payableId }, activity },
});

/** What a payable shows that is being paid. */
export const paying = { activePaymentId: 'pmt_1', paymentStatus: 'PENDING' };
