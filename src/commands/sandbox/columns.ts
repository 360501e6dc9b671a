/** The columns of events and outbox emails of the sandbox. */

import { columns } from '../../render/view.ts';

/** The columns of an event. */
export const eventColumns = columns(
  'at:time',
  'type',
  'resource.type',
  'resource.id',
  'businessId',
);

/** The columns of an email in the outbox. */
export const mailColumns = columns(
  'createdAt:time',
  'kind',
  'to',
  'subject',
  'url',
  'token',
  'invitationId',
  'bounced:boolean',
);
