import { columns } from '../../render/view.ts';

export const bankColumns = columns(
  'id',
  'businessId',
  'name',
  'accountType',
  'last4',
  'status:state',
  'isDefault:boolean',
);
