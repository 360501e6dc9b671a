/** The attempts to deliver events to the webhook. */

import { readSetting, settings } from '../../context/settings.ts';
import type { Row } from '../../database/tables.ts';
import type { LoggedDelivery } from '../../webhooks/delivery-loop.ts';
import { realTime } from '../format.ts';
import { type Html, html } from '../html.ts';
import { buttonForm, linkTo, type PageContext } from './page-context.ts';
import { recordTable, type TableSpec } from './shapes/field.ts';
import { listPage } from './shapes/list-page.ts';

const outcomeBadge = ({ status, error }: LoggedDelivery): Html =>
  html`<span class="badge ${error === null ? 'good' : 'bad'}">${status ?? 'no answer'}</span>`;

const deliveryTable: TableSpec<LoggedDelivery> = {
  caption: 'Deliveries',
  fields: [
    {
      ...{ label: 'Event', kind: 'name' },
      value: ({ event }, view) =>
        linkTo(event.id, view, html`<code class="type">${event.type}</code>`),
    },
    { label: 'Attempt', kind: 'figure', value: ({ attempt }) => attempt },
    { label: 'Status', value: outcomeBadge },
    { label: 'Answer', kind: 'wide', value: ({ error }) => error ?? 'accepted' },
    { label: 'Real time', value: ({ atMs }) => realTime(atMs) },
    {
      label: 'Next try',
      value: ({ nextAtMs, error }) =>
        nextAtMs === null ? error && 'given up' : realTime(nextAtMs),
    },
  ],
  empty: 'No event was delivered since the sandbox was started.',
};

/** Returns the page of the last deliveries, newest first. */
export const deliveriesPage = listPage<LoggedDelivery>({
  title: 'Deliveries',
  read: async ({ webhooks }, { side, seq, limit }) => {
    const beside = webhooks.attempts().filter((it) => (side === '<' ? it.seq < seq : it.seq > seq));
    return (side === '<' ? beside.toReversed() : beside).slice(0, limit);
  },
  table: deliveryTable,
  above: async ({ db }) =>
    (await readSetting(db, settings.webhook)) === undefined
      ? html`<p class="lead">No webhook. Start the sandbox with <code>--webhook-url &lt;url&gt;</code>, or run
          <code class="command">remit sandbox listen</code></p>`
      : html`<p class="lead">The last 1,000 attempts of this server. A failed one is tried again within seconds.</p>`,
});

/** Returns the deliveries of an event, with a button that sends it again if there is a webhook. */
export async function deliveriesOf(event: Row<'events'>, pageContext: PageContext): Promise<Html> {
  const attempts = pageContext.webhooks.attempts().filter((it) => it.event.id === event.id);
  const webhook = await readSetting(pageContext.db, settings.webhook);
  const button = html`<button>Resend</button>`;
  const table = { ...deliveryTable, empty: 'Not delivered since the sandbox was started.' };
  return html`${await recordTable(pageContext, table, attempts.toReversed())}
    ${webhook ? html`<div class="steps below">${buttonForm(pageContext, `events/${event.id}/resend`, button)}</div>` : ''}`;
}
