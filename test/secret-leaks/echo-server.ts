/** A server that echoes secrets. */

import type { ServerResponse } from 'node:http';
import { type Exchange, startProxy } from '../helpers/proxy.ts';

/** A received request, and its content as one text. */
interface Asked extends Pick<Exchange, 'body' | 'passOn'> {
  readonly said: string;
}

type Answer = (response: ServerResponse, asked: Asked) => unknown;

/** The ways in which a service may echo a request unexpectedly. */
export const ways = {
  'does what it is asked': (_, { passOn }) => passOn(),
  'refuses it': (response, { said, body }) => problem(response, 422, said, body),
  'fails at it': (response, { said, body }) => problem(response, 500, said, body),
  'signs it out': (response, { said, body }) => problem(response, 401, said, body),
  'has had too many': (response, { said, body }) => problem(response, 429, said, body),
  'says that it is done': (response, { said, body }) =>
    json(response, 201, { ...jsonIn(body), id: said, name: said, echo: [said, { deep: said }] }),
  'answers something else': (response, { said }) => json(response, 201, { id: { of: said } }),
  'answers a page': (response, { said }) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<html><title>${said}</title>${said}</html>`);
  },
  'breaks off in the middle': (response, { said }) => {
    response.writeHead(201, { 'content-type': 'application/json', 'content-length': 100_000 });
    response.write(JSON.stringify({ id: 'x_1', echo: said }));
    setTimeout(() => response.destroy(), 20);
  },
  'sends it elsewhere': (response, { said }) => {
    response.writeHead(302, { location: `https://x.test/?${encodeURIComponent(said)}` });
    response.end(said);
  },
  'never answers': (response) => void response.destroy(),
} as const satisfies Readonly<Record<string, Answer>>;

/** The name of a way. */
export type Way = keyof typeof ways;

/** A running echo server. */
export interface Repeating {
  readonly baseUrl: string;
  /** Sets the requests to answer in this way; all others are forwarded to the service. */
  readonly strike: (at: RegExp, way: Way) => void;
  /** Returns how many requests have matched since then. */
  readonly struck: () => number;
  readonly close: () => Promise<void>;
}

/** Starts the server in front of a service. `onStruck` is called while the program waits for a response. */
export async function repeating(upstream: string, onStruck: () => void): Promise<Repeating> {
  let at = /$^/;
  let way: Way = 'does what it is asked';
  let struck = 0;
  const server = await startProxy(upstream, ({ request, response, body, passOn }) => {
    const { authorization = '', ...headers } = request.headers;
    const said = [authorization, request.url, body.toString(), ...bodyTexts(body)]
      .concat(String(headers['x-api-key'] ?? ''))
      .join(' ');
    if (!at.test(`${request.method} ${request.url}`)) return passOn();
    struck++;
    onStruck();
    response.setHeader('x-request-id', said.replaceAll(/[^\x20-\x7e]/g, '?'));
    return ways[way](response, { body, passOn, said });
  });
  return {
    ...server,
    strike: (pattern, how) => {
      at = pattern;
      way = how;
      struck = 0;
    },
    struck: () => struck,
  };
}

/** Sends an error with the text in every field that a program may read. */
function problem(response: ServerResponse, status: number, said: string, body: Buffer): void {
  const errors = [{ field: said, code: said, message: said, row: 1 }];
  json(response, status, { ...jsonIn(body), title: said, detail: said, code: said, errors });
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function jsonIn(body: Buffer): object {
  try {
    return Object(JSON.parse(body.toString()));
  } catch {
    return {};
  }
}

/** Returns every string in a JSON body, unescaped. */
function bodyTexts(body: Buffer): string[] {
  const texts = (it: unknown): string[] =>
    typeof it === 'object' && it !== null ? Object.values(it).flatMap(texts) : [String(it)];
  return texts(jsonIn(body));
}
