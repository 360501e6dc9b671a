/** The filter of a list by a business, which is named by its id or by the beginning of its name. */

import { sql } from 'kysely';
import { type Html, html } from '../../html.ts';
import type { PageContext } from '../page-context.ts';
import { hrefWith } from '../pagination.ts';
import { LAST_CHARACTER, lowerCase } from '../search-text.ts';
import { differs, equals, type ListCondition } from './condition.ts';
import type { FilterField } from './filter-form.ts';
import type { QueryValues } from './query-values.ts';

/** Businesses that are offered when a name is that of several. */
const MAX_OFFERED = 5;

/** The fields of the business and its side. */
export const businessFields: readonly FilterField[] = [
  { name: 'business', label: 'Business', kind: 'text', placeholder: 'Id or name' },
  {
    ...{ name: 'side', label: 'Side', kind: 'choice' },
    choices: [
      ['', 'Either'],
      ['payer', 'Payer'],
      ['payee', 'Payee'],
    ],
  },
];

/** The business that a list is limited to. */
interface BusinessFilter {
  /** Its id; null without such a filter. */
  readonly id: string | null;
  readonly sides?: readonly (readonly ListCondition[])[];
  /** Why no business was found. */
  readonly problem?: Html;
}

/** Returns the filter by the business in a query. */
export async function readBusinessFilter(
  pageContext: PageContext,
  values: QueryValues,
): Promise<BusinessFilter> {
  const side = values.choice('side', ['payer', 'payee']);
  const text = values.text('business');
  if (text === undefined) return { id: null };
  const found = text.startsWith('biz_')
    ? [{ id: text, name: text }]
    : await named(text, pageContext);
  const exact = found.filter(({ name }) => lowerCase(name) === lowerCase(text));
  const [business, ...others] = exact.length === 1 ? exact : found;
  if (!business)
    return { id: null, problem: html`No business has a name that begins with “${text}”.` };
  if (others.length > 0) return { id: null, problem: offer(text, found, pageContext) };
  return { id: business.id, sides: sidesOf(business.id, side) };
}

/** Returns the conditions of the sides of a business. A payable that it owes to itself is on its payee's side only. */
export function sidesOf(
  id: string,
  side?: 'payer' | 'payee',
): readonly (readonly ListCondition[])[] {
  const [payer, payee] = [equals('payer_id', id), equals('payee_id', id)];
  if (side === 'payer') return [[payer]];
  return side === 'payee' ? [[payee]] : [[payer, differs('payee_id', id)], [payee]];
}

const named = (text: string, { db }: PageContext) =>
  db
    .selectFrom('businesses')
    .select(['id', 'name'])
    .where(sql`lower(name)`, '>=', lowerCase(text))
    .where(sql`lower(name)`, '<', `${lowerCase(text)}${LAST_CHARACTER}`)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(MAX_OFFERED + 1)
    .execute();

function offer(
  text: string,
  found: readonly { readonly id: string; readonly name: string }[],
  { url }: PageContext,
): Html {
  const links = found
    .slice(0, MAX_OFFERED)
    .map(({ id, name }) => html` <a href="${hrefWith(url, { business: id })}">${name}</a>`);
  return html`Several businesses have a name that begins with “${text}”:${links}${found.length > MAX_OFFERED ? ' and more' : ''}.`;
}
