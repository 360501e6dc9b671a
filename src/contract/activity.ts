import { z } from 'zod/mini';
import { assumed, Id, IsoTimestamp, maybe } from './fields.ts';

export type Activity = z.output<typeof Activity>;
/** One entry of the audit trail of a payable. */
export const Activity = assumed(
  z.looseObject({
    id: maybe(Id),
    type: maybe(z.string()),
    message: maybe(z.string()),
    actor: maybe(z.looseObject({})),
    fromStatus: maybe(z.string()),
    toStatus: maybe(z.string()),
    createdAt: maybe(IsoTimestamp),
  }),
  'the spec does not show the entries of the activity log',
);
