import { ApiError } from '../../../../api/http/api-error.ts';
import type { Reply } from '../../../context/problem-details.ts';
import { html } from '../../html.ts';
import { seeOther } from '../../page.ts';
import type { PageRequest } from '../page-routes.ts';
import { type Checkout, checkoutAt, linkTypes } from './checkout.ts';
import { gonePage } from './gone-page.ts';

/**
 * Goes on with a checkout that can still be paid. One that was paid leads to its receipt, an expired one is gone (410),
 * and where the link was closed since, its page tells why.
 *
 * @throws {ApiError} 404, or 409 if the invoice is being paid
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
    if (error instanceof ApiError && error.code === 'link_not_found') return seeOther(home);
    throw error;
  }
  return goOn(checkout);
}
