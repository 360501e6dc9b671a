/** The columns of events and outbox emails of the sandbox. */

import { columns } from '../../render/view.ts';

/** The columns of an event. */
export const eventColumns = columns(
  'at:time #1',
  'type #2',
  'resource.type #4',
  'resource.id #3',
  'businessId #5',
);

/** The columns of an email in the outbox. */
export const mailColumns = columns(
  'createdAt:time #4',
  'kind #1',
  'to #2',
  'subject #3',
  'url #6',
  'token #5',
  'invitationId #7',
  'bounced:boolean #8',
);
