/** The last requests to the service in the inspector: what a client really sent. Secrets are masked. */

import { isHidden } from '../../../api/http/secret-names.ts';
import { isRecord } from '../../../is-record.ts';
import { type LoggedRequest, MAX_REQUESTS } from '../../context/request-log.ts';
import { createNotFoundError } from '../../context/validation.ts';
import { badge, emptyMark, realTime } from '../format.ts';
import { type Html, html } from '../html.ts';
import { INSPECTOR_PATH } from '../page-paths.ts';
import { linkTo, type PageContext } from './page-context.ts';
import { choiceField } from './shapes/filter.ts';
import { listPage } from './shapes/list-page.ts';
import { factsSection, leadOf, pageSection, recordPage } from './shapes/record-page.ts';

const REQUESTS_PATH = `${INSPECTOR_PATH}/requests`;

const MASK = '••••';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const outcomes: ReadonlyMap<string, (outcome: LoggedRequest['outcome']) => boolean> = new Map([
  ['succeeded', (it) => (it?.status ?? 500) < 400],
  ['refused', (it) => it?.status !== undefined && it.status >= 400 && it.status < 500],
  ['failed', (it) => it !== undefined && (it.status ?? 500) >= 500],
  ['fault applied', (it) => it?.isFaulty === true],
]);

/** Returns the page of the last requests, newest first. */
export const requestsPage = listPage<LoggedRequest>({
  title: 'Requests',
  read: async ({ requestLog, query }, { side, seq, limit }) =>
    requestLog.list(side, seq, limit, (request) => isWanted(request, query)),
  filters: [
    { fields: [choiceField('method', 'Method', methods)] },
    { fields: [choiceField('outcome', 'Outcome', [...outcomes.keys()])] },
    { fields: [{ name: 'path', label: 'Path', kind: 'text', placeholder: 'A part of it' }] },
  ],
  emptyFiltered: 'No request matches these filters.',
  above: () =>
    html`<p class="lead">The last 1,000 requests to the API, kept in memory. Secrets are masked.</p>`,
  table: {
    caption: 'Requests',
    fields: [
      {
        ...{ label: 'Request', kind: 'name' },
        value: (request) =>
          html`<a href="${requestPathOf(request.id)}"><code>${request.method} ${addressOf(request)}</code></a>`,
      },
      { label: 'Status', value: (request) => html`${statusBadge(request)} ${faultMark(request)}` },
      { label: 'Took', kind: 'figure', value: tookText },
      { label: 'Operation', value: ({ operation }) => operation ?? null },
      { label: 'Real time', value: ({ atMs }) => realTime(atMs) },
    ],
    empty: html`No requests yet. Send one with <code class="command">remit business list</code>`,
  },
});

export const requestPage = recordPage<LoggedRequest>({
  read({ params, requestLog }) {
    const id = params['id'] ?? '';
    const request = requestLog.find(id);
    if (!request) throw createNotFoundError('request', id);
    return request;
  },
  title: (request) => `${request.method} ${addressOf(request)}`,
  lead: (request) => leadOf(request, html`${statusBadge(request)} ${faultMark(request)}`),
  sections: [
    factsSection([
      { label: 'Real time', value: ({ atMs }) => realTime(atMs) },
      { label: 'Took', value: (request) => tookText(request) ?? emptyMark },
      { label: 'Operation', value: ({ operation }) => operation ?? 'none' },
      { label: 'Idempotency key', value: ({ idempotencyKey }) => idempotencyKey ?? null },
      { label: 'Client', value: ({ userAgent }) => userAgent ?? null },
    ]),
    pageSection('Records', recordLinks),
    pageSection('Request body', (request) => {
      const body = shownBody(request.body);
      return body === undefined
        ? html`<p class="empty">${noBodyText(request)}</p>`
        : html`<pre class="letter">${body}</pre>`;
    }),
    pageSection('Response body', (request) => {
      const body = shownResponse(request);
      return body === undefined
        ? html`<p class="empty">No JSON body of up to 16 KB.</p>`
        : html`<pre class="letter">${body}</pre>`;
    }),
    () => html`<p><a href="${REQUESTS_PATH}">All requests</a></p>`,
  ],
});

/** Returns the path of the page of a request, or `undefined` if it is not among the last. */
export const loggedRequestPathOf = (
  id: string,
  { requestLog }: Pick<PageContext, 'requestLog'>,
): string | undefined => requestLog.find(id) && requestPathOf(id);

/** Returns the last requests that move money and name one of these records, or return it, newest first. */
export const requestsAbout = (
  ids: readonly string[],
  { requestLog }: Pick<PageContext, 'requestLog'>,
): readonly { readonly path: string }[] =>
  requestLog
    .list('<', Number.MAX_SAFE_INTEGER, MAX_REQUESTS)
    .filter(
      ({ method, operation = '' }) =>
        method === 'POST' && /^(pay\.|business\.withdraw)/.test(operation),
    )
    .filter((it) => ids.some((id) => textsOf(it).includes(id)))
    .map(({ id }) => ({ path: requestPathOf(id) }));

const textsOf = ({ path, body, outcome }: LoggedRequest): string =>
  [path, shownBody(body), outcome?.body].join(' ');

const requestPathOf = (id: string): string => `${REQUESTS_PATH}/${encodeURIComponent(id)}`;

function isWanted(request: LoggedRequest, query: URLSearchParams): boolean {
  const method = query.get('method') ?? '';
  const isOutcome = outcomes.get(query.get('outcome') ?? '');
  return (
    (method === '' || request.method === method) &&
    (isOutcome === undefined || isOutcome(request.outcome)) &&
    addressOf(request).includes(query.get('path') ?? '')
  );
}

const faultMark = ({ outcome }: LoggedRequest): Html =>
  outcome?.isFaulty ? html`<span class="badge wary">fault applied</span>` : html``;

/** Returns links to the records whose ids are in a request, each once. */
function recordLinks(request: LoggedRequest, pageContext: PageContext): Html {
  const prefixes = pageContext.resourceKinds.map(({ prefix }) => prefix).join('|');
  const someRecord = new RegExp(`\\b(?:${prefixes})[a-z0-9]{16}\\b`, 'g');
  const text = `${addressOf(request)} ${shownBody(request.body) ?? ''}`;
  const ids = new Set([...text.matchAll(someRecord)].map(([id]) => id));
  return ids.size === 0
    ? html`<p class="empty">No records.</p>`
    : html`<ul class="records">${[...ids].map((id) => html`<li>${linkTo(id, pageContext)}</li>`)}</ul>`;
}

function statusBadge({ outcome }: LoggedRequest): Html {
  if (!outcome) return badge('in progress');
  const { status } = outcome;
  if (status === undefined) return html`<span class="badge bad">dropped</span>`;
  const tone = status >= 500 ? 'bad' : status >= 400 ? 'wary' : 'good';
  return html`<span class="badge ${tone}">${status}</span>`;
}

function tookText({ outcome }: LoggedRequest): string | null {
  return outcome ? `${outcome.tookMs} ms` : null;
}

/** Returns path and query without the values of secrets. */
function addressOf({ path, params, query }: LoggedRequest): string {
  const secrets = Object.entries(params).filter(([name]) => isHidden(name));
  const segments = path
    .split('/')
    .map((it) => (secrets.some(([, value]) => it === value) ? MASK : it));
  const pairs = [...query].map(([name, value]) => `${name}=${isHidden(name) ? MASK : value}`);
  return `${segments.join('/')}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
}

/** Returns a JSON body in lines without the values of secrets; `undefined` for none, a long or another one. */
function shownBody(body: Uint8Array | undefined): string | undefined {
  return body && shownJson(new TextDecoder().decode(body));
}

function shownJson(text: string): string | undefined {
  try {
    return JSON.stringify(masked(JSON.parse(text)), null, 2);
  } catch {
    return undefined;
  }
}

/** Returns a JSON response without secrets: a message, a path or a URL in it can contain one that was sent or given. */
function shownResponse({ outcome, body, params, query }: LoggedRequest): string | undefined {
  const text = shownJson(outcome?.body ?? '');
  const named = [...Object.entries(params), ...query].filter(([name]) => isHidden(name));
  const sent = body ? new TextDecoder().decode(body) : '';
  const secrets = [
    ...named.map(([, value]) => value),
    ...hiddenValuesIn(sent),
    ...hiddenValuesIn(outcome?.body ?? ''),
  ];
  return secrets
    .filter((secret) => secret.length > 3)
    .reduce((shown, secret) => shown?.replaceAll(secret, MASK), text);
}

/** Returns the texts of the hidden members of a JSON text. */
function hiddenValuesIn(json: string): readonly string[] {
  const values: string[] = [];
  const collect = (name: string, value: unknown) => {
    if (typeof value === 'string' && isHidden(name)) values.push(value);
    return value;
  };
  try {
    JSON.parse(json, collect);
  } catch {
    return [];
  }
  return values;
}

function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      isHidden(name) && member !== null ? MASK : masked(member),
    ]),
  );
}

function noBodyText({ body }: LoggedRequest): string {
  if (!body) return 'The body is longer than 16 KB.';
  return body.length === 0
    ? 'No body.'
    : `${body.length.toLocaleString('en-US')} bytes that are not JSON.`;
}
