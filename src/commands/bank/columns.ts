import { columns } from '../../render/view.ts';

/** The columns of a bank account. */
export const bankColumns = columns(
  'id #1',
  'businessId #7',
  'name #2',
  'accountType #6',
  'last4 #3',
  'status:state #4',
  'isDefault:boolean #5',
);
