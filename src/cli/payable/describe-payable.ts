import { centsOf } from '../../contract/money.ts';
import type { Payable } from '../../contract/payable.ts';
import { usd } from '../../render/money.ts';
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

/** A payable in the words a person knows it by: number, amount, who owes whom. */
export function describePayable(it: Payable): string {
  const amount = typeof it.amount === 'number' ? `, ${usd(centsOf(it.amount))}` : '';
  const parties = it.payeeName
    ? `, from ${it.payeeName}${it.payerName ? ` to ${it.payerName}` : ''}`
    : '';
  return `${it.invoiceNumber ? `invoice ${it.invoiceNumber}` : `payable ${it.id}`}${amount}${parties}`;
}

/** Whether the business sent a payable and is to be paid; where the service does not say, whose it is says so. */
export const isSent = ({ direction, senderBusinessId }: Payable, businessId: string): boolean =>
  direction === undefined || direction === null
    ? senderBusinessId === businessId
    : direction === 'sent';
