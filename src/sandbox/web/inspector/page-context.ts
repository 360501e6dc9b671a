import type { Kysely } from 'kysely';
import type { Engine } from '../../context/engine.ts';
import type { SandboxTables } from '../../database/tables.ts';
import { type Html, html } from '../html.ts';

/** What a page of the inspector is drawn from. */
export interface PageContext {
  readonly engine: Engine;
  readonly db: Kysely<SandboxTables>;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The address that was asked for. */
  readonly here: URL;
  /** What proves that a form came from a page of ours. */
  readonly formToken: string;
}

/** A page as it is drawn: what goes between the head that all share and its foot. */
export interface PageContent {
  readonly title: string;
  readonly body: Html;
}

/** Where the pages of the inspector lie, all but the first: no control of the sandbox has this name. */
export const INSPECTOR_PATH = '/sandbox/inspector';

/** The hidden fields of a form that changes something, which leads back to where it stands. */
export const formFields = ({ formToken, here }: PageContext): Html =>
  html`<input type="hidden" name="formToken" value="${formToken}">
    <input type="hidden" name="back" value="${here.pathname}${here.search}">`;

/** The link to the page about something, by what its id begins with; the id alone when there is no such page. */
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

/** What businesses are called, by id. */
export async function namesOf(
  ids: readonly (string | null)[],
  { db }: PageContext,
): Promise<(id: string | null) => string> {
  const wanted = [...new Set(ids.filter((it) => it !== null))];
  const rows = await db
    .selectFrom('businesses')
    .select(['id', 'name'])
    .where('id', 'in', wanted.length > 0 ? wanted : [''])
    .execute();
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => (id === null ? 'external payer' : (names.get(id) ?? id));
}
