/** Payments: schemas and operations. */

import type { Operations } from './operation.ts';
import {
  Dollars,
  Id,
  IsoTimestamp,
  openEnum,
  optionalNullable,
  withAssumption,
} from './schema/field-types.ts';
import * as z from './schema/schema.ts';

export type ClearingSpeed = z.output<typeof ClearingSpeed>;
/** The speed of an ACH payment. */
export const ClearingSpeed = z.enum(['standard', 'sameDay']);

export type PaymentStatus = z.output<typeof PaymentStatus>;
/** The state of a payment. */
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
export const PaymentFailure = z.looseObject({
  paymentId: optionalNullable(Id),
  status: optionalNullable(openEnum(PaymentStatus)),
  code: optionalNullable(z.string()),
  reason: optionalNullable(z.string()),
  at: optionalNullable(IsoTimestamp),
});

export type Payment = z.output<typeof Payment>;
/** A payment. Amount in dollars. */
export const Payment = withAssumption(
  z.looseObject({
    paymentId: Id,
    id: optionalNullable(Id),
    kind: optionalNullable(z.string()),
    status: optionalNullable(openEnum(PaymentStatus)),
    amount: optionalNullable(Dollars),
    currency: optionalNullable(z.string()),
    payableId: optionalNullable(Id),
    connectionId: optionalNullable(Id),
    payerBusinessId: optionalNullable(Id),
    payeeBusinessId: optionalNullable(Id),
    fundingSourceId: optionalNullable(Id),
    clearingSpeed: optionalNullable(openEnum(ClearingSpeed)),
    scheduledDate: optionalNullable(z.string()),
    estimatedSettlementDate: optionalNullable(z.string()),
    memo: optionalNullable(z.string()),
    holdReason: optionalNullable(z.string()),
    failureCode: optionalNullable(z.string()),
    failureReason: optionalNullable(z.string()),
    traceNumber: optionalNullable(z.string()),
    createdAt: optionalNullable(IsoTimestamp),
    submittedAt: optionalNullable(IsoTimestamp),
    completedAt: optionalNullable(IsoTimestamp),
    failedAt: optionalNullable(IsoTimestamp),
    returnedAt: optionalNullable(IsoTimestamp),
    cancelledAt: optionalNullable(IsoTimestamp),
    cancellable: optionalNullable(z.boolean()),
    cutoffMissed: optionalNullable(z.boolean()),
  }),
  'the spec shows no payment field but the id',
);

const unnamed = 'the spec does not name this field';
const unstated = 'the spec does not state this response';

export type PaymentOrder = z.output<typeof PaymentOrder>;
/** The order to pay one payable. */
export const PaymentOrder = z.object({
  payableId: withAssumption(Id, unnamed),
  fundingSourceId: withAssumption(Id, unnamed),
  clearingSpeed: z.optional(withAssumption(ClearingSpeed, unnamed)),
  scheduledDate: z.optional(withAssumption(z.string(), unnamed)),
});

/** The operations that move money. */
export const pay = {
  initiate: {
    method: 'POST',
    path: '/api/payments/initiate',
    summary: 'Pay an approved payable by ACH, now or on a date',
    effect: 'money',
    success: 201,
    body: PaymentOrder,
    response: withAssumption(Payment, unstated),
  },
  quickPay: {
    method: 'POST',
    path: '/api/payments/quick-pay',
    summary: 'Pay a connected business without a payable',
    effect: 'money',
    success: 201,
    body: z.object({
      connectionId: withAssumption(Id, unnamed),
      amount: withAssumption(Dollars, unnamed),
      fundingSourceId: withAssumption(Id, unnamed),
      memo: z.optional(withAssumption(z.string(), unnamed)),
      clearingSpeed: z.optional(withAssumption(ClearingSpeed, unnamed)),
    }),
    response: withAssumption(Payment, unstated),
  },
  bulkInitiate: {
    method: 'POST',
    path: '/api/payments/bulk-initiate',
    summary: 'Pay many approved payables, all or none',
    effect: 'money',
    success: 201,
    body: z.object({ payments: withAssumption(z.array(PaymentOrder), unnamed) }),
    response: withAssumption(
      z.looseObject({
        payments: z.array(Payment),
        count: optionalNullable(z.number()),
        totalAmount: optionalNullable(Dollars),
      }),
      unstated,
    ),
  },
  cancel: {
    method: 'POST',
    path: '/api/payments/{paymentId}/cancel',
    summary: 'Cancel a payment that is held or scheduled',
    effect: 'money',
    params: z.object({ paymentId: Id }),
    response: withAssumption(Payment, unstated),
  },
} as const satisfies Operations;
