import { columns } from '../../render/view.ts';

export const businessColumns = columns(
  'id',
  'name',
  'alias',
  'businessType',
  'status:state',
  'createdAt:time',
);

export const balanceColumns = columns(
  'businessId',
  'available:money',
  'pending:money',
  'withdrawing:money',
  'total:money',
  'asOf:time',
);

export const withdrawalColumns = columns(
  'id',
  'status:state',
  'amount:money',
  'fundingSourceId',
  'estimatedArrivalDate:date',
  'createdAt:time',
);

export const logoColumns = columns('logoUrl', 'contentType', 'size:number', 'updatedAt:time');
