import { columns } from '../../render/view.ts';

/** The columns of a plan's summary; as JSON the plan is complete. */
export const planColumns = columns(
  'hash',
  'kind',
  'createdAt:time',
  'expiresAt:time',
  'madeBy',
  'origin',
  'profile',
  'businessId',
  'payments:number',
  'total:money',
  'payees:number',
  'banks:json',
  'earliestSettlement:date',
  'latestSettlement:date',
  'signedBy:prose',
);
