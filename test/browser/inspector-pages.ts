/** A sandbox with some of everything, and every page of the inspector. */

import type { Browser, Page } from 'playwright-core';
import { linkedInvoice } from '../sandbox/pages/payment-links.ts';
import type { Trade } from '../sandbox/trading-partners.ts';
import { openPage, type Size } from './browser.ts';

/** Opens a page that has been let in to the inspector, and collects what the browser complains about. */
export async function openInspectorPage(
  browser: Browser,
  { control }: Pick<Trade, 'control'>,
  size: Size,
  options: Parameters<typeof openPage>[2] = {},
): Promise<{ page: Page; complaints: string[] }> {
  const opened = await openPage(browser, size, options);
  await opened.page.goto((await control('POST', '/sandbox/open')).url);
  await opened.page.waitForURL('**/sandbox');
  return opened;
}

/**
 * Fills a sandbox with payments and payables in every state, a mail of most kinds, and a business of the name. Returns
 * the path of every page of the inspector by name.
 */
export async function fillInspector(
  trade: Trade,
  businessName: string,
): Promise<ReadonlyMap<string, string>> {
  const rogue = await trade.addCompany('Rogue');
  const businessId = await trade.addBusiness(rogue, businessName);
  const company = { ...rogue, businessId };
  const connectionId = await trade.connect(trade.payer, company);
  const payables = `/api/businesses/${businessId}/payables`;
  const lineItems = [{ description: 'Bed linen, weekly', quantity: 40, unitPrice: 31.25 }];
  const ids: string[] = [];
  for (const number of ['CL-2001', 'CL-2002', 'CL-2003', 'CL-2004']) {
    const body = { connectionId, amount: 1250, memo: businessName, lineItems };
    const submit = number !== 'CL-2003';
    const created = { ...body, invoiceNumber: number, submit };
    ids.push((await trade.done(company, 'POST', payables, created)).id);
  }
  const reason = 'Not as ordered';
  const declined = `${trade.payablePath(trade.payer, ids[3] ?? '')}/decline`;
  await trade.done(trade.payer, 'POST', declined, { reason });
  const { path } = await linkedInvoice(trade, { invoiceNumber: 'CL-7', amount: 2431.5 });
  await trade.done(trade.payee, 'POST', `${path}/send`, { email: 'ada@stranger.test' });
  const settled = await trade.initiate(await trade.approved(640.5));
  const returned = await trade.initiate(await trade.approved(77.25));
  await trade.advance({ businessDays: 4 });
  await trade.control('POST', `/sandbox/payments/${returned.paymentId}/return`, { code: 'R01' });
  const { paymentId } = await trade.initiate(await trade.approved(1840));
  await trade.initiate(await trade.approved(150_000));
  const withdrawn = await trade.withdraw(200);
  const mails = await trade.control('GET', '/sandbox/outbox');
  const mailOf = (kind: string) => mails.findLast((it: { kind: string }) => it.kind === kind).id;
  const { headers } = await trade.ask(trade.payer, 'POST', '/api/payments/initiate', {
    ...{ payableId: ids[0], fundingSourceId: 'fs_none', clearingSpeed: 'standard' },
  });
  const requestId = headers.get('x-request-id');
  const integrationId = await connectAccounting(trade);
  const [event] = await trade.control('GET', '/sandbox/events?last=1');
  const [invitation] = await trade.done(
    trade.payer,
    'GET',
    `/api/businesses/${trade.payer.businessId}/invitations`,
  );
  const { payableId } = await trade.payment(paymentId);
  const { payableId: returnedPayable } = await trade.payment(returned.paymentId);
  const inside = '/sandbox/inspector';
  return new Map([
    ['overview', '/sandbox'],
    ['businesses', `${inside}/businesses`],
    ['business', `${inside}/businesses/${businessId}`],
    ['business-payee', `${inside}/businesses/${trade.payee.businessId}`],
    ['payables', `${inside}/payables`],
    ['payables-filtered', `${inside}/payables?least=1,000&dueTo=&sort=largest`],
    ['payables-not-understood', `${inside}/payables?least=ten&business=nobody`],
    ['payable', `${inside}/payables/${payableId}`],
    ['payable-returned', `${inside}/payables/${returnedPayable}`],
    ['payments', `${inside}/payments`],
    ['payment', `${inside}/payments/${paymentId}`],
    ['payment-settled', `${inside}/payments/${settled.paymentId}`],
    ['payment-returned', `${inside}/payments/${returned.paymentId}`],
    ['withdrawals', `${inside}/withdrawals`],
    ['withdrawal', `${inside}/withdrawals/${withdrawn.body.id}`],
    ['ledger', `${inside}/ledger`],
    ['account', `${inside}/ledger/fbo.cash`],
    ['mail', `${inside}/mail`],
    ['mail-invoice', `${inside}/mail/${mailOf('payment_link')}`],
    ['mail-returned', `${inside}/mail/${mailOf('payment')}`],
    ['mail-text', `${inside}/mail/${mailOf('payment_link')}?part=text`],
    ['events', `${inside}/events`],
    ['event', `${inside}/events/${event.id}`],
    ['deliveries', `${inside}/deliveries`],
    ['requests', `${inside}/requests`],
    ['request', `${inside}/requests/${requestId}`],
    ['connections', `${inside}/connections`],
    ['connection', `${inside}/connections/${connectionId}`],
    ['invitations', `${inside}/invitations`],
    ['invitation', `${inside}/invitations/${invitation.id}`],
    ['users', `${inside}/users`],
    ['user', `${inside}/users/${rogue.userId}`],
    ['bank-account', `${inside}/bank-accounts/${rogue.bankId}`],
    ['accounting', `${inside}/accounting`],
    ['integration', `${inside}/accounting/${integrationId}`],
    ['faults', `${inside}/faults`],
    ['settings', `${inside}/settings`],
    ['search', `${inside}/search?q=CL-20`],
    ['search-name', `${inside}/search?q=a`],
    ['not-found', `${inside}/payables/pay_none`],
  ]);
}

/** Connects the accounting system of the payer. Resolves to the id of the integration. */
async function connectAccounting(trade: Trade): Promise<string> {
  const path = `/api/businesses/${trade.payer.businessId}/integrations/accounting`;
  const body = { redirectUri: 'http://127.0.0.1:9/back' };
  const { state } = await trade.done(trade.payer, 'POST', `${path}/connect`, body);
  await trade.control('POST', '/sandbox/accounting/authorizations', { state });
  const [{ id }] = await trade.done(trade.payer, 'GET', path);
  return id;
}
