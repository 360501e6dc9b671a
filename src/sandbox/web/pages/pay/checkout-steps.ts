import { ApiError } from '../../../../api/http/api-error.ts';
import type { Reply } from '../../../context/problem-details.ts';
import { paymentLinkStateOf } from '../../../payment-link/rules.ts';
import { html } from '../../html.ts';
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
  goOn: (checkout: Checkout) => Promise<Reply>,
): Promise<Reply> {
  const { context, param } = pageRequest;
  const checkout = await checkoutAt(context, param('key'));
  const { kind, link, publicId, order } = checkout;
  if (publicId !== null) return seeOther(`/receipt/${publicId}`);
  const home = linkTypes[kind].home(link);
  if (checkout.isExpired) {
    const { id } = await linkTypes[kind].payeeOf(context, link);
    const way = html`<p><a class="button" href="${home}">Start over</a></p>`;
    return gonePage(context, id, 'checkoutExpired', way);
  }
  try {
    await linkTypes[kind].check(context, link, order);
  } catch (error) {
    if (!(error instanceof ApiError) || !closedCodes.includes(error.code)) throw error;
    if (kind !== 'invoice') return seeOther(home);
    const { payable } = await linkedInvoiceAt(context, link);
    const isPaid = ['paid', 'inProgress'].includes(paymentLinkStateOf(payable));
    return seeOther((isPaid && (await ownReceiptPath(pageRequest, payable))) || home);
  }
  return goOn(checkout);
}

/** Codes of the errors of a link that takes no payment. */
export const closedCodes: readonly string[] = ['link_not_found', 'payable_not_payable'];
