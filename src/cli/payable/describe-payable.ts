/** Payables in words. */

import { centsOf } from '../../contract/money.ts';
import type { Payable } from '../../contract/payable.ts';
import { usd } from '../../render/money.ts';

/** Describes a payable in words: invoice number or id, amount, payee and payer. */
export function describePayable(it: Payable): string {
  const amount = typeof it.amount === 'number' ? `, ${usd(centsOf(it.amount))}` : '';
  const parties = it.payeeName
    ? `, from ${it.payeeName}${it.payerName ? ` to ${it.payerName}` : ''}`
    : '';
  return `${it.invoiceNumber ? `invoice ${it.invoiceNumber}` : `payable ${it.id}`}${amount}${parties}`;
}

/**
 * Reports whether the business sent the payable, so that it will be paid. Without a `direction`, the sender's id
 * decides.
 */
export const isSent = ({ direction, senderBusinessId }: Payable, businessId: string): boolean =>
  direction === undefined || direction === null
    ? senderBusinessId === businessId
    : direction === 'sent';
