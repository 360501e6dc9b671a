import { timingSafeEqual } from 'node:crypto';
import { Refused } from '../../contract/http/api-error.ts';
import type { Endpoint } from '../context/endpoint.ts';
import type { Engine } from '../context/engine.ts';
import type { Incoming } from '../context/request-body.ts';
import { readJson } from '../context/parse-input.ts';
import { jsonReply } from '../context/success-response.ts';
import { bearerOf } from '../access/tokens.ts';
import { controlRoutes } from './routes.ts';

export interface ControlParts {
  readonly engine: Engine;
  readonly controlToken: string;
  readonly tokenTtlSeconds: number;
}

/** The controls over HTTP, each behind the control token: a token of the service opens none of them. */
export const controlEndpoints = (parts: ControlParts): readonly Endpoint[] => [
  ...controlRoutes(parts.tokenTtlSeconds)
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
    .map(
      ({ method, path, success, run }): Endpoint => ({
        method,
        path,
        async work(request) {
          checkControlToken(request, parts);
          return jsonReply(success, await run(controlRequestOf(request), parts.engine));
        },
      }),
    ),
];

/** Throws `Refused` (401) unless the request carries the control token. */
export function checkControlToken({ header }: Incoming, { engine, controlToken }: ControlParts) {
  const given = Buffer.from(engine.hash(bearerOf(header('authorization')) ?? ''));
  if (timingSafeEqual(given, Buffer.from(engine.hash(controlToken)))) return;
  throw new Refused(401, 'invalid_token', 'The controls of the sandbox need its control token.');
}

const controlRequestOf = ({ params, query, text }: Incoming) => ({
  params,
  query: Object.fromEntries(query),
  body: readJson(text()),
});
