import { authenticate } from '../access/tokens.ts';
import type { Engine } from '../context/engine.ts';
import type { Endpoint, HandlerContext } from '../context/handler-context.ts';
import { withIdempotencyKey } from '../context/idempotency.ts';
import { readJson } from '../context/parse-input.ts';
import type { IncomingRequest } from '../context/request-body.ts';
import { jsonReply } from '../context/success-response.ts';
import { readLogo } from '../files/logo.ts';
import { showInvitation } from './invitation.ts';
import { payInvoice, showInvoice } from './invoice.ts';
import { payPayMe, showPayMe } from './pay-me.ts';
import { showReceipt } from './receipt.ts';

/**
 * Returns the JSON endpoints for people without an account: a link is the only credential.
 *
 * No CORS headers, and no data beyond the needs of a payer.
 */
export const publicEndpoints = (engine: Engine): readonly Endpoint[] => [
  shows(engine, 'invoices/{nanoId}/validate', async (world, { nanoId }) => ({
    valid: true,
    payable: (await showInvoice(world, nanoId ?? '')).payable,
  })),
  shows(engine, 'invoices/{nanoId}/invoice', (world, params) =>
    showInvoice(world, params['nanoId'] ?? ''),
  ),
  pays(engine, 'invoices/{nanoId}/pay', (world, params, body) =>
    payInvoice(world, params['nanoId'] ?? '', body),
  ),
  shows(engine, 'pay-me/{token}/validate', async (world, { token }) => ({
    valid: true,
    ...(await showPayMe(world, token ?? '')),
  })),
  pays(engine, 'pay-me/{token}/pay', (world, params, body) =>
    payPayMe(world, params['token'] ?? '', body),
  ),
  shows(engine, 'pay-me/{token}/receipt/{publicId}', async (world, { token, publicId }) => {
    await showPayMe(world, token ?? '');
    return showReceipt(world, publicId ?? '');
  }),
  shows(engine, 'receipts/{publicId}', (world, params) =>
    showReceipt(world, params['publicId'] ?? ''),
  ),
  shows(engine, 'invitations/{token}', (world, params) =>
    showInvitation(world, params['token'] ?? ''),
  ),
  {
    method: 'GET',
    path: '/api/public/logos/{fileId}',
    work: ({ params }) => engine.transact((world) => readLogo(world, params['fileId'] ?? '')),
  },
];

type Params = IncomingRequest['params'];

const shows = (
  engine: Engine,
  path: string,
  show: (world: HandlerContext, params: Params) => Promise<unknown>,
): Endpoint => ({
  method: 'GET',
  path: `/api/public/${path}`,
  work: ({ params }) => engine.transact(async (world) => jsonReply(200, await show(world, params))),
});

/**
 * Defines an endpoint that pays: as the signed-in user if there is a token, otherwise as a payer without an account.
 */
const pays = (
  engine: Engine,
  path: string,
  pay: (world: HandlerContext, params: Params, body: unknown) => Promise<unknown>,
): Endpoint => ({
  method: 'POST',
  path: `/api/public/${path}`,
  work: (request) =>
    engine.transact(async (anyone) => {
      const authorization = request.header('authorization');
      const caller = authorization === undefined ? null : await authenticate(authorization, anyone);
      const world = { ...anyone, caller };
      const answer = async () =>
        jsonReply(201, await pay(world, request.params, readJson(request.text())));
      const key = request.header('idempotency-key');
      return key === undefined || world.options.idempotency === 'off'
        ? answer()
        : withIdempotencyKey({ userId: caller?.userId ?? 'public', key, request }, world, answer);
    }),
});
