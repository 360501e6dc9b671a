import { PaymentLinkStatus } from './link.ts';
import type { Operations } from './operation.ts';
import { PaymentFailure, PaymentStatus } from './pay.ts';
import {
  alsoAs,
  assumed,
  BusinessPath,
  CsvFile,
  Dollars,
  Id,
  IsoDate,
  IsoTimestamp,
  maybe,
  open,
  Paging,
  pageOf,
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
/** One entry of the audit trail of a payable. */
export const Activity = assumed(
  z.looseObject({
    id: maybe(Id),
    payableId: maybe(Id),
    type: maybe(open(ActivityType)),
    message: maybe(z.string()),
    actor: maybe(z.looseObject({})),
    fromStatus: maybe(z.string()),
    toStatus: maybe(z.string()),
    metadata: maybe(z.looseObject({ paymentId: maybe(Id) })),
    createdAt: maybe(IsoTimestamp),
  }),
  'the spec does not show the entries of the activity log',
);

export type LineItem = z.output<typeof LineItem>;
/** One line of an invoice, as it is sent. */
export const LineItem = z.object({
  description: z.string(),
  quantity: z.number(),
  unitPrice: Dollars,
});

/** The same as it is read: nothing in it is certain. */
const ShownLineItem = z.looseObject({
  description: maybe(z.string()),
  quantity: maybe(z.number()),
  unitPrice: maybe(Dollars),
  total: maybe(assumed(Dollars, 'the spec shows no total of a line')),
});

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

const shown = 'the spec names no payable fields beyond its table';

/** Whether the business that looks at a payable sent it or is to pay it. */
const Direction = z.enum(['sent', 'received']);

export type Payable = z.output<typeof Payable>;
export const Payable = z.looseObject({
  id: alsoAs(Id, 'payableId'),
  status: maybe(open(PayableStatus)),
  createdAt: maybe(IsoTimestamp),
  connectionId: maybe(Id),
  amount: maybe(Dollars),
  dueDate: maybe(z.string()),
  invoiceNumber: maybe(z.string()),
  memo: maybe(z.string()),
  lineItems: maybe(z.array(ShownLineItem)),
  attachments: maybe(z.array(z.union([z.string(), z.unknown()]))),
  businessId: maybe(assumed(Id, shown)),
  senderBusinessId: maybe(assumed(Id, shown)),
  payerBusinessId: maybe(assumed(Id, shown)),
  payeeName: maybe(assumed(z.string(), shown)),
  payerName: maybe(assumed(z.string(), shown)),
  direction: maybe(assumed(open(Direction), shown)),
  currency: maybe(assumed(z.string(), shown)),
  declineReason: maybe(assumed(z.string(), shown)),
  submittedAt: maybe(assumed(IsoTimestamp, shown)),
  approvedAt: maybe(assumed(IsoTimestamp, shown)),
  declinedAt: maybe(assumed(IsoTimestamp, shown)),
  cancelledAt: maybe(assumed(IsoTimestamp, shown)),
  paidAt: maybe(assumed(IsoTimestamp, shown)),
  updatedAt: maybe(assumed(IsoTimestamp, shown)),
  activePaymentId: maybe(assumed(Id, shown)),
  paymentStatus: maybe(assumed(open(PaymentStatus), shown)),
  paymentLinkStatus: maybe(assumed(open(PaymentLinkStatus), shown)),
  lastPaymentFailure: maybe(assumed(PaymentFailure, shown)),
  source: maybe(assumed(z.string(), shown)),
  publicId: maybe(assumed(z.string(), shown)),
});

/** What its author may say about a payable; creating one needs the connection and the amount. */
const details = {
  dueDate: z.optional(z.nullable(IsoDate)),
  invoiceNumber: z.optional(z.nullable(z.string())),
  memo: z.optional(z.nullable(z.string())),
  lineItems: z.optional(z.nullable(z.array(LineItem))),
  attachments: z.optional(z.nullable(z.array(z.string()))),
  submit: z.optional(z.boolean()),
};

const PayablePath = z.extend(BusinessPath, { payableId: Id });
const unstated = 'the spec does not state this answer';
const unnamed = 'the spec does not name this field';
const Changed = assumed(Payable, unstated);

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
      id: alsoAs(Id, 'payableId'),
      status: maybe(open(PayableStatus)),
      createdAt: maybe(IsoTimestamp),
    }),
  },
  list: {
    method: 'GET',
    path: '/api/businesses/{businessId}/payables',
    summary: 'List the payables of a business, newest first',
    effect: 'read',
    params: BusinessPath,
    query: z.object({
      status: z.optional(assumed(z.string(), 'the spec does not name the filter')),
      connectionId: z.optional(assumed(Id, 'the spec does not name the filter')),
      direction: z.optional(assumed(Direction, 'the spec has no such filter')),
      ...Paging,
    }),
    response: pageOf(Payable),
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
    summary: 'Change a payable that is a draft, or a little of one that is submitted',
    effect: 'set',
    params: PayablePath,
    body: z.object({
      connectionId: z.optional(Id),
      amount: z.optional(Dollars),
      ...details,
      submit: z.optional(assumed(z.boolean(), 'the spec has this flag on creation only')),
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
    body: z.object({ reason: z.optional(assumed(z.string(), unnamed)) }),
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
    response: assumed(
      z.looseObject({ sent: maybe(z.boolean()), to: maybe(z.string()), sentAt: maybe(z.string()) }),
      unstated,
    ),
  },
  activity: {
    method: 'GET',
    path: '/api/businesses/{businessId}/payables/{payableId}/activity-log',
    summary: 'Show what happened to a payable, oldest first',
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
      status: z.optional(assumed(z.string(), unnamed)),
      connectionId: z.optional(assumed(Id, unnamed)),
      createdAfter: z.optional(assumed(z.string(), unnamed)),
      createdBefore: z.optional(assumed(z.string(), unnamed)),
    }),
    produces: 'text/csv',
    response: CsvFile,
  },
} as const satisfies Operations;
