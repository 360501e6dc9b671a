import { columns } from '../../render/view.ts';

/** The columns of an intent. */
export const intentColumns = columns(
  'id #1',
  'operation #2',
  'outcome:state #3',
  'amount:money #4',
  'payableId #6',
  'connectionId #8',
  'paymentId #7',
  'createdAt:time #5',
  'verdict #9',
);
