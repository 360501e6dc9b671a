/** The event log in the inspector. */

import { eventTypes } from '../../../contract/event-types.ts';
import { createNotFoundError } from '../../context/validation.ts';
import type { Row } from '../../database/tables.ts';
import { emptyMark, time } from '../format.ts';
import { type Html, html } from '../html.ts';
import { facts, type TableColumn, table } from '../html-table.ts';
import { INSPECTOR_PATH } from '../page-paths.ts';
import { idText, linkTo, namesOf, type PageContent, type PageContext } from './page-context.ts';
import { pager, readSeqPage, type SeqRange } from './pagination.ts';

/** Returns the page of all events, newest first, or of those of the type in the query. */
export async function eventsPage(pageContext: PageContext): Promise<PageContent> {
  const type = pageContext.query.get('type') || null;
  const page = await readSeqPage(pageContext.query, (range) =>
    readEvents(pageContext, type, range),
  );
  const nameOf = await namesOf(
    page.rows.map(({ business_id }) => business_id),
    pageContext,
  );
  return {
    title: type === null ? 'Events' : `Events: ${type}`,
    body: html`
      ${typeFilter(type)}
      ${table('Events', columnsFor(nameOf), page.rows, 'No events yet.')}
      ${pager(pageContext.url, page)}`,
  };
}

/** Returns a form that limits the list to the events of a type. An empty type is that of all events. */
const typeFilter = (chosen: string | null): Html =>
  html`<form class="filter">
    <label for="type">Type</label>
    <select id="type" name="type"><option value="">All</option>${Object.keys(eventTypes).map(
      (type) => html`<option${type === chosen ? html` selected` : ''}>${type}</option>`,
    )}</select>
    <button>Filter</button>
  </form>`;

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

const readEvents = (
  { db }: PageContext,
  type: string | null,
  { side, seq, order, limit }: SeqRange,
): Promise<Row<'events'>[]> =>
  db
    .selectFrom('events')
    .selectAll()
    .$if(type !== null, (query) => query.where('type', '=', type ?? ''))
    .where('seq', side, seq)
    .orderBy('seq', order)
    .limit(limit)
    .execute();

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
