/** Payment links and pay-me links for tests of pages. */

import type { Trade } from '../trading-partners.ts';

/** Creates an invoice of the payee over $120.00 with a payment link. Resolves to the link's URL. */
export async function linkedInvoice(
  { payee, connectionId, done }: Trade,
  more: Readonly<Record<string, unknown>> = {},
): Promise<{ id: string; url: string; path: string }> {
  const payables = `/api/businesses/${payee.businessId}/payables`;
  const body = { connectionId, amount: 120, submit: true, ...more };
  const { id } = await done(payee, 'POST', payables, body);
  const path = `${payables}/${id}/payment-link`;
  const { url } = await done(payee, 'POST', `${path}/enable`);
  return { id, url, path };
}

/** Creates the pay-me link of the payee. Resolves to its URL. */
export async function payMeLink(
  { payee, done }: Trade,
  range: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const path = `/api/businesses/${payee.businessId}/pay-me-link/configure`;
  return (await done(payee, 'POST', path, { enabled: true, ...range })).url;
}
