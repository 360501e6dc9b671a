import { columns } from '../../render/view.ts';

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
