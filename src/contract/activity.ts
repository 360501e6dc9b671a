import { assumed, Id, IsoTimestamp, maybe, open } from './schema/field-types.ts';
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
