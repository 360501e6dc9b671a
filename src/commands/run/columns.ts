import { columns } from '../../render/view.ts';

/** A plan at a glance; as JSON it comes whole. */
export const planColumns = columns(
  'hash',
  'madeAt:time',
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
  'signatures:json',
);
