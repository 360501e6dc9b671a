import type { Operations } from './operation.ts';
import { assumed, Dollars, Id, IsoTimestamp, maybe, open } from './schema/field-types.ts';
import * as z from './schema/schema.ts';

export type ClearingSpeed = z.output<typeof ClearingSpeed>;
export const ClearingSpeed = z.enum(['standard', 'sameDay']);

export type PaymentStatus = z.output<typeof PaymentStatus>;
export const PaymentStatus = assumed(
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
  'the spec names no payment states',
);

/** How the last payment of a payable ended, where it did not pay. */
export const PaymentFailure = z.looseObject({
  paymentId: maybe(Id),
  status: maybe(open(PaymentStatus)),
  code: maybe(z.string()),
  reason: maybe(z.string()),
  at: maybe(IsoTimestamp),
});

export type Payment = z.output<typeof Payment>;
export const Payment = assumed(
  z.looseObject({
    paymentId: Id,
    id: maybe(Id),
    kind: maybe(z.string()),
    status: maybe(open(PaymentStatus)),
    amount: maybe(Dollars),
    currency: maybe(z.string()),
    payableId: maybe(Id),
    connectionId: maybe(Id),
    payerBusinessId: maybe(Id),
    payeeBusinessId: maybe(Id),
    fundingSourceId: maybe(Id),
    clearingSpeed: maybe(open(ClearingSpeed)),
    scheduledDate: maybe(z.string()),
    estimatedSettlementDate: maybe(z.string()),
    memo: maybe(z.string()),
    holdReason: maybe(z.string()),
    failureCode: maybe(z.string()),
    failureReason: maybe(z.string()),
    traceNumber: maybe(z.string()),
    createdAt: maybe(IsoTimestamp),
    submittedAt: maybe(IsoTimestamp),
    completedAt: maybe(IsoTimestamp),
    failedAt: maybe(IsoTimestamp),
    returnedAt: maybe(IsoTimestamp),
    cancelledAt: maybe(IsoTimestamp),
    cancellable: maybe(z.boolean()),
    cutoffMissed: maybe(z.boolean()),
  }),
  'the spec shows no payment field but the id',
);

const unnamed = 'the spec does not name this field';
const unstated = 'the spec does not state this answer';

export type PaymentOrder = z.output<typeof PaymentOrder>;
/** One payable to be paid. */
export const PaymentOrder = z.object({
  payableId: assumed(Id, unnamed),
  fundingSourceId: assumed(Id, unnamed),
  clearingSpeed: z.optional(assumed(ClearingSpeed, unnamed)),
  scheduledDate: z.optional(assumed(z.string(), unnamed)),
});

export const pay = {
  initiate: {
    method: 'POST',
    path: '/api/payments/initiate',
    summary: 'Pay an approved payable by ACH, now or on a date',
    effect: 'money',
    success: 201,
    body: PaymentOrder,
    response: assumed(Payment, unstated),
  },
  quickPay: {
    method: 'POST',
    path: '/api/payments/quick-pay',
    summary: 'Pay a connected business without a payable',
    effect: 'money',
    success: 201,
    body: z.object({
      connectionId: assumed(Id, unnamed),
      amount: assumed(Dollars, unnamed),
      fundingSourceId: assumed(Id, unnamed),
      memo: z.optional(assumed(z.string(), unnamed)),
      clearingSpeed: z.optional(assumed(ClearingSpeed, unnamed)),
    }),
    response: assumed(Payment, unstated),
  },
  bulkInitiate: {
    method: 'POST',
    path: '/api/payments/bulk-initiate',
    summary: 'Pay many approved payables, all or none',
    effect: 'money',
    success: 201,
    body: z.object({ payments: assumed(z.array(PaymentOrder), unnamed) }),
    response: assumed(
      z.looseObject({
        payments: z.array(Payment),
        count: maybe(z.number()),
        totalAmount: maybe(Dollars),
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
    response: assumed(Payment, unstated),
  },
} as const satisfies Operations;
