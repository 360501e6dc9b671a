import type { Kysely } from 'kysely';
import { lastEventSeq } from '../../control/events.ts';
import { type Html, html } from '../html.ts';
import type { Row, Tables } from '../../database/tables.ts';
import { type Look, linkTo, ROOM } from './page-context.ts';
import { counted } from '../format.ts';

const SHOWN = 5;

/** Runs `work` and says, as a part of an address, which events came of it. */
export async function noting(db: Kysely<Tables>, work: () => Promise<unknown>): Promise<string> {
  const before = await lastEventSeq(db);
  await work();
  return `since=${before}&until=${await lastEventSeq(db)}`;
}

/** What came of the form that led here: `3 things happened`. Nothing when no form did. */
export async function happened({ query, db }: Look): Promise<Html> {
  const [since, until] = ['since', 'until'].map((name) => Number(query.get(name) ?? Number.NaN));
  if (since === undefined || until === undefined || !(since <= until)) return html``;
  const events = await db
    .selectFrom('events')
    .selectAll()
    .where('seq', '>', since)
    .where('seq', '<=', until)
    .orderBy('seq')
    .limit(SHOWN + 1)
    .execute();
  return html`<section class="happened" role="status">
    <strong>${until === since ? 'Done. No event came of it.' : `${counted(until - since, 'thing')} happened.`}</strong>
    <ul>${events.slice(0, SHOWN).map(eventLine)}</ul>
    ${events.length > SHOWN ? html`<a href="${ROOM}/events">All events</a>` : ''}
  </section>`;
}

const eventLine = ({ type, resource_id }: Row<'events'>) =>
  html`<li><code>${type}</code> ${linkTo(resource_id)}</li>`;
