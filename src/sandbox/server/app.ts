import { Hono } from 'hono';
import { ApiError } from '../../contract/http/api-error.ts';
import { authEndpoints } from '../access/auth.ts';
import { authenticate } from '../access/tokens.ts';
import type { Work } from '../context/handler-context.ts';
import { checkControlToken, controlEndpoints } from '../control/endpoints.ts';
import { ConnectionLostError } from '../faults/drop-connection.ts';
import { fileEndpoints } from '../files/endpoints.ts';
import { publicEndpoints } from '../public-api/endpoints.ts';
import { inspectorEndpoints } from '../web/inspector/endpoints.ts';
import { pageEndpoints } from '../web/pages/endpoints.ts';
import { operationEndpoints } from './execute-operation.ts';
import { type Call, createResponder, type ResponderParts } from './request-pipeline.ts';

export interface AppParts extends ResponderParts {
  readonly controlToken: string;
  readonly tokenTtlSeconds: number;
}

/** The sandbox over HTTP: the operations, signing in, and the controls that no real service has. No CORS at all. */
export function createApp(parts: AppParts) {
  const respond = createResponder(parts);
  const app = new Hono<{ Bindings: Call['env'] }>();
  const endpoints = [
    ...operationEndpoints(parts.engine),
    ...authEndpoints(parts),
    ...fileEndpoints(parts.engine),
    ...publicEndpoints(parts.engine),
    ...controlEndpoints(parts),
    ...inspectorEndpoints(parts),
    ...pageEndpoints(parts.engine),
  ];
  for (const { method, path, work, operation } of endpoints) {
    const route = path.replaceAll(/\{(\w+)\}/g, ':$1');
    app.on(method, route, (context) => respond(context, work, operation));
  }
  app.notFound((context) => respond(context, nothingThere(parts)));
  app.onError((fault) => {
    if (fault instanceof ConnectionLostError) throw fault;
    parts.onFault(fault, 'unread'); // the request broke off before it was whole: nobody waits for an answer
    return new Response(null, { status: 500 });
  });
  return app;
}

/** Who is not signed in does not even learn which paths there are. */
const nothingThere =
  (parts: AppParts): Work =>
  async (request) => {
    const { method, path, header } = request;
    if (path.startsWith('/sandbox/')) checkControlToken(request, parts);
    if (path.startsWith('/api/')) {
      await parts.engine.transact((world) => authenticate(header('authorization'), world));
    }
    throw new ApiError(404, 'not_found', `No route ${method} ${path}.`);
  };
