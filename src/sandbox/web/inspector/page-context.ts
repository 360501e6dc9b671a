/** The context of the inspector's pages, and their shared parts. */

import type { Kysely } from 'kysely';
import type { Engine } from '../../context/engine.ts';
import type { RequestLog } from '../../context/request-log.ts';
import type { SandboxTables } from '../../database/tables.ts';
import { type Html, html } from '../html.ts';
import { INSPECTOR_PATH } from '../page-paths.ts';

/** The context of a page: database, parameters and form token. */
export interface PageContext {
  readonly engine: Engine;
  readonly db: Kysely<SandboxTables>;
  readonly requestLog: RequestLog;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** URL of the request. */
  readonly url: URL;
  /** Token that proves that a form is from a page of the inspector. */
  readonly formToken: string;
}

/** A page that leads to another one. */
export interface PageRedirect {
  /** Path of the other page. */
  readonly location: string;
}

/** The content of a page, without the head and the foot that all pages share. */
export interface PageContent {
  readonly title: string;
  readonly body: Html;
}

/** Returns the hidden fields of a form that changes something: its token, and the page to return to. */
export const formFields = ({ formToken, url }: PageContext): Html =>
  html`<input type="hidden" name="formToken" value="${formToken}">
    <input type="hidden" name="back" value="${url.pathname}${url.search}">`;

/** Returns a link to the page of a resource, by the prefix of its id; plain text if there is no such page. */
export function linkTo(id: string | null, text: Html | string = id ?? ''): Html {
  const kind = text === id ? html` class="id"` : '';
  const location = id === null ? undefined : resourcePathOf(id);
  return location === undefined
    ? html`<span${kind}>${text}</span>`
    : html`<a${kind} href="${location}">${text}</a>`;
}

/** Returns the id of the resource of a page. */
export const idText = (id: string): Html => html`<code class="id">${id}</code>`;

/** Returns the title of a list, with the name of the business whose rows it is limited to. */
export async function titleOf(
  list: string,
  business: string | null,
  pageContext: PageContext,
): Promise<string> {
  if (business === null) return list;
  return `${list} of ${(await namesOf([business], pageContext))(business)}`;
}

/** Returns the path of the page of a resource, by the prefix of its id, or `undefined` if there is no such page. */
export function resourcePathOf(id: string): string | undefined {
  const kind = resourceKinds.find(({ prefix }) => id.startsWith(prefix));
  return kind && `${INSPECTOR_PATH}/${kind.page}/${encodeURIComponent(id)}`;
}

/** Returns the path of the page of a resource, or `undefined` if there is no resource of this id, or no page for it. */
export async function existingPathOf(
  id: string,
  { db }: Pick<PageContext, 'db'>,
): Promise<string | undefined> {
  const kind = resourceKinds.find(({ prefix }) => id.startsWith(prefix));
  if (!kind) return undefined;
  const row = await db.selectFrom(kind.table).select('id').where('id', '=', id).executeTakeFirst();
  return row && resourcePathOf(id);
}

/** The resources that have a page: the prefix of their ids, the path of their pages below the inspector, and their table. */
export const resourceKinds = [
  { prefix: 'pay_', page: 'payables', table: 'payables' },
  { prefix: 'pmt_', page: 'payments', table: 'payments' },
  { prefix: 'wd_', page: 'withdrawals', table: 'withdrawals' },
  { prefix: 'biz_', page: 'businesses', table: 'businesses' },
  { prefix: 'mail_', page: 'mail', table: 'outbox' },
  { prefix: 'conn_', page: 'connections', table: 'connections' },
  { prefix: 'inv_', page: 'invitations', table: 'invitations' },
  { prefix: 'usr_', page: 'users', table: 'users' },
  { prefix: 'fs_', page: 'bank-accounts', table: 'bank_accounts' },
  { prefix: 'evt_', page: 'events', table: 'events' },
  { prefix: 'acctint_', page: 'accounting', table: 'accounting_integrations' },
] as const;

/** Returns a function that finds the name of a business by id. */
export async function namesOf(
  ids: readonly (string | null)[],
  { db }: PageContext,
): Promise<(id: string | null) => string> {
  const uniqueIds = [...new Set(ids.filter((id) => id !== null))];
  const rows = await db
    .selectFrom('businesses')
    .select(['id', 'name'])
    .where('id', 'in', uniqueIds.length > 0 ? uniqueIds : [''])
    .execute();
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => (id === null ? 'external payer' : (names.get(id) ?? id));
}
