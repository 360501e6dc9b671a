import { columns } from '../../render/view.ts';

/** The columns of a bank account. */
export const bankColumns = columns(
  'id',
  'businessId',
  'name',
  'accountType',
  'last4',
  'status:state',
  'isDefault:boolean',
);
