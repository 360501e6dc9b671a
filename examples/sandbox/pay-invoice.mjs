// The code under test: pays an invoice by its number, and reports what became of it.
import { BlockedError, OutcomeUnknownError } from 'remit-cli';

/** Pays an approved invoice; `client` is one of remit-cli. Returns `paid`, `unknown`, or the reason why nothing was sent. */
export async function payInvoice(client, { number, amount, payee }) {
  const payables = await client.payable.list({ status: 'APPROVED' }).toArray();
  const payable = payables.find(({ invoiceNumber }) => invoiceNumber === number);
  const account = (await client.bank.list()).find(({ isDefault }) => isDefault);
  try {
    await client.pay.initiate({
      payableId: payable.id,
      fundingSourceId: account.id,
      confirm: { amount, payee },
    });
    return 'paid';
  } catch (error) {
    if (error instanceof OutcomeUnknownError) return 'unknown';
    if (error instanceof BlockedError) return error.code;
    throw error;
  }
}
