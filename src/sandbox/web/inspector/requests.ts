/** The last requests to the service in the inspector: what a client really sent. Secrets are masked. */

import { isHidden } from '../../../contract/http/secret-names.ts';
import { isRecord } from '../../../is-record.ts';
import type { LoggedRequest } from '../../context/request-log.ts';
import { createNotFoundError } from '../../context/validation.ts';
import { badge, emptyMark, textOrEmptyMark } from '../format.ts';
import { type Html, html } from '../html.ts';
import { facts, type TableColumn, table } from '../html-table.ts';
import { INSPECTOR_PATH } from '../page-paths.ts';
import {
  idText,
  linkTo,
  type PageContent,
  type PageContext,
  resourceKinds,
} from './page-context.ts';
import { pager, readSeqPage } from './pagination.ts';

/** The path of the list of requests. */
export const REQUESTS_PATH = `${INSPECTOR_PATH}/requests`;

const MASK = '••••';

/** Returns the page of the last requests, newest first. */
export async function requestsPage({ query, url, requestLog }: PageContext): Promise<PageContent> {
  const page = await readSeqPage(query, async ({ side, seq, limit }) =>
    requestLog.list(side, seq, limit),
  );
  return {
    title: 'Requests',
    body: html`<p class="lead">The last 1,000 requests to the API, kept in memory. Secrets are masked.</p>
      ${table('Requests', columns, page.rows, 'No requests yet.')} ${pager(url, page)}`,
  };
}

/** Returns the page of a request with its body and the records that it names. */
export async function requestPage({ params, requestLog }: PageContext): Promise<PageContent> {
  const id = params['id'] ?? '';
  const request = requestLog.find(id);
  if (!request) throw createNotFoundError('request', id);
  const { method, operation, userAgent, idempotencyKey } = request;
  const body = shownBody(request.body);
  const records = recordsIn(`${addressOf(request)} ${body ?? ''}`);
  return {
    title: `${method} ${addressOf(request)}`,
    body: html`
      <p class="lead">${statusBadge(request)} ${idText(id)}</p>
      ${facts([
        ['When', moment(request)],
        ['Took', tookText(request)],
        ['Operation', operation ?? 'none'],
        ['Idempotency key', idempotencyKey ?? null],
        ['Client', userAgent ?? null],
      ])}
      <h2>Records</h2>
      ${records.length === 0 ? html`<p class="empty">It names none.</p>` : html`<ul class="records">${records.map((it) => html`<li>${linkTo(it)}</li>`)}</ul>`}
      <h2>Body</h2>
      ${body === undefined ? html`<p class="empty">${noBodyText(request)}</p>` : html`<pre class="letter">${body}</pre>`}
      <p><a href="${REQUESTS_PATH}">All requests</a></p>`,
  };
}

/** Returns the path of the page of a request, or `undefined` if it is not among the last. */
export const loggedRequestPathOf = (
  id: string,
  { requestLog }: Pick<PageContext, 'requestLog'>,
): string | undefined => requestLog.find(id) && pathOf(id);

const pathOf = (id: string): string => `${REQUESTS_PATH}/${encodeURIComponent(id)}`;

const columns: readonly TableColumn<LoggedRequest>[] = [
  {
    label: 'Request',
    kind: 'name',
    cell: (request) =>
      html`<a href="${pathOf(request.id)}"><code>${request.method} ${addressOf(request)}</code></a>`,
  },
  { label: 'Status', cell: statusBadge },
  { label: 'Took', kind: 'figure', cell: tookText },
  { label: 'Operation', cell: ({ operation }) => textOrEmptyMark(operation ?? null) },
  { label: 'When', cell: moment },
];

function statusBadge({ outcome }: LoggedRequest): Html {
  if (!outcome) return badge('in progress');
  const { status } = outcome;
  if (status === undefined) return html`<span class="badge bad">dropped</span>`;
  const tone = status >= 500 ? 'bad' : status >= 400 ? 'wary' : 'good';
  return html`<span class="badge ${tone}">${status}</span>`;
}

function tookText({ outcome }: LoggedRequest): Html | string {
  return outcome ? `${outcome.tookMs} ms` : emptyMark;
}

/** Returns the wall time of a request, which the clock of the sandbox does not change. */
function moment({ atMs }: LoggedRequest): Html {
  const iso = new Date(atMs).toISOString();
  return html`<time datetime="${iso}">${iso.replace('T', ' ').replace('Z', ' UTC')}</time>`;
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
  if (!body || body.length === 0) return undefined;
  try {
    return JSON.stringify(masked(JSON.parse(new TextDecoder().decode(body))), null, 2);
  } catch {
    return undefined;
  }
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
  if (!body) return 'It is longer than 16 KB.';
  return body.length === 0
    ? 'None.'
    : `${body.length.toLocaleString('en-US')} bytes that are not JSON.`;
}

const someRecord = new RegExp(
  `\\b(?:${resourceKinds.map(({ prefix }) => prefix).join('|')})[a-z0-9]{16}\\b`,
  'g',
);

/** Returns the ids of records in a text, each once. */
const recordsIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(someRecord)].map(([id]) => id)),
];
