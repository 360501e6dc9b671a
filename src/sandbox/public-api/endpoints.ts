import { authenticate } from '../access/tokens.ts';
import type { Engine } from '../context/engine.ts';
import type { Endpoint, HandlerContext } from '../context/handler-context.ts';
import { withIdempotencyKey } from '../context/idempotency.ts';
import { readJson } from '../context/parse-input.ts';
import type { IncomingRequest } from '../context/request-body.ts';
import { jsonReply } from '../context/success-response.ts';
import { rowAt } from '../database/rows.ts';
import { readLogo } from '../files/store.ts';
import { recordAuthorization } from './authorization.ts';
import { requestAuthorization } from './authorize-by-request.ts';
import { showInvitation } from './invitation.ts';
import { payInvoice, showInvoice } from './invoice.ts';
import { payPayMe, showPayMe } from './pay-me.ts';
import { type PaymentReceipt, showReceipt } from './receipt.ts';

/**
 * Returns the JSON endpoints for people without an account: a link is the only credential.
 *
 * No CORS headers, and no data beyond the needs of a payer.
 */
export const publicEndpoints = (engine: Engine): readonly Endpoint[] => [
  getRoute(engine, 'invoices/{nanoId}/validate', async (context, { nanoId }) => ({
    valid: true,
    payable: (await showInvoice(context, nanoId ?? '')).payable,
  })),
  getRoute(engine, 'invoices/{nanoId}/invoice', (context, params) =>
    showInvoice(context, params['nanoId'] ?? ''),
  ),
  postRoute(engine, 'invoices/{nanoId}/pay', async (context, params, body) =>
    authorized(context, await payInvoice(context, params['nanoId'] ?? '', body)),
  ),
  getRoute(engine, 'pay-me/{token}/validate', async (context, { token }) => ({
    valid: true,
    ...(await showPayMe(context, token ?? '')),
  })),
  postRoute(engine, 'pay-me/{token}/pay', async (context, params, body) =>
    authorized(context, await payPayMe(context, params['token'] ?? '', body)),
  ),
  getRoute(engine, 'pay-me/{token}/receipt/{publicId}', async (context, { token, publicId }) => {
    await showPayMe(context, token ?? '');
    return showReceipt(context, publicId ?? '');
  }),
  getRoute(engine, 'receipts/{publicId}', (context, params) =>
    showReceipt(context, params['publicId'] ?? ''),
  ),
  getRoute(engine, 'invitations/{token}', (context, params) =>
    showInvitation(context, params['token'] ?? ''),
  ),
  {
    method: 'GET',
    path: '/api/public/logos/{fileId}',
    work: ({ params }) => engine.transact((context) => readLogo(context, params['fileId'] ?? '')),
  },
];

/** Stores the authorization that the request for a payment was. */
async function authorized(
  context: HandlerContext,
  receipt: PaymentReceipt,
): Promise<PaymentReceipt> {
  const payment = await rowAt(context.db, 'payments', receipt.paymentId);
  await recordAuthorization(context, await requestAuthorization(context, payment), receipt);
  return receipt;
}

type Params = IncomingRequest['params'];

const getRoute = (
  engine: Engine,
  path: string,
  show: (context: HandlerContext, params: Params) => Promise<unknown>,
): Endpoint => ({
  method: 'GET',
  path: `/api/public/${path}`,
  work: ({ params }) =>
    engine.transact(async (context) => jsonReply(200, await show(context, params))),
});

/**
 * Defines an endpoint that pays: as the signed-in user if there is a token, otherwise as a payer without an account.
 */
const postRoute = (
  engine: Engine,
  path: string,
  pay: (context: HandlerContext, params: Params, body: unknown) => Promise<unknown>,
): Endpoint => ({
  method: 'POST',
  path: `/api/public/${path}`,
  work: (request) =>
    engine.transact(async (anyone) => {
      const authorization = request.header('authorization');
      const caller = authorization === undefined ? null : await authenticate(authorization, anyone);
      const context = { ...anyone, caller, address: request.address };
      const answer = async () =>
        jsonReply(201, await pay(context, request.params, readJson(request.text())));
      return withIdempotencyKey(request, context, answer);
    }),
});
