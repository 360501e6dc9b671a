import * as z from 'zod/mini';
import { memoize } from '../../memoize.ts';
import {
  csvFile,
  Dollars,
  Id,
  IsoDate,
  IsoTimestamp,
  openEnum,
  optionalBoolean,
  optionalDollars,
  optionalId,
  optionalNumber,
  optionalText,
  optionalTimestamp,
  pageSchemaOf,
  pagingQuery,
  withAliases,
  withAssumption,
} from '../schema/field-types.ts';
import { PaymentLinkStatus } from './link.ts';
import { defineOperations } from './operation.ts';
import { PaymentStatus, paymentFailureSchema } from './pay.ts';

export type ActivityType = z.output<typeof ActivityType>;
/** The kinds of entries in the activity log of a payable. */
const ActivityType = z.enum([
  'created',
  'updated',
  'submitted',
  'approved',
  'declined',
  'cancelled',
  'reminder_sent',
  'payment_link_enabled',
  'payment_link_disabled',
  'payment_link_sent',
  'paid_by_link',
  'payment_authorized',
  'payment_initiated',
  'payment_scheduled',
  'payment_held',
  'payment_released',
  'payment_processing',
  'payment_completed',
  'payment_failed',
  'payment_returned',
  'payment_cancelled',
  'comment',
]);

export type Activity = z.output<ReturnType<typeof activitySchema>>;
/** One entry in the activity log of a payable. */
export const activitySchema = memoize(() =>
  withAssumption(
    z.looseObject({
      id: optionalId,
      payableId: optionalId,
      type: z.nullish(openEnum(ActivityType)),
      message: optionalText,
      actor: z.nullish(z.looseObject({})),
      fromStatus: optionalText,
      toStatus: optionalText,
      metadata: z.nullish(z.looseObject({ paymentId: optionalId })),
      createdAt: optionalTimestamp,
    }),
    'the spec does not show the entries of the activity log',
  ),
);

export type LineItem = z.output<ReturnType<typeof lineItemSchema>>;
/** One line of an invoice, as sent. The unit price is in dollars. */
export const lineItemSchema = memoize(() =>
  z.object({
    description: z.string(),
    quantity: z.number(),
    unitPrice: Dollars,
  }),
);

/** One line of an invoice, as received; every field is optional. */
const shownLineItemSchema = memoize(() =>
  z.looseObject({
    description: optionalText,
    quantity: optionalNumber,
    unitPrice: optionalDollars,
    total: z.nullish(withAssumption(Dollars, 'the spec shows no total of a line')),
  }),
);

export type PayableStatus = z.output<typeof PayableStatus>;
export const PayableStatus = z.enum([
  'DRAFT',
  'SUBMITTED',
  'APPROVED',
  'DECLINED',
  'CANCELLED',
  'PAID',
  'SCHEDULED',
]);

/** The states of a payable that is submitted and not over. */
export const OPEN_STATUSES: ReadonlySet<string> = new Set(['SUBMITTED', 'APPROVED', 'SCHEDULED']);

const shown = 'the spec names no payable fields beyond its table';

/** The role of the viewing business: it sent the payable, or received it to pay. */
const Direction = z.enum(['sent', 'received']);

export type Payable = z.output<ReturnType<typeof payableSchema>>;
/** A payable: an invoice that one business owes another. Amount in dollars. */
export const payableSchema = memoize(() => {
  // Fields of one type share a schema, so that a list, the most frequent command, creates fewer.
  const shownId = z.nullish(withAssumption(Id, shown));
  const shownText = z.nullish(withAssumption(z.string(), shown));
  const shownTime = z.nullish(withAssumption(IsoTimestamp, shown));
  return z.looseObject({
    id: withAliases(Id, 'payableId'),
    status: z.nullish(openEnum(PayableStatus)),
    createdAt: optionalTimestamp,
    connectionId: optionalId,
    amount: optionalDollars,
    dueDate: optionalText,
    invoiceNumber: optionalText,
    memo: optionalText,
    lineItems: z.nullish(z.array(shownLineItemSchema())),
    attachments: z.nullish(z.array(z.union([z.string(), z.unknown()]))),
    businessId: shownId,
    senderBusinessId: shownId,
    payerBusinessId: shownId,
    payeeName: shownText,
    payerName: shownText,
    direction: z.nullish(withAssumption(openEnum(Direction), shown)),
    currency: shownText,
    declineReason: shownText,
    submittedAt: shownTime,
    approvedAt: shownTime,
    declinedAt: shownTime,
    cancelledAt: shownTime,
    paidAt: shownTime,
    updatedAt: shownTime,
    activePaymentId: shownId,
    paymentStatus: z.nullish(withAssumption(openEnum(PaymentStatus), shown)),
    scheduledDate: shownText,
    estimatedSettlementDate: shownText,
    paymentLinkStatus: z.nullish(withAssumption(openEnum(PaymentLinkStatus), shown)),
    lastPaymentFailure: z.nullish(withAssumption(paymentFailureSchema(), shown)),
    source: shownText,
    publicId: shownText,
  });
});

/** Optional fields of a request to create or update a payable. */
const details = () => ({
  dueDate: z.nullish(IsoDate),
  invoiceNumber: z.nullish(z.string()),
  memo: z.nullish(z.string()),
  lineItems: z.nullish(z.array(lineItemSchema())),
  attachments: z.nullish(z.array(z.string())),
  submit: z.optional(z.boolean()),
});

const unstated = 'the spec does not state this response';
const unnamed = 'the spec does not name this field';
const changedSchema = memoize(() => withAssumption(payableSchema(), unstated));

export const payable = defineOperations({
  create: {
    method: 'POST',
    path: '/api/businesses/{businessId}/payables',
    summary: 'Create a payable (an invoice) on a connection',
    effect: 'create',
    success: 201,
    body: () => z.object({ connectionId: Id, amount: Dollars, ...details() }),
    response: () =>
      z.looseObject({
        id: withAliases(Id, 'payableId'),
        status: z.nullish(openEnum(PayableStatus)),
        createdAt: optionalTimestamp,
      }),
  },
  list: {
    method: 'GET',
    path: '/api/businesses/{businessId}/payables',
    summary: 'List the payables of a business, newest first',
    effect: 'read',
    query: () =>
      z.object({
        status: z.optional(withAssumption(z.string(), 'the spec does not name the filter')),
        connectionId: z.optional(withAssumption(Id, 'the spec does not name the filter')),
        direction: z.optional(withAssumption(Direction, 'the spec has no such filter')),
        ...pagingQuery(),
      }),
    response: () => pageSchemaOf(payableSchema()),
  },
  get: {
    method: 'GET',
    path: '/api/businesses/{businessId}/payables/{payableId}',
    summary: 'Show one payable',
    effect: 'read',
    response: payableSchema,
  },
  update: {
    method: 'PUT',
    path: '/api/businesses/{businessId}/payables/{payableId}',
    summary: 'Update a draft, or the editable fields of a submitted payable',
    effect: 'set',
    body: () =>
      z.object({
        connectionId: z.optional(Id),
        amount: z.optional(Dollars),
        ...details(),
        submit: z.optional(withAssumption(z.boolean(), 'the spec has this flag on creation only')),
      }),
    response: changedSchema,
  },
  approve: {
    method: 'POST',
    path: '/api/businesses/{businessId}/payables/{payableId}/approve',
    summary: 'Approve a submitted payable, as its payer',
    effect: 'move',
    response: changedSchema,
  },
  decline: {
    method: 'POST',
    path: '/api/businesses/{businessId}/payables/{payableId}/decline',
    summary: 'Decline a payable, as its payer',
    effect: 'move',
    irreversible: true,
    body: () => z.object({ reason: z.optional(withAssumption(z.string(), unnamed)) }),
    response: changedSchema,
  },
  cancel: {
    method: 'POST',
    path: '/api/businesses/{businessId}/payables/{payableId}/cancel',
    summary: 'Cancel a payable, as its sender',
    effect: 'move',
    irreversible: true,
    response: changedSchema,
  },
  remind: {
    method: 'POST',
    path: '/api/businesses/{businessId}/payables/{payableId}/send-reminder',
    summary: 'Remind the payer of an outstanding payable',
    effect: 'create',
    response: () =>
      withAssumption(
        z.looseObject({
          sent: optionalBoolean,
          to: optionalText,
          sentAt: optionalText,
        }),
        unstated,
      ),
  },
  activity: {
    method: 'GET',
    path: '/api/businesses/{businessId}/payables/{payableId}/activity-log',
    summary: 'Show the activity log of a payable, oldest first',
    effect: 'read',
    response: () => z.array(activitySchema()),
  },
  export: {
    method: 'POST',
    path: '/api/businesses/{businessId}/payables/export',
    summary: 'Export payables as CSV',
    effect: 'read',
    body: () =>
      z.object({
        status: z.optional(withAssumption(z.string(), unnamed)),
        connectionId: z.optional(withAssumption(Id, unnamed)),
        createdAfter: z.optional(withAssumption(z.string(), unnamed)),
        createdBefore: z.optional(withAssumption(z.string(), unnamed)),
      }),
    produces: 'text/csv',
    response: csvFile,
  },
});
