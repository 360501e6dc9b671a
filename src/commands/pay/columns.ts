import { columns } from '../../render/view.ts';

/** The columns of a payment. */
export const paymentColumns = columns(
  'paymentId',
  'status:state',
  'amount:money',
  'payableId',
  'connectionId',
  'fundingSourceId',
  'clearingSpeed',
  'scheduledDate:date',
  'estimatedSettlementDate:date',
);
