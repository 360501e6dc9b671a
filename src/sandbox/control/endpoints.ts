/** The controls of the sandbox as HTTP endpoints. */

import { timingSafeEqual } from 'node:crypto';
import { ApiError } from '../../contract/http/api-error.ts';
import { bearerOf } from '../access/tokens.ts';
import type { Engine } from '../context/engine.ts';
import type { Endpoint } from '../context/handler-context.ts';
import { readJson } from '../context/parse-input.ts';
import type { IncomingRequest, RequestHead } from '../context/request-body.ts';
import { jsonReply } from '../context/success-response.ts';
import { inspectorControls } from '../web/inspector/access.ts';
import { accountingControls } from './accounting.ts';
import { bankControls } from './banks.ts';
import { businessControls } from './businesses.ts';
import { clockControls } from './clock.ts';
import { commentControls } from './comments.ts';
import { configControls } from './config.ts';
import { eventControls, webhookControls } from './events.ts';
import { faultControls } from './faults.ts';
import { ledgerControls } from './ledger.ts';
import { linkProviderControls } from './link-provider.ts';
import { outboxControls } from './outbox.ts';
import { paymentControls } from './payments.ts';
import type { ControlRoute } from './route.ts';
import { simulationControls } from './simulations.ts';
import { stateControls } from './snapshot.ts';
import { triggerControls } from './triggers.ts';
import { peopleControls, tagControls } from './users.ts';

/** Returns all controls. Tokens issued by them live `tokenTtlSeconds` by default. */
export const controlRoutes = (tokenTtlSeconds: number): readonly ControlRoute[] => [
  ...accountingControls,
  ...bankControls,
  ...businessControls,
  ...clockControls,
  ...commentControls,
  ...configControls,
  ...eventControls,
  ...faultControls,
  ...inspectorControls,
  ...ledgerControls,
  ...linkProviderControls,
  ...outboxControls,
  ...paymentControls,
  ...peopleControls(tokenTtlSeconds),
  ...simulationControls,
  ...stateControls,
  ...tagControls,
  ...triggerControls,
  ...webhookControls,
];

interface ControlParts {
  readonly engine: Engine;
  readonly controlToken: string;
  readonly tokenTtlSeconds: number;
}

/** Returns the endpoints of the controls, each behind the control token: a token of the service opens none of them. */
export const controlEndpoints = (parts: ControlParts): readonly Endpoint[] => [
  ...controlRoutes(parts.tokenTtlSeconds)
    .toSorted((one, other) => (one.operation.path < other.operation.path ? -1 : 1))
    .map(
      ({ operation: { method, path, success }, maxBodyBytes, run }): Endpoint => ({
        method,
        path,
        maxBodyBytes,
        admit: async (request) => checkControlToken(request, parts),
        async work(request) {
          checkControlToken(request, parts);
          return jsonReply(success, await run(controlRequestOf(request), parts.engine));
        },
      }),
    ),
];

/**
 * Checks the control token of a request in constant time.
 *
 * @throws {ApiError} 401
 */
export function checkControlToken({ header }: RequestHead, { engine, controlToken }: ControlParts) {
  const actual = Buffer.from(engine.hash(bearerOf(header('authorization')) ?? ''));
  if (timingSafeEqual(actual, Buffer.from(engine.hash(controlToken)))) return;
  throw new ApiError(401, 'invalid_token', 'Sandbox controls require the control token.');
}

const controlRequestOf = ({ params, query, text }: IncomingRequest) => ({
  params,
  query: Object.fromEntries(query),
  body: readJson(text()),
});
