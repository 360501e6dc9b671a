/** The event log in the inspector. */

import { eventTypes } from '../../../api/operations/event-types.ts';
import type { Row } from '../../database/tables.ts';
import { money } from '../format.ts';
import { html } from '../html.ts';
import { deliveriesOf } from './deliveries.ts';
import { linkTo } from './page-context.ts';
import { equals, isValue } from './shapes/condition.ts';
import { field } from './shapes/field.ts';
import { choiceField, type Filter, type QueryValues } from './shapes/filter.ts';
import { listPage, rowsIn } from './shapes/list-page.ts';
import { type NumberedRow, recordAt } from './shapes/read-rows.ts';
import { factsSection, pageSection, recordPage } from './shapes/record-page.ts';

/** The filter by type and subject. A record has few events, so those of a type are found among them. */
const eventFilter: Filter = {
  fields: [
    choiceField('type', 'Type', Object.keys(eventTypes)),
    { name: 'about', label: 'About', kind: 'text', placeholder: 'Id' },
  ],
  match({ type, about }: QueryValues) {
    const ofType = type === undefined ? [] : [(about ? isValue : equals)('type', type)];
    return {
      conditions: about === undefined ? ofType : [equals('resource_id', about), ...ofType],
      ...(type !== undefined && { title: `: ${type}` }),
    };
  },
};

/** Returns the page of events with the filters of the query, newest first. */
export const eventsPage = listPage<NumberedRow<'events'>>({
  title: 'Events',
  read: rowsIn('events'),
  filters: [eventFilter],
  table: {
    caption: 'Events',
    fields: [
      {
        ...{ label: 'Event', kind: 'name' },
        value: ({ id, type }, view) => linkTo(id, view, html`<code class="type">${type}</code>`),
      },
      field.moment('When', 'at'),
      field.link('About', 'resource_id'),
      field.business('Business', 'business_id'),
      { label: 'Data', kind: 'wide', value: ({ data }) => dataText(data) },
    ],
    empty: html`No events. Advance the clock, or cause one with <code class="command">remit sandbox trigger</code>`,
  },
});

export const eventPage = recordPage<Row<'events'>>({
  read: (pageContext) => recordAt(pageContext, 'events'),
  title: ({ type }) => type,
  sections: [
    factsSection([
      field.moment('When', 'at'),
      field.link('About', 'resource_id'),
      field.business('Business', 'business_id'),
    ]),
    pageSection('Deliveries', deliveriesOf),
    pageSection('Data', ({ data }) =>
      data === '{}'
        ? undefined
        : html`<pre class="letter">${JSON.stringify(JSON.parse(data), null, 2)}</pre>`,
    ),
  ],
});

/**
 * Returns the data of an event as text, without the ids of other records.
 *
 * @example `PAID, $12.50`, `failureCode: R01`
 */
const dataText = (json: string): string =>
  Object.entries(JSON.parse(json))
    .filter(([name, value]) => value !== null && !name.endsWith('Id'))
    .map(([name, value]) => {
      if (name === 'status') return value;
      if (name === 'amount') return money(Math.round(Number(value) * 100));
      return `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`;
    })
    .join(', ');
