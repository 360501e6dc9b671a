/** Memory savers for plans with many payables. */

import type { Payable } from '../../contract/payable.ts';

/** Creates a function that reduces a payable to the fields that runs use, with interned strings. */
export function createPayableCompactor(): (payable: Payable) => Payable {
  // A plan of 100,000 payments holds all payables at once.
  const same = createStringInterner();
  return (it) => ({
    id: it.id,
    status: same(it.status),
    amount: it.amount,
    dueDate: same(it.dueDate),
    invoiceNumber: it.invoiceNumber,
    createdAt: it.createdAt,
    updatedAt: it.updatedAt,
    connectionId: same(it.connectionId),
    businessId: same(it.businessId),
    senderBusinessId: same(it.senderBusinessId),
    payerBusinessId: same(it.payerBusinessId),
    payeeName: same(it.payeeName),
    activePaymentId: it.activePaymentId,
    paymentStatus: same(it.paymentStatus),
  });
}

/** Creates a string interner: equal strings become one object. */
export function createStringInterner(): <Text extends string | null | undefined>(
  text: Text,
) => Text {
  // 100,000 payments name the same few banks, payees and dates, and each parsed response has its own copies.
  const known = new Map<unknown, unknown>();
  return <Text extends string | null | undefined>(text: Text): Text => {
    if (!known.has(text)) known.set(text, text);
    return known.get(text) as Text;
  };
}
