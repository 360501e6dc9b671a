import type { Endpoint } from '../../../context/endpoint.ts';
import type { Engine } from '../../../context/engine.ts';
import { showPayMe } from '../../../public-api/pay-me.ts';
import { shows, takes } from '../page-routes.ts';
import { checkoutAt } from './checkout.ts';
import { checkoutPage, pay, startCheckout, toProvider } from './checkout-page.ts';
import { invoicePage } from './invoice-page.ts';
import { payMePage } from './pay-me-page.ts';
import { receiptPage } from './receipt-page.ts';
import { wishesOf, wishesWithAmount } from './form-input.ts';

/** From a link to a receipt, for payers without an account: what is to be paid, the bank, everything once more, paid. */
export const payerEndpoints = (engine: Engine): readonly Endpoint[] => [
  shows(engine, '/pay/{nanoId}', (visit) => invoicePage(visit)),
  takes(engine, '/pay/{nanoId}', (typed, visit) => {
    const order = { link: visit.param('nanoId'), wishes: wishesOf(typed), typed };
    return startCheckout(visit, { ...order, kind: 'invoice' }, invoicePage);
  }),
  shows(engine, '/pay-me/{token}', (visit) => payMePage(visit)),
  takes(engine, '/pay-me/{token}', (typed, visit) => {
    const order = { link: visit.param('token'), wishes: wishesWithAmount(typed), typed };
    return startCheckout(visit, { ...order, kind: 'payMe' }, payMePage);
  }),
  shows(engine, '/checkout/{key}', checkoutPage),
  takes(engine, '/checkout/{key}', pay),
  takes(engine, '/checkout/{key}/bank', async (_, visit) => {
    const { key } = await checkoutAt(visit.world, visit.param('key'));
    return toProvider(visit, key);
  }),
  shows(engine, '/receipt/{publicId}', receiptPage),
  shows(engine, '/pay-me/{token}/receipt/{publicId}', async (visit) => {
    await showPayMe(visit.world, visit.param('token'));
    return receiptPage(visit);
  }),
];
