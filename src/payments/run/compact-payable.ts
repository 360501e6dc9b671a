/** Memory savers for plans with many payables. */

import type { Payable } from '../../contract/payable.ts';

/** Creates a function that reduces a payable to the fields that runs use, with interned strings. */
export function createPayableCompactor(): (payable: Payable) => Payable {
  // A plan of 100,000 payments holds all payables at once.
  const intern = createStringInterner();
  return (payable) => ({
    id: payable.id,
    status: intern(payable.status),
    amount: payable.amount,
    dueDate: intern(payable.dueDate),
    invoiceNumber: payable.invoiceNumber,
    createdAt: payable.createdAt,
    updatedAt: payable.updatedAt,
    connectionId: intern(payable.connectionId),
    businessId: intern(payable.businessId),
    senderBusinessId: intern(payable.senderBusinessId),
    payerBusinessId: intern(payable.payerBusinessId),
    payeeName: intern(payable.payeeName),
    direction: intern(payable.direction),
    activePaymentId: payable.activePaymentId,
    paymentStatus: intern(payable.paymentStatus),
    lastPaymentFailure: payable.lastPaymentFailure && {
      paymentId: payable.lastPaymentFailure.paymentId,
    },
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
