/** The event log in the inspector. */

import { eventTypes } from '../../../contract/event-types.ts';
import { createNotFoundError } from '../../context/validation.ts';
import type { Row } from '../../database/tables.ts';
import { emptyMark, time } from '../format.ts';
import { html } from '../html.ts';
import { facts, type TableColumn, table } from '../html-table.ts';
import { INSPECTOR_PATH } from '../page-paths.ts';
import { equals, isValue, type ListCondition } from './lists/condition.ts';
import { type FilterField, filterForm } from './lists/filter-form.ts';
import { createQueryValues } from './lists/query-values.ts';
import { readRows } from './lists/read-rows.ts';
import { idText, linkTo, namesOf, type PageContent, type PageContext } from './page-context.ts';
import { pager, readSeqPage } from './pagination.ts';

const types = Object.keys(eventTypes);

const fields: readonly FilterField[] = [
  {
    ...{ name: 'type', label: 'Type', kind: 'choice' },
    choices: [['', 'All'], ...types.map((type) => [type, type] as const)],
  },
  { name: 'about', label: 'About', kind: 'text', placeholder: 'Id' },
];

/** Returns the page of events with the filters of the query, newest first. */
export async function eventsPage(pageContext: PageContext): Promise<PageContent> {
  const { db, query, url } = pageContext;
  const values = createQueryValues(query);
  const type = values.choice('type', types);
  const about = values.text('about');
  const page = await readSeqPage(query, async (range) =>
    values.problems.length > 0
      ? []
      : readRows(db, 'events', { conditions: conditionsOf(type, about) }, range),
  );
  const nameOf = await namesOf(
    page.rows.map(({ business_id }) => business_id),
    pageContext,
  );
  return {
    title: type === undefined ? 'Events' : `Events: ${type}`,
    body: html`${filterForm(url, fields, values.problems)}
      ${table('Events', columnsFor(nameOf), page.rows, 'No events.')}
      ${pager(url, page)}`,
  };
}

/** Returns the conditions of a list. A record has few events, so those of a type are found among them. */
function conditionsOf(
  type: string | undefined,
  about: string | undefined,
): readonly ListCondition[] {
  if (about === undefined) return type === undefined ? [] : [equals('type', type)];
  const subject = equals('resource_id', about);
  return type === undefined ? [subject] : [subject, isValue('type', type)];
}

/** Returns the page of an event with all of its data. */
export async function eventPage({ db, params }: PageContext): Promise<PageContent> {
  const id = params['id'] ?? '';
  const event = await db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirst();
  if (!event) throw createNotFoundError('event', id);
  return {
    title: event.type,
    body: html`
      <p class="lead">${idText(id)}</p>
      ${facts([
        ['When', time(event.at)],
        ['About', linkTo(event.resource_id)],
        ['Business', event.business_id === null ? null : linkTo(event.business_id)],
      ])}
      <h2>Data</h2>
      <pre class="letter">${JSON.stringify(JSON.parse(event.data), null, 2)}</pre>`,
  };
}

/** Returns the events of one resource, oldest first. */
export const eventsAbout = (id: string, { db }: PageContext): Promise<Row<'events'>[]> =>
  db.selectFrom('events').selectAll().where('resource_id', '=', id).orderBy('seq').execute();

const columnsFor = (
  nameOf: (id: string | null) => string,
): readonly TableColumn<Row<'events'>>[] => [
  {
    label: 'Event',
    kind: 'name',
    cell: ({ type }) =>
      html`<a href="${INSPECTOR_PATH}/events?type=${encodeURIComponent(type)}"><code class="type">${type}</code></a>`,
  },
  { label: 'When', cell: ({ id, at }) => linkTo(id, time(at)) },
  { label: 'About', cell: ({ resource_id }) => linkTo(resource_id) },
  {
    label: 'Business',
    kind: 'text',
    cell: ({ business_id }) =>
      business_id === null ? emptyMark : linkTo(business_id, nameOf(business_id)),
  },
  {
    label: 'Data',
    kind: 'wide',
    cell: ({ data }) => html`<span class="data">${dataText(data)}</span>`,
  },
];

/**
 * Returns the data of an event as text.
 *
 * @example `status: PAID, amount: 12.5`
 */
const dataText = (json: string): string =>
  Object.entries(JSON.parse(json))
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
