import * as z from 'zod/mini';
import { memoize } from '../../memoize.ts';
import {
  Dollars,
  Id,
  openEnum,
  optionalBoolean,
  optionalDollars,
  optionalId,
  optionalNumber,
  optionalText,
  optionalTimestamp,
  withAssumption,
} from '../schema/field-types.ts';
import { defineOperations } from './operation.ts';

export type ClearingSpeed = z.output<typeof ClearingSpeed>;
export const ClearingSpeed = z.enum(['standard', 'sameDay']);

export type PaymentStatus = z.output<typeof PaymentStatus>;
export const PaymentStatus = withAssumption(
  z.enum([
    'SCHEDULED',
    'HELD',
    'PENDING',
    'PROCESSING',
    'COMPLETED',
    'FAILED',
    'RETURNED',
    'CANCELLED',
  ]),
  'the spec names no payment statuses',
);

/** The end of the last payment of a payable, if it did not succeed. */
export const paymentFailureSchema = memoize(() =>
  z.looseObject({
    paymentId: optionalId,
    /** The bank account that it was made from; only the payer sees it. */
    fundingSourceId: optionalId,
    status: z.nullish(openEnum(PaymentStatus)),
    code: optionalText,
    reason: optionalText,
    at: optionalTimestamp,
  }),
);

/** The authorization of a debit, as its payer gave it. Amount in dollars. */
const authorizationSchema = memoize(() =>
  z.looseObject({
    text: optionalText,
    authorizedAt: optionalTimestamp,
    payerName: optionalText,
    payerEmail: optionalText,
    account: optionalText,
    amount: optionalDollars,
    /** The network address of the payer. */
    address: optionalText,
  }),
);

export type Payment = z.output<ReturnType<typeof paymentSchema>>;
/** A payment. Amount in dollars. */
export const paymentSchema = memoize(() =>
  withAssumption(
    z.looseObject({
      paymentId: Id,
      id: optionalId,
      kind: optionalText,
      status: z.nullish(openEnum(PaymentStatus)),
      amount: optionalDollars,
      currency: optionalText,
      payableId: optionalId,
      connectionId: optionalId,
      payerBusinessId: optionalId,
      payeeBusinessId: optionalId,
      fundingSourceId: optionalId,
      clearingSpeed: z.nullish(openEnum(ClearingSpeed)),
      scheduledDate: optionalText,
      estimatedSettlementDate: optionalText,
      memo: optionalText,
      holdReason: optionalText,
      failureCode: optionalText,
      failureReason: optionalText,
      traceNumber: optionalText,
      /** The standard entry class: `CCD` from an account of a business, `WEB` from a consumer's. */
      secCode: optionalText,
      /** The description on the payer's statement; `RETRY PYMT` if it is sent again after a return for its funds. */
      companyEntryDescription: optionalText,
      /** The authorization of the debit. */
      authorization: z.nullish(authorizationSchema()),
      createdAt: optionalTimestamp,
      submittedAt: optionalTimestamp,
      completedAt: optionalTimestamp,
      failedAt: optionalTimestamp,
      returnedAt: optionalTimestamp,
      cancelledAt: optionalTimestamp,
      cancellable: optionalBoolean,
      cutoffMissed: optionalBoolean,
    }),
    'the spec shows no payment field but the id',
  ),
);

const unnamed = 'the spec does not name this field';
const unstated = 'the spec does not state this response';

export type PaymentOrder = z.output<ReturnType<typeof paymentOrderSchema>>;
/** The order to pay one payable. */
export const paymentOrderSchema = memoize(() =>
  z.object({
    payableId: withAssumption(Id, unnamed),
    fundingSourceId: withAssumption(Id, unnamed),
    clearingSpeed: z.optional(withAssumption(ClearingSpeed, unnamed)),
    scheduledDate: z.optional(withAssumption(z.string(), unnamed)),
  }),
);

export const pay = defineOperations({
  initiate: {
    method: 'POST',
    path: '/api/payments/initiate',
    summary: 'Pay an approved payable by ACH, now or on a date',
    effect: 'money',
    success: 201,
    body: paymentOrderSchema,
    response: () => withAssumption(paymentSchema(), unstated),
  },
  quickPay: {
    method: 'POST',
    path: '/api/payments/quick-pay',
    summary: 'Pay a connected business without a payable',
    effect: 'money',
    success: 201,
    body: () =>
      z.object({
        connectionId: withAssumption(Id, unnamed),
        amount: withAssumption(Dollars, unnamed),
        fundingSourceId: withAssumption(Id, unnamed),
        memo: z.optional(withAssumption(z.string(), unnamed)),
        clearingSpeed: z.optional(withAssumption(ClearingSpeed, unnamed)),
      }),
    response: () => withAssumption(paymentSchema(), unstated),
  },
  bulkInitiate: {
    method: 'POST',
    path: '/api/payments/bulk-initiate',
    summary: 'Pay many approved payables, all or none',
    effect: 'money',
    success: 201,
    body: () => z.object({ payments: withAssumption(z.array(paymentOrderSchema()), unnamed) }),
    response: () =>
      withAssumption(
        z.looseObject({
          payments: z.array(paymentSchema()),
          count: optionalNumber,
          totalAmount: optionalDollars,
        }),
        unstated,
      ),
  },
  cancel: {
    method: 'POST',
    path: '/api/payments/{paymentId}/cancel',
    summary: 'Cancel a payment that is held or scheduled',
    effect: 'money',
    response: () => withAssumption(paymentSchema(), unstated),
  },
});
