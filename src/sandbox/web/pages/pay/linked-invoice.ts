/** Invoices behind payment links, in every state of the link, as the pages show them. */

import { daysBetween } from '../../../../api/ach/calendar.ts';
import { displayNameOf } from '../../../business/records.ts';
import type { HandlerContext } from '../../../context/handler-context.ts';
import { rowAt } from '../../../database/rows.ts';
import type { Row } from '../../../database/tables.ts';
import { addresseeOf } from '../../../notifications/outbox.ts';
import { lineItemsOf } from '../../../payable/records.ts';
import { authorizationOf } from '../../../public-api/authorization.ts';
import { createLinkNotFoundError } from '../../../public-api/parties.ts';
import { facts } from '../../facts.ts';
import { countText, longDate, money, price } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import type { PageRequest } from '../page-routes.ts';

/** An invoice with the names and files that its pages show. */
export interface LinkedInvoice {
  readonly payable: Row<'payables'>;
  readonly payee: Row<'businesses'>;
  /** The display name of the payer's business, or null. */
  readonly billedTo: string | null;
  readonly attachments: readonly Pick<Row<'files'>, 'id' | 'filename' | 'size'>[];
  /** The email address of the payee, if its account has one. */
  readonly contact: string | undefined;
}

/**
 * Returns the invoice of an issued payment link, whatever its state. A draft has no public page.
 *
 * @throws {ApiError} 404 if no link with this id was ever issued
 */
export async function linkedInvoiceAt(
  context: HandlerContext,
  nanoId: string,
): Promise<LinkedInvoice> {
  const payable = await context.db
    .selectFrom('payables')
    .selectAll()
    .where('link_nano_id', '=', nanoId)
    .where('status', '!=', 'DRAFT')
    .executeTakeFirst();
  if (payable) return invoiceOf(context, payable);
  throw createLinkNotFoundError();
}

/** Returns a payable with the names and files that its pages show. */
export async function invoiceOf(
  context: HandlerContext,
  payable: Row<'payables'>,
): Promise<LinkedInvoice> {
  const { db } = context;
  const { payee_id, payer_id } = payable;
  return {
    payable,
    payee: await rowAt(db, 'businesses', payee_id),
    billedTo: payer_id === null ? null : displayNameOf(await rowAt(db, 'businesses', payer_id)),
    attachments: await attachmentsOf(context, payable),
    contact: await addresseeOf(db, payee_id),
  };
}

/** Returns the path of the receipt of an invoice's last payment, if this browser made it; otherwise `undefined`. */
export async function ownReceiptPath(
  { context, visitor }: PageRequest,
  { payment_id }: Row<'payables'>,
): Promise<string | undefined> {
  if (payment_id === null) return undefined;
  const isOwn = (await authorizationOf(context, payment_id))?.visitor === visitor;
  return isOwn
    ? `/receipt/${(await rowAt(context.db, 'payments', payment_id)).receipt_id}`
    : undefined;
}

/** Returns a file that is attached to the payable, or `undefined`. */
export const attachmentAt = (
  { db }: HandlerContext,
  { id }: Row<'payables'>,
  fileId: string,
): Promise<Row<'files'> | undefined> =>
  db
    .selectFrom('files')
    .innerJoin('payable_files', 'payable_files.file_id', 'files.id')
    .selectAll('files')
    .where('payable_files.payable_id', '=', id)
    .where('files.id', '=', fileId)
    .executeTakeFirst();

const attachmentsOf = ({ db }: HandlerContext, { id }: Row<'payables'>) =>
  db
    .selectFrom('files')
    .innerJoin('payable_files', 'payable_files.file_id', 'files.id')
    .select(['files.id', 'files.filename', 'files.size'])
    .where('payable_files.payable_id', '=', id)
    .orderBy('files.created_at')
    .execute();

/** Returns the amount, due date, number, sides, memo, lines and attachments of an invoice. */
export const invoiceDetails = (invoice: LinkedInvoice, today: string): Html => {
  const { cents, memo } = invoice.payable;
  return html`<p class="amount">${money(cents)}</p>
    ${dueLine(invoice.payable, today)}
    ${invoiceFacts(invoice)}
    ${memo === null ? '' : html`<p class="memo">${memo}</p>`}
    ${invoiceLines(invoice.payable)}
    ${attachmentList(invoice)}`;
};

/** Returns when an invoice is due; one that is open past that date says by how many days. */
function dueLine({ due_date, status, active_payment_id }: Row<'payables'>, today: string): Html {
  if (due_date === null) return html`<p class="soft">No due date</p>`;
  const days = daysBetween(due_date, today);
  return days > 0 && active_payment_id === null && openStatuses.includes(status)
    ? html`<p class="problem">Overdue by ${countText(days, 'day')}: due ${longDate(due_date)}</p>`
    : html`<p class="soft">Due ${longDate(due_date)}</p>`;
}

const openStatuses: readonly Row<'payables'>['status'][] = ['SUBMITTED', 'APPROVED'];

const invoiceFacts = ({ payable, billedTo }: LinkedInvoice): Html | null =>
  payable.invoice_number === null && billedTo === null
    ? null
    : facts([
        ['Invoice number', payable.invoice_number],
        ['Billed to', billedTo],
      ]);

/** Returns the line items of an invoice as a table; empty without lines. */
export function invoiceLines(payable: Row<'payables'>): Html {
  const lines = lineItemsOf(payable);
  if (lines.length === 0) return html``;
  return html`<table class="items">
    <caption class="unseen">Invoice items</caption>
    <thead><tr><th scope="col">Item</th><th scope="col" class="figure">Quantity</th>
      <th scope="col" class="figure">Price</th><th scope="col" class="figure">Total</th></tr></thead>
    <tbody>${lines.map(lineOf)}</tbody>
    <tfoot><tr><th scope="row" colspan="3">Total</th><td class="figure">${money(payable.cents)}</td></tr></tfoot>
  </table>`;
}

const lineOf = ({
  description,
  quantity,
  unitPrice,
  total,
}: ReturnType<typeof lineItemsOf>[number]) =>
  html`<tr><td>${description}</td><td class="figure">${quantity}</td>
    <td class="figure">${price(unitPrice)}</td><td class="figure">${money(Math.round(total * 100))}</td></tr>`;

const attachmentList = ({ payable, attachments }: LinkedInvoice): Html =>
  attachments.length === 0
    ? html``
    : html`<h2 class="minor">Attachments</h2><ul class="files">${attachments.map(
        ({ id, filename, size }) =>
          html`<li><a href="/pay/${payable.link_nano_id}/files/${id}">${filename}</a> <span class="soft">${sizeText(size)}</span></li>`,
      )}</ul>`;

const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} KB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** Returns the sentence on how to reach the payee. */
export const contactLine = (payee: Row<'businesses'>, contact: string | undefined): Html =>
  contact === undefined
    ? html`<p class="fine">Questions? Contact ${displayNameOf(payee)}.</p>`
    : html`<p class="fine">Questions? Write to <a href="mailto:${contact}">${contact}</a>.</p>`;
