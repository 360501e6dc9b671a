import { type LineItem, type Payable, payable } from '../../api/operations/payable.ts';
import { asRecord } from '../../is-record.ts';
import type { Context } from '../context.ts';

interface UpdateInput {
  readonly params?: unknown;
  readonly body?: unknown;
}

/** Adds the unchanged fields of the payable: a service whose PUT replaces the whole record must not lose a field. */
export async function completeUpdate<Input extends UpdateInput>(
  input: Input,
  context: Pick<Context, 'call'>,
): Promise<Input> {
  const { businessId, payableId } = asRecord(input.params);
  const params = { businessId: String(businessId), payableId: String(payableId) };
  const before = editable(await context.call(payable.get, { params }));
  return { ...input, body: { ...before, ...asRecord(input.body) } };
}

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
