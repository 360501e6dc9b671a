import { centsOf } from '../../contract/money.ts';
import type { Payable } from '../../contract/payable.ts';
import { usd } from '../../render/money.ts';

/** A payable in the words a person knows it by: number, amount, who owes whom. */
export function describePayable(it: Payable): string {
  const amount = typeof it.amount === 'number' ? `, ${usd(centsOf(it.amount))}` : '';
  const parties = it.payeeName
    ? `, from ${it.payeeName}${it.payerName ? ` to ${it.payerName}` : ''}`
    : '';
  return `${it.invoiceNumber ? `invoice ${it.invoiceNumber}` : `payable ${it.id}`}${amount}${parties}`;
}
