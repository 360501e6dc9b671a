/** The context of the inspector's pages, and what their parts share. */

import type { Kysely } from 'kysely';
import type { Engine } from '../../context/engine.ts';
import type { RequestLog } from '../../context/request-log.ts';
import { findRow, type NamedTable } from '../../database/rows.ts';
import type { SandboxTables } from '../../database/tables.ts';
import type { Webhooks } from '../../webhooks/delivery-loop.ts';
import { type Html, html } from '../html.ts';
import { INSPECTOR_PATH } from '../page-paths.ts';

/** The context of a page: database, parameters and form token. */
export interface PageContext {
  readonly engine: Engine;
  readonly db: Kysely<SandboxTables>;
  readonly requestLog: RequestLog;
  readonly webhooks: Webhooks;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly url: URL;
  /** Token that proves that a form is from a page of the inspector. */
  readonly formToken: string;
  readonly resourceKinds: readonly ResourceKind[];
}

export interface ResourceKind {
  /** The path of their pages below the inspector. */
  readonly page: string;
  readonly prefix: string;
  readonly table: NamedTable;
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

export const buttonForm = (pageContext: PageContext, action: string, button: Html): Html =>
  html`<form method="post" action="${INSPECTOR_PATH}/${action}">
      ${formFields(pageContext)}${button}
    </form>`;

/** Returns a link to the page of a record, by the prefix of its id; plain text if there is no such page. */
export function linkTo(
  id: string | null,
  pageContext: Pick<PageContext, 'resourceKinds'>,
  text: Html | string = id ?? '',
): Html {
  const kind = text === id ? html` class="id"` : '';
  const location = id === null ? undefined : pathOf(id, pageContext);
  return location === undefined
    ? html`<span${kind}>${text}</span>`
    : html`<a${kind} href="${location}">${text}</a>`;
}

export const idText = (id: string): Html => html`<code class="id">${id}</code>`;

/** Returns the path of the page of a record, by the prefix of its id, or `undefined` if there is no such page. */
export function pathOf(
  id: string,
  { resourceKinds }: Pick<PageContext, 'resourceKinds'>,
): string | undefined {
  const resource = resourceKinds.find(({ prefix }) => id.startsWith(prefix));
  return resource && `${INSPECTOR_PATH}/${resource.page}/${encodeURIComponent(id)}`;
}

/** Returns the path of the page of a record, or `undefined` if there is no record of this id, or no page for it. */
export async function existingPathOf(
  id: string,
  { db, resourceKinds }: Pick<PageContext, 'db' | 'resourceKinds'>,
): Promise<string | undefined> {
  const resource = resourceKinds.find(({ prefix }) => id.startsWith(prefix));
  const row = resource && (await findRow(db, resource.table, id));
  return row && pathOf(id, { resourceKinds });
}

export async function namesOf(
  ids: readonly (string | null)[],
  { db }: Pick<PageContext, 'db'>,
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
