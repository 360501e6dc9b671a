/** The context of the inspector's pages, and their shared parts. */

import type { Kysely } from 'kysely';
import type { Engine } from '../../context/engine.ts';
import type { SandboxTables } from '../../database/tables.ts';
import { type Html, html } from '../html.ts';
import { INSPECTOR_PATH } from '../page-paths.ts';

/** The context of a page: database, parameters and form token. */
export interface PageContext {
  readonly engine: Engine;
  readonly db: Kysely<SandboxTables>;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** URL of the request. */
  readonly url: URL;
  /** Token that proves that a form is from a page of the inspector. */
  readonly formToken: string;
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
  const page = pages.find(([prefix]) => id?.startsWith(prefix));
  const kind = text === id ? 'id' : '';
  return page && id !== null
    ? html`<a class="${kind}" href="${INSPECTOR_PATH}/${page[1]}/${encodeURIComponent(id)}">${text}</a>`
    : html`<span class="${kind}">${text}</span>`;
}

const pages: readonly (readonly [prefix: string, page: string])[] = [
  ['pay_', 'payables'],
  ['pmt_', 'payments'],
  ['wd_', 'withdrawals'],
  ['biz_', 'businesses'],
];

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
