/** Payables: schemas and operations. */

import { PaymentLinkStatus } from './link.ts';
import type { Operations } from './operation.ts';
import { PaymentFailure, PaymentStatus } from './pay.ts';
import {
  BusinessPath,
  CsvFile,
  Dollars,
  Id,
  IsoDate,
  IsoTimestamp,
  openEnum,
  optionalNullable,
  PagingQuery,
  pageSchemaOf,
  withAliases,
  withAssumption,
} from './schema/field-types.ts';
import * as z from './schema/schema.ts';

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

export type Activity = z.output<typeof Activity>;
/** One entry in the activity log of a payable. */
export const Activity = withAssumption(
  z.looseObject({
    id: optionalNullable(Id),
    payableId: optionalNullable(Id),
    type: optionalNullable(openEnum(ActivityType)),
    message: optionalNullable(z.string()),
    actor: optionalNullable(z.looseObject({})),
    fromStatus: optionalNullable(z.string()),
    toStatus: optionalNullable(z.string()),
    metadata: optionalNullable(z.looseObject({ paymentId: optionalNullable(Id) })),
    createdAt: optionalNullable(IsoTimestamp),
  }),
  'the spec does not show the entries of the activity log',
);

export type LineItem = z.output<typeof LineItem>;
/** One line of an invoice, as sent. The unit price is in dollars. */
export const LineItem = z.object({
  description: z.string(),
  quantity: z.number(),
  unitPrice: Dollars,
});

/** One line of an invoice, as received; every field is optional. */
const ShownLineItem = z.looseObject({
  description: optionalNullable(z.string()),
  quantity: optionalNullable(z.number()),
  unitPrice: optionalNullable(Dollars),
  total: optionalNullable(withAssumption(Dollars, 'the spec shows no total of a line')),
});

export type PayableStatus = z.output<typeof PayableStatus>;
/** The state of a payable. */
export const PayableStatus = z.enum([
  'DRAFT',
  'SUBMITTED',
  'APPROVED',
  'DECLINED',
  'CANCELLED',
  'PAID',
  'SCHEDULED',
]);

const shown = 'the spec names no payable fields beyond its table';

/** The role of the viewing business: it sent the payable, or received it to pay. */
const Direction = z.enum(['sent', 'received']);

export type Payable = z.output<typeof Payable>;
/** A payable: an invoice that one business owes another. Amount in dollars. */
export const Payable = z.looseObject({
  id: withAliases(Id, 'payableId'),
  status: optionalNullable(openEnum(PayableStatus)),
  createdAt: optionalNullable(IsoTimestamp),
  connectionId: optionalNullable(Id),
  amount: optionalNullable(Dollars),
  dueDate: optionalNullable(z.string()),
  invoiceNumber: optionalNullable(z.string()),
  memo: optionalNullable(z.string()),
  lineItems: optionalNullable(z.array(ShownLineItem)),
  attachments: optionalNullable(z.array(z.union([z.string(), z.unknown()]))),
  businessId: optionalNullable(withAssumption(Id, shown)),
  senderBusinessId: optionalNullable(withAssumption(Id, shown)),
  payerBusinessId: optionalNullable(withAssumption(Id, shown)),
  payeeName: optionalNullable(withAssumption(z.string(), shown)),
  payerName: optionalNullable(withAssumption(z.string(), shown)),
  direction: optionalNullable(withAssumption(openEnum(Direction), shown)),
  currency: optionalNullable(withAssumption(z.string(), shown)),
  declineReason: optionalNullable(withAssumption(z.string(), shown)),
  submittedAt: optionalNullable(withAssumption(IsoTimestamp, shown)),
  approvedAt: optionalNullable(withAssumption(IsoTimestamp, shown)),
  declinedAt: optionalNullable(withAssumption(IsoTimestamp, shown)),
  cancelledAt: optionalNullable(withAssumption(IsoTimestamp, shown)),
  paidAt: optionalNullable(withAssumption(IsoTimestamp, shown)),
  updatedAt: optionalNullable(withAssumption(IsoTimestamp, shown)),
  activePaymentId: optionalNullable(withAssumption(Id, shown)),
  paymentStatus: optionalNullable(withAssumption(openEnum(PaymentStatus), shown)),
  scheduledDate: optionalNullable(withAssumption(z.string(), shown)),
  estimatedSettlementDate: optionalNullable(withAssumption(z.string(), shown)),
  paymentLinkStatus: optionalNullable(withAssumption(openEnum(PaymentLinkStatus), shown)),
  lastPaymentFailure: optionalNullable(withAssumption(PaymentFailure, shown)),
  source: optionalNullable(withAssumption(z.string(), shown)),
  publicId: optionalNullable(withAssumption(z.string(), shown)),
});

/** Optional fields of a request to create or update a payable. */
const details = {
  dueDate: z.optional(z.nullable(IsoDate)),
  invoiceNumber: z.optional(z.nullable(z.string())),
  memo: z.optional(z.nullable(z.string())),
  lineItems: z.optional(z.nullable(z.array(LineItem))),
  attachments: z.optional(z.nullable(z.array(z.string()))),
  submit: z.optional(z.boolean()),
};

const PayablePath = z.extend(BusinessPath, { payableId: Id });
const unstated = 'the spec does not state this response';
const unnamed = 'the spec does not name this field';
const Changed = withAssumption(Payable, unstated);

/** The operations on payables. */
export const payable = {
  create: {
    method: 'POST',
    path: '/api/businesses/{businessId}/payables',
    summary: 'Create a payable (an invoice) on a connection',
    effect: 'create',
    success: 201,
    params: BusinessPath,
    body: z.object({ connectionId: Id, amount: Dollars, ...details }),
    response: z.looseObject({
      id: withAliases(Id, 'payableId'),
      status: optionalNullable(openEnum(PayableStatus)),
      createdAt: optionalNullable(IsoTimestamp),
    }),
  },
  list: {
    method: 'GET',
    path: '/api/businesses/{businessId}/payables',
    summary: 'List the payables of a business, newest first',
    effect: 'read',
    params: BusinessPath,
    query: z.object({
      status: z.optional(withAssumption(z.string(), 'the spec does not name the filter')),
      connectionId: z.optional(withAssumption(Id, 'the spec does not name the filter')),
      direction: z.optional(withAssumption(Direction, 'the spec has no such filter')),
      ...PagingQuery,
    }),
    response: pageSchemaOf(Payable),
  },
  get: {
    method: 'GET',
    path: '/api/businesses/{businessId}/payables/{payableId}',
    summary: 'Show one payable',
    effect: 'read',
    params: PayablePath,
    response: Payable,
  },
  update: {
    method: 'PUT',
    path: '/api/businesses/{businessId}/payables/{payableId}',
    summary: 'Update a draft, or the editable fields of a submitted payable',
    effect: 'set',
    params: PayablePath,
    body: z.object({
      connectionId: z.optional(Id),
      amount: z.optional(Dollars),
      ...details,
      submit: z.optional(withAssumption(z.boolean(), 'the spec has this flag on creation only')),
    }),
    response: Changed,
  },
  approve: {
    method: 'POST',
    path: '/api/businesses/{businessId}/payables/{payableId}/approve',
    summary: 'Approve a submitted payable, as its payer',
    effect: 'move',
    params: PayablePath,
    response: Changed,
  },
  decline: {
    method: 'POST',
    path: '/api/businesses/{businessId}/payables/{payableId}/decline',
    summary: 'Decline a payable, as its payer',
    effect: 'move',
    irreversible: true,
    params: PayablePath,
    body: z.object({ reason: z.optional(withAssumption(z.string(), unnamed)) }),
    response: Changed,
  },
  cancel: {
    method: 'POST',
    path: '/api/businesses/{businessId}/payables/{payableId}/cancel',
    summary: 'Cancel a payable, as its sender',
    effect: 'move',
    irreversible: true,
    params: PayablePath,
    response: Changed,
  },
  remind: {
    method: 'POST',
    path: '/api/businesses/{businessId}/payables/{payableId}/send-reminder',
    summary: 'Remind the payer of an outstanding payable',
    effect: 'create',
    params: PayablePath,
    response: withAssumption(
      z.looseObject({
        sent: optionalNullable(z.boolean()),
        to: optionalNullable(z.string()),
        sentAt: optionalNullable(z.string()),
      }),
      unstated,
    ),
  },
  activity: {
    method: 'GET',
    path: '/api/businesses/{businessId}/payables/{payableId}/activity-log',
    summary: 'Show the activity log of a payable, oldest first',
    effect: 'read',
    params: PayablePath,
    response: z.array(Activity),
  },
  export: {
    method: 'POST',
    path: '/api/businesses/{businessId}/payables/export',
    summary: 'Export payables as CSV',
    effect: 'read',
    params: BusinessPath,
    body: z.object({
      status: z.optional(withAssumption(z.string(), unnamed)),
      connectionId: z.optional(withAssumption(Id, unnamed)),
      createdAfter: z.optional(withAssumption(z.string(), unnamed)),
      createdBefore: z.optional(withAssumption(z.string(), unnamed)),
    }),
    produces: 'text/csv',
    response: CsvFile,
  },
} as const satisfies Operations;
