/** The HTTP application: every route of the sandbox. */

import { Hono } from 'hono';
import { ApiError } from '../../api/http/api-error.ts';
import { authEndpoints } from '../access/auth.ts';
import { authenticate } from '../access/tokens.ts';
import type { Work } from '../context/handler-context.ts';
import type { RequestHead } from '../context/request-body.ts';
import { checkControlToken, controlEndpoints } from '../control/endpoints.ts';
import { ConnectionLostError } from '../faults/drop-connection.ts';
import { fileEndpoints } from '../files/endpoints.ts';
import { publicEndpoints } from '../public-api/endpoints.ts';
import { inspectorEndpoints, unknownInspectorPage } from '../web/inspector/endpoints.ts';
import type { LiveUpdates } from '../web/inspector/live-updates.ts';
import { pageEndpoints, rootEndpoints } from '../web/pages/endpoints.ts';
import { isForPage, unknownPage } from '../web/pages/page-routes.ts';
import type { Webhooks } from '../webhooks/delivery-loop.ts';
import { operationEndpoints } from './execute-operation.ts';
import { type Call, createResponder, type ResponderParts } from './request-pipeline.ts';

/** The parts that the application is made of. */
export interface AppParts extends ResponderParts {
  readonly controlToken: string;
  readonly live: LiveUpdates;
  readonly webhooks: Webhooks;
}

/**
 * Creates the application: operations, sign-in, files, public routes, controls, the inspector, pages and the root.
 *
 * No CORS headers.
 */
export function createApp(parts: AppParts) {
  const respond = createResponder(parts);
  const app = new Hono<{ Bindings: Call['env'] }>();
  const endpoints = [
    ...operationEndpoints(parts.engine),
    ...authEndpoints(parts.engine),
    ...fileEndpoints(parts.engine),
    ...publicEndpoints(parts.engine),
    ...controlEndpoints(parts),
    ...inspectorEndpoints(parts),
    ...pageEndpoints(parts.engine),
    ...rootEndpoints(parts.engine),
  ];
  for (const endpoint of endpoints) {
    const route = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1');
    app.on(endpoint.method, route, (context) => respond(context, endpoint));
  }
  const work = unknownPath(parts);
  app.notFound((context) => respond(context, { work, admit: refuser(parts) }));
  app.onError((fault) => {
    if (fault instanceof ConnectionLostError) throw fault;
    parts.onFault(fault, 'unread'); // the request broke off before its body was complete, so no client waits
    return new Response(null, { status: 500 });
  });
  return app;
}

/** Answers an unknown path: a browser gets a page, except under `/api`. */
function unknownPath(parts: AppParts): Work {
  const refuse = refuser(parts);
  const inInspector = unknownInspectorPage(parts);
  return async (request) => {
    const { path } = request;
    if (path.startsWith('/api/') || !isForPage(request)) return refuse(request);
    return path.startsWith('/sandbox/') ? inInspector(request) : unknownPage(path);
  };
}

/**
 * Refuses an unknown path with 404, but 401 without a token under `/api` and `/sandbox`, so that an outsider does not
 * learn which paths exist.
 */
const refuser =
  (parts: AppParts) =>
  async (request: RequestHead): Promise<never> => {
    const { method, path, header } = request;
    if (path.startsWith('/sandbox/')) checkControlToken(request, parts);
    if (path.startsWith('/api/')) {
      await parts.engine.transact((context) => authenticate(header('authorization'), context));
    }
    throw new ApiError(404, 'not_found', `No route ${method} ${path}.`);
  };
