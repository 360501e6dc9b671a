import type { LineItem, Payable } from '../../contract/payable.ts';

/** Returns all fields of a payable that an update may send, with their present values. */
export function editable(now: Payable) {
  // A service whose PUT replaces the whole record must not lose a field.
  const lines = linesOf(now.lineItems);
  return {
    ...(typeof now.connectionId === 'string' && { connectionId: now.connectionId }),
    ...(typeof now.amount === 'number' && { amount: now.amount }),
    ...(typeof now.dueDate === 'string' && { dueDate: now.dueDate.slice(0, 10) }),
    ...(typeof now.invoiceNumber === 'string' && { invoiceNumber: now.invoiceNumber }),
    ...(typeof now.memo === 'string' && { memo: now.memo }),
    ...(lines.length > 0 && { lineItems: lines }),
    ...(now.attachments?.length && { attachments: now.attachments.map(referenceOf) }),
  };
}

function linesOf(lines: Payable['lineItems']): LineItem[] {
  return (lines ?? []).map((line) => ({
    description: String(line['description'] ?? ''),
    quantity: Number(line['quantity']),
    unitPrice: Number(line['unitPrice']),
  }));
}

/** Returns the reference of an attachment, which may be a text or a record with an `id`. */
const referenceOf = (attachment: unknown): string =>
  typeof attachment === 'object' && attachment !== null && 'id' in attachment
    ? String(attachment.id)
    : String(attachment);
