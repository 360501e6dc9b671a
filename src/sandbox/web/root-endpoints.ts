import type { Engine } from '../context/engine.ts';
import type { Endpoint } from '../context/handler-context.ts';
import type { Reply } from '../context/problem-details.ts';
import type { IncomingRequest } from '../context/request-body.ts';
import { jsonReply } from '../context/success-response.ts';

const DESCRIPTION_PATH = '/openapi.json';

/**
 * Returns the endpoints of the root: a browser goes on to the inspector, a program to the API's description in OpenAPI,
 * which needs no token.
 */
export const rootEndpoints = (engine: Engine): readonly Endpoint[] => [
  { method: 'GET', path: '/', work: async (request) => wayFor(request) },
  { method: 'GET', path: DESCRIPTION_PATH, work: () => describeApi(engine) },
];

function wayFor({ header }: IncomingRequest): Reply {
  const isBrowser = /\btext\/html\b/.test(header('accept') ?? '');
  const location = isBrowser ? '/sandbox' : DESCRIPTION_PATH;
  const reply = jsonReply(303, { description: DESCRIPTION_PATH, inspector: '/sandbox' });
  return { ...reply, headers: { ...reply.headers, Location: location, Vary: 'Accept' } };
}

async function describeApi(engine: Engine): Promise<Reply> {
  const { toOpenApi } = await import('../../contract/schema/openapi.ts'); // only this request needs it
  const { appUrl } = await engine.transact(async ({ options }) => options);
  return jsonReply(200, { ...toOpenApi('sandbox'), servers: [{ url: appUrl }] });
}
