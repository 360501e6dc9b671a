import * as z from 'zod/mini';
import { paymentDescription } from '../../api/ach/entry.ts';
import { ApiError } from '../../api/http/api-error.ts';
import { toDollars } from '../../api/money.ts';
import { ClearingSpeed } from '../../api/operations/pay.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { readBody } from '../context/parse-input.ts';
import type { Row } from '../database/tables.ts';
import { externalActor } from '../payable/activity.ts';
import { externalPayerOf, lineItemsOf } from '../payable/records.ts';
import { transitionPayable } from '../payable/transitions.ts';
import { checkSpeed, createBankMismatchError } from '../payment/rules-request.ts';
import { type PaymentDraft, startPayment } from '../payment/start.ts';
import { isPayableByLink } from '../payment-link/rules.ts';
import { createLinkNotFoundError, type Payer, publicBusiness, readPayer } from './parties.ts';
import { type PaymentReceipt, paymentReceiptOf } from './receipt.ts';

type Payable = Row<'payables'>;

/**
 * Returns the invoice of a payment link, as anyone with the link sees it. Amounts are in dollars; `payable` is true if it
 * can be paid now.
 *
 * @throws {ApiError} 404 for an invalid link
 */
export async function showInvoice(context: HandlerContext, nanoId: string) {
  const row = await openInvoice(context, nanoId);
  return {
    nanoId,
    payee: await publicBusiness(context, row.payee_id),
    amount: toDollars(row.cents),
    currency: 'USD',
    dueDate: row.due_date,
    memo: row.memo,
    lineItems: lineItemsOf(row),
    payable: isPayableByLink(row),
  };
}

const Order = z.object({ clearingSpeed: z._default(ClearingSpeed, 'standard') });

/** Validates the order to pay an invoice, before the payer is known. */
export async function readInvoiceOrder(context: HandlerContext, nanoId: string, body: unknown) {
  const payable = await openInvoice(context, nanoId);
  await publicBusiness(context, payable.payee_id);
  const { clearingSpeed } = readBody(Order, body);
  refuseUnlessPayable(payable);
  checkSpeed(clearingSpeed, payable.cents);
  return { payable, clearingSpeed, cents: payable.cents };
}

/**
 * Pays the invoice of a payment link.
 *
 * Paying an invoice that is only submitted also approves it. `typed` is the verified account of a payer who typed its
 * numbers.
 */
export async function payInvoice(
  context: HandlerContext,
  nanoId: string,
  body: unknown,
  typed?: Row<'bank_accounts'>,
): Promise<PaymentReceipt> {
  const { payable, clearingSpeed } = await readInvoiceOrder(context, nanoId, body);
  const payer = await readPayer(context, body, typed);
  assertPayer(payer, payable);
  if (payable.status === 'SUBMITTED') await approveBy(payer, context, payable);
  const draft = draftOf(payable, payer, clearingSpeed);
  const receiptId = await newReceiptId(context, payable);
  return paymentReceiptOf(
    context,
    await startPayment(context, { ...draft, receipt_id: receiptId }),
  );
}

async function openInvoice(context: HandlerContext, nanoId: string): Promise<Payable> {
  const row = await context.db
    .selectFrom('payables')
    .selectAll()
    .where('link_nano_id', '=', nanoId)
    .where('link_enabled', '=', 1)
    .where('status', '!=', 'DRAFT')
    .executeTakeFirst();
  if (row) return row;
  throw createLinkNotFoundError();
}

function refuseUnlessPayable(payable: Payable): void {
  if (isPayableByLink(payable)) return;
  throw new ApiError(
    409,
    'payable_not_payable',
    'This invoice is already being paid or cannot be paid.',
  );
}

/** Throws a 422 if a payer with an account pays the invoice of another business. */
function assertPayer({ payer_id, funding_source_id }: Payer, payable: Payable): void {
  if (payer_id === null || payer_id === payable.payer_id) return;
  throw createBankMismatchError(funding_source_id ?? '', `the payer of payable ${payable.id}`);
}

function approveBy(payer: Payer, context: HandlerContext, payable: Payable) {
  const guest = externalPayerOf(payer);
  return transitionPayable(context, payable, 'approve', {
    isPaidByLink: true,
    ...(guest && { actor: externalActor(guest.name) }),
  });
}

/** Creates the id of a payment's receipt. Each payment has its own: who paid before learns nothing of who pays next. */
async function newReceiptId(context: HandlerContext, { id }: Payable): Promise<string> {
  const receiptId = context.newSecret(21);
  await context.db
    .updateTable('payables')
    .set({ public_id: receiptId })
    .where('id', '=', id)
    .execute();
  return receiptId;
}

const draftOf = (
  { id, connection_id, payee_id, cents, memo }: Payable,
  payer: Payer,
  speed: PaymentDraft['speed'],
): PaymentDraft => ({
  kind: 'paymentLink',
  payable_id: id,
  connection_id,
  payee_id,
  ...payer,
  cents,
  speed,
  scheduled_date: null,
  memo,
  entry_description: paymentDescription(false),
});
