/** Filters of lists: their fields, and the conditions that the values in a query make. */

import { sql } from 'kysely';
import { type Html, html } from '../../html.ts';
import { namesOf, type PageContext } from '../page-context.ts';
import { LAST_CHARACTER, lowerCase, searchedCents, searchedText } from '../search-text.ts';
import { isBetween, type ListCondition, sidesOf } from './condition.ts';
import { hrefWith, type ListUrl } from './pagination.ts';

/** A field of a filter, by the name of its value in the query. */
export interface FilterField {
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'amount' | 'date' | 'choice' | 'tick';
  readonly placeholder?: string;
  /** Values with their texts. The first is chosen if the query has none. */
  readonly choices?: readonly (readonly [value: string, text: string])[];
}

/** The values of a query by name: texts, amounts in cents; `undefined` for none, or one that was not understood. */
export type QueryValues = Readonly<Record<string, string | number | undefined>>;

export interface FilterMatch {
  readonly conditions?: readonly ListCondition[];
  /** Each row matches one of these. */
  readonly sides?: readonly (readonly ListCondition[])[];
  /** The end of the list's title. */
  readonly title?: string;
  /** A sentence about a value that nothing can match. */
  readonly problem?: Html;
}

export interface Filter {
  readonly fields: readonly FilterField[];
  /** True if links choose its value, and not the form. */
  readonly isLinked?: boolean;
  /** Returns the conditions of the values; none if the list reads them from the query itself. */
  readonly match?: (
    values: QueryValues,
    pageContext: PageContext,
    list: ListUrl,
  ) => FilterMatch | Promise<FilterMatch>;
}

export const filterBy = (
  field: FilterField,
  conditionsOf: (value: string) => readonly ListCondition[],
): Filter => ({
  fields: [field],
  match: ({ [field.name]: value }) =>
    value === undefined ? {} : { conditions: conditionsOf(String(value)) },
});

/** Returns the field of a choice among texts; the first choice is all of them. */
export const choiceField = (
  name: string,
  label: string,
  choices: readonly string[],
  textOf = (choice: string) => choice,
): FilterField => ({
  ...{ name, label, kind: 'choice' },
  choices: [['', 'All'], ...choices.map((choice) => [choice, textOf(choice)] as const)],
});

/** Returns the filter by the least and the greatest value of a column. */
export const rangeFilter = (
  column: Parameters<typeof isBetween>[0],
  kind: 'amount' | 'date',
  [from, fromLabel]: readonly [name: string, label: string],
  [to, toLabel]: readonly [name: string, label: string],
): Filter => ({
  fields: [
    { name: from, label: fromLabel, kind },
    { name: to, label: toLabel, kind },
  ],
  match: (values) => ({ conditions: isBetween(column, values[from], values[to]) }),
});

/** Businesses that are offered when a name is that of several. */
const MAX_OFFERED = 5;

/** The filter by a business, which is named by its id or by the beginning of its name, and by its side. */
export const businessFilter: Filter = {
  fields: [
    { name: 'business', label: 'Business', kind: 'text', placeholder: 'Id or name' },
    {
      ...{ name: 'side', label: 'Side', kind: 'choice' },
      choices: [
        ['', 'Either'],
        ['payer', 'Payer'],
        ['payee', 'Payee'],
      ],
    },
  ],
  async match({ business: text, side }, pageContext, list) {
    if (typeof text !== 'string') return {};
    const found = text.startsWith('biz_')
      ? [{ id: text, name: (await namesOf([text], pageContext))(text) }]
      : await businessesNamed(text, pageContext);
    const exact = found.filter(({ name }) => lowerCase(name) === lowerCase(text));
    const [business, ...others] = exact.length === 1 ? exact : found;
    if (!business) return { problem: html`No business has a name that begins with “${text}”.` };
    if (others.length > 0) return { problem: offer(text, found, list) };
    return { sides: sidesOf(business.id, side), title: ` of ${business.name}` };
  },
};

interface NamedBusiness {
  readonly id: string;
  readonly name: string;
}

const businessesNamed = (text: string, { db }: PageContext): Promise<NamedBusiness[]> =>
  db
    .selectFrom('businesses')
    .select(['id', 'name'])
    .where(sql`lower(name)`, '>=', lowerCase(text))
    .where(sql`lower(name)`, '<', `${lowerCase(text)}${LAST_CHARACTER}`)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(MAX_OFFERED + 1)
    .execute();

function offer(text: string, found: readonly NamedBusiness[], list: ListUrl): Html {
  const links = found
    .slice(0, MAX_OFFERED)
    .map(({ id, name }) => html` <a href="${hrefWith(list, { business: id })}">${name}</a>`);
  return html`Several businesses have a name that begins with “${text}”:${links}${found.length > MAX_OFFERED ? ' and more' : ''}.`;
}

/** Returns the values of fields in a query, and a sentence about each that was not understood. */
export function readQueryValues(
  query: URLSearchParams,
  fields: readonly FilterField[],
): { readonly values: QueryValues; readonly problems: readonly string[] } {
  const values: Record<string, string | number | undefined> = {};
  const problems: string[] = [];
  for (const field of fields) {
    const text = searchedText(query.get(field.name));
    if (text === '') continue;
    const choices = choicesOf(field);
    const value = readers[field.kind](text, choices);
    if (value === undefined) {
      problems.push(`“${text}” ${remedies[field.kind] ?? `is none of ${choices.join(', ')}.`}`);
    }
    values[field.name] = value;
  }
  return { values, problems };
}

const choicesOf = ({ kind, choices = [] }: FilterField): readonly string[] =>
  kind === 'tick' ? ['1'] : choices.map(([value]) => value).filter((value) => value !== '');

type Reader = (text: string, choices: readonly string[]) => string | number | undefined;

const readChoice: Reader = (text, choices) =>
  choices.find((choice) => lowerCase(choice) === lowerCase(text));

const readers: Readonly<Record<FilterField['kind'], Reader>> = {
  text: (text) => text,
  choice: readChoice,
  tick: readChoice,
  amount: searchedCents,
  date(text) {
    const isDate = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
    return isDate && new Date(text).toISOString().startsWith(text) ? text : undefined;
  },
};

const remedies: Readonly<Partial<Record<FilterField['kind'], string>>> = {
  amount: 'is no amount. Write it as 1,250.00.',
  date: 'is no date. Write it as 2026-03-31.',
};
