import type { Payable } from '../../contract/payable.ts';

/**
 * Makes of payables what runs look at and nothing else, sharing the texts that many have: a plan of a hundred thousand
 * holds them all at once.
 */
export function createPayableCompactor(): (payable: Payable) => Payable {
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

/**
 * Gives equal texts as one and the same: a hundred thousand payments name the same few banks, payees and days, and each
 * that was read brought copies of its own.
 */
export function createStringInterner(): <Text extends string | null | undefined>(
  text: Text,
) => Text {
  const known = new Map<unknown, unknown>();
  return <Text extends string | null | undefined>(text: Text): Text => {
    if (!known.has(text)) known.set(text, text);
    return known.get(text) as Text;
  };
}
