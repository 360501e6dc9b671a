/** The columns of businesses, balances, withdrawals and logos. */

import { columns } from '../../render/view.ts';

/** The columns of a business. */
export const businessColumns = columns(
  'id #1',
  'name #2',
  'alias #4',
  'businessType #5',
  'status:state #3',
  'createdAt:time #6',
);

/** The columns of a balance. */
export const balanceColumns = columns(
  'businessId',
  'available:money',
  'pending:money',
  'withdrawing:money',
  'total:money',
  'asOf:time',
);

/** The columns of a withdrawal. */
export const withdrawalColumns = columns(
  'id',
  'status:state',
  'amount:money',
  'fundingSourceId',
  'estimatedArrivalDate:date',
  'createdAt:time',
);

/** The columns of a logo. */
export const logoColumns = columns('logoUrl', 'contentType', 'size:number', 'updatedAt:time');
