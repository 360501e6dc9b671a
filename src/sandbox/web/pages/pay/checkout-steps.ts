import { ApiError } from '../../../../api/http/api-error.ts';
import { displayNameOf } from '../../../business/records.ts';
import type { HandlerContext } from '../../../context/handler-context.ts';
import type { Reply } from '../../../context/problem-details.ts';
import { paymentLinkStateOf } from '../../../payment-link/rules.ts';
import { money } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { seeOther } from '../../page.ts';
import type { PageRequest } from '../page-routes.ts';
import { type Checkout, checkoutAt, linkTypes } from './checkout.ts';
import { gonePage } from './gone-page.ts';
import { linkedInvoiceAt, ownReceiptPath } from './linked-invoice.ts';

/**
 * Goes on with a checkout that can still be paid. One that was paid leads to its receipt, or to that of another checkout
 * of this browser; an expired one is gone (410), and where the link takes no payment any more, its page tells why.
 *
 * @throws {ApiError} 404
 */
export async function withOpenCheckout(
  pageRequest: PageRequest,
  goOn: (checkout: OpenCheckout) => Promise<Reply>,
): Promise<Reply> {
  const { context, param } = pageRequest;
  const checkout = await checkoutAt(context, param('key'));
  const { kind, link, publicId } = checkout;
  if (publicId !== null) return seeOther(`/receipt/${publicId}`);
  const home = linkTypes[kind].home(link);
  if (checkout.isExpired) {
    const { id } = await linkTypes[kind].payeeOf(context, link);
    const way = html`<p><a class="button" href="${home}">Start over</a></p>`;
    return gonePage(context, id, 'checkoutExpired', way);
  }
  let head: Html;
  try {
    head = await stepHead(context, checkout);
  } catch (error) {
    if (!(error instanceof ApiError) || !closedCodes.includes(error.code)) throw error;
    if (kind !== 'invoice') return seeOther(home);
    const { payable } = await linkedInvoiceAt(context, link);
    const isPaid = ['paid', 'inProgress'].includes(paymentLinkStateOf(payable));
    return seeOther((isPaid && (await ownReceiptPath(pageRequest, payable))) || home);
  }
  return goOn({ ...checkout, head });
}

/** A checkout that can be paid. */
export interface OpenCheckout extends Checkout {
  /** The line above each step: the amount, the payee and what is paid. */
  readonly head: Html;
}

/**
 * Returns the line above a step of a checkout: the amount, the payee and what is paid.
 *
 * @throws {ApiError} if it cannot be paid now
 */
export async function stepHead(
  context: HandlerContext,
  { kind, link, order }: Checkout,
): Promise<Html> {
  const { cents, purpose } = await linkTypes[kind].check(context, link, order);
  const payee = displayNameOf(await linkTypes[kind].payeeOf(context, link));
  return html`<p class="due"><strong>${money(cents)}</strong> to ${payee}, for ${purpose}</p>`;
}

/** Codes of the errors of a link that takes no payment. */
export const closedCodes: readonly string[] = ['link_not_found', 'payable_not_payable'];
