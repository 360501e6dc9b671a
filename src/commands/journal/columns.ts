import { columns } from '../../render/view.ts';

/** The columns of an intent. */
export const intentColumns = columns(
  'id',
  'operation',
  'outcome:state',
  'amount:money',
  'payableId',
  'connectionId',
  'paymentId',
  'createdAt:time',
  'verdict',
);
