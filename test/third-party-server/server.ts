/** A third-party service with its own names and conventions. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type kinds, paths } from './field-mapping.ts';
import { fieldOf, understood, understoodQuery, written, writtenPage } from './translate.ts';

/** The sandbox, which keeps the state and does not know this service's names. */
type Behind = (request: Request) => Promise<Response>;

/** A running third-party service. */
export interface Foreign {
  readonly baseUrl: string;
  /** Every request received, in order: `PUT /api/…` and its body. */
  readonly heard: readonly { readonly line: string; readonly body: unknown }[];
  readonly close: () => Promise<void>;
}

/**
 * Starts a service with conventions of its own: snake case, `{success, data}` around lists, empty responses to changes,
 * 422 for every conflict, and a PUT that replaces the whole payable. It rejects the contract's assumed names.
 */
export async function startForeign(behind: Behind, { cents = false } = {}): Promise<Foreign> {
  const heard: { line: string; body: unknown }[] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', headers } = request;
    const url = new URL(request.url ?? '/', 'http://foreign');
    const route = `${method} ${url.pathname.replace(/\/(biz|fs|conn|inv|pay|pmt|acctint)_\w+/g, '/_')}`;
    const bytes = await bytesOf(request);
    const isForm = /multipart/.test(headers['content-type'] ?? '');
    const sent = bytes.length > 0 && !isForm ? JSON.parse(bytes.toString()) : undefined;
    heard.push({ line: `${method} ${request.url}`, body: sent });

    const asked = {
      path: pathBehind(url.pathname),
      query: understoodQuery(route, url.searchParams),
      body: understood(route, sent, cents),
    };
    const strange = Object.values(asked).filter((it) => /^\?/.test(String(it)));
    if (strange.length > 0) return refuse(response, `never heard of ${strange}`);
    const body = method === 'PUT' ? { ...nothing, ...Object(asked.body) } : asked.body;
    const result = await behind(
      new Request(`http://localhost${asked.path}?${asked.query}`, {
        method,
        headers: headersFor(headers),
        ...(bytes.length > 0 && { body: isForm ? bytes : JSON.stringify(body) }),
      }),
    );
    await hand(response, route, result, cents);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    heard,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function hand(response: ServerResponse, route: string, result: Response, cents: boolean) {
  const type = result.headers.get('content-type') ?? '';
  const head = {
    date: result.headers.get('date') ?? new Date().toUTCString(),
    'content-type': type,
  };
  if (!/json/.test(type)) {
    response.writeHead(result.status, head).end(Buffer.from(await result.arrayBuffer()));
    return;
  }
  // biome-ignore lint/suspicious/noExplicitAny: whatever the sandbox says
  const json: any = await result.json();
  if (result.status >= 400) {
    const errors = (json.errors ?? []).map((it: { field: string }) => ({
      ...it,
      field: fieldOf(route, it.field),
    }));
    response.writeHead(result.status === 409 ? 422 : result.status, head);
    response.end(JSON.stringify({ code: json.code, message: json.detail, errors }));
    return;
  }
  if (saysNothing(route)) {
    response.writeHead(204, { date: head.date }).end();
    return;
  }
  const kind = kindOf(route);
  const bare = () => written(json, kind, cents);
  const wrapped = Array.isArray(json) ? { success: true, data: bare() } : bare();
  const isPage = 'hasMore' in json;
  response.writeHead(result.status, head);
  response.end(JSON.stringify(isPage ? writtenPage(json, cents) : wrapped));
}

/** Reports whether the response is empty: a response that the specification does not state. */
const saysNothing = (route: string) =>
  !route.startsWith('GET ') &&
  !/^POST \/(oauth\/token|api\/uploads|api\/businesses(\/basic|\/_\/payables)?)$/.test(route);

function kindOf(route: string): keyof typeof kinds {
  const last =
    route
      .split('/')
      .filter((it) => it !== '_')
      .at(-1) ?? '';
  if (/link-token/.test(last)) return 'other';
  return byLast[last] ?? 'other';
}

const byLast: Readonly<Record<string, keyof typeof kinds>> = {
  businesses: 'business',
  basic: 'business',
  connections: 'connection',
  payables: 'payable',
  invoices: 'payable',
  'payment-link': 'link',
  'bank-accounts': 'bank',
  invitations: 'invitation',
  balance: 'balance',
  'activity-log': 'activity',
  token: 'token',
};

/** The fields that a PUT resets if they are not sent. */
const nothing = {
  ...{ dueDate: null, invoiceNumber: null, memo: null, lineItems: null, attachments: null },
};

/**
 * Returns the path in the sandbox; a text that starts with `?` for a path of the contract that this service does not
 * have.
 */
function pathBehind(path: string): string {
  if (paths.some(([, sandbox]) => sandbox === path)) return `?${path}`;
  return paths.find(([here]) => here === path)?.[1] ?? path;
}

function headersFor(headers: IncomingMessage['headers']): Headers {
  const kept = ['authorization', 'content-type', 'idempotency-key', 'accept'];
  return new Headers(
    kept.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])),
  );
}

function refuse(response: ServerResponse, message: string): void {
  response.writeHead(422, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ code: 'not_understood', message }));
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
