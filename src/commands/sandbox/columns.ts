import { columns } from '../../render/view.ts';

export const eventColumns = columns(
  'at:time',
  'type',
  'resource.type',
  'resource.id',
  'businessId',
);

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
