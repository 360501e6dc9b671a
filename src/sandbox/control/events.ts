import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../tables.ts';
import { control } from './route.ts';

/** The log of everything that happened, oldest first: the service itself sends no events. */
export const eventControls = [
  control('GET', '/sandbox/events', async ({ query: { after, type } }, { db }) => {
    const seq = after === undefined ? 0 : await seqOf(after, db);
    const found = await eventsAfter(seq, db);
    return type === undefined ? found : found.filter((it) => it.type === type);
  }),
];

export async function lastEventSeq(db: Kysely<Tables>): Promise<number> {
  const row = await db
    .selectFrom('events')
    .select((it) => it.fn.max('seq').as('last'))
    .executeTakeFirst();
  return row?.last ?? 0;
}

export async function eventsAfter(seq: number, db: Kysely<Tables>) {
  const rows = await db
    .selectFrom('events')
    .selectAll()
    .where('seq', '>', seq)
    .orderBy('seq')
    .execute();
  return rows.map(toEvent);
}

/** `after` is the id of an event; one that is unknown comes before all others. */
async function seqOf(id: string, db: Kysely<Tables>): Promise<number> {
  const row = await db.selectFrom('events').select('seq').where('id', '=', id).executeTakeFirst();
  return row?.seq ?? 0;
}

/** An event as the controls and webhooks tell it. */
export const toEvent = (row: Selectable<Tables['events']>) => ({
  id: row.id,
  type: row.type,
  at: row.at,
  resource: { type: row.resource_type, id: row.resource_id },
  businessId: row.business_id,
  data: JSON.parse(row.data),
});
