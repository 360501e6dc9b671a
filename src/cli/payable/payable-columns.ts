import { columns } from '../../render/view.ts';

/** The documented columns of a payable, wherever payables are listed. */
export const payableColumns = columns(
  'id',
  'invoiceNumber',
  'status:state',
  'direction',
  'connectionId',
  'payeeName',
  'payerName',
  'amount:money',
  'dueDate:date',
  'memo',
  'createdAt:time',
);
