/** The event log: reads, the controls of it and of webhooks. */

import type { Kysely } from 'kysely';
import { ApiError } from '../../api/http/api-error.ts';
import { readSetting, settings } from '../context/settings.ts';
import type { Row, SandboxTables } from '../database/tables.ts';
import { secretOf } from '../webhooks/deliver-event.ts';
import { noteDelivery } from '../webhooks/failed-deliveries.ts';
import type { ControlHandlers } from './control-handlers.ts';

// Events in one response; the caller gets more with the id of the last one.
const MAX_EVENTS = 10_000;

/** Controls of the event log, oldest first, and of webhook deliveries. The service itself sends no events. */
export const eventControlHandlers: ControlHandlers<
  'listEvents' | 'readEvent' | 'readWebhook' | 'listFailedDeliveries' | 'recordDelivery'
> = {
  listEvents: async ({ after, type, last }, { db }) =>
    last === undefined
      ? readEventsAfter(after === undefined ? 0 : await seqOf(after, db), db, type?.split(','))
      : readLastEvents(Number(last), db),

  readEvent: ({ id }, { db }) => readEvent(id, db),

  async readWebhook(_, { db, hash }) {
    const progress = await readSetting(db, settings.webhook);
    const { url = null, after = 0, failed = 0, lastError = null } = progress ?? {};
    const pending = url === null ? 0 : (await lastEventSeq(db)) - after;
    return { url, secret: secretOf(hash), pending, failed, lastError };
  },

  async listFailedDeliveries(_, { db }) {
    const failed = (await readSetting(db, settings.failedDeliveries)) ?? [];
    return Promise.all(
      failed.map(async ({ id, url, error }) => {
        const { type, at } = await readEvent(id, db);
        return { id, type, at, url, error };
      }),
    );
  },

  async recordDelivery({ id, url, error }, { db }) {
    await readEvent(id, db);
    return { failed: await noteDelivery(db, { id, url, error: error ?? null }) };
  },
};

/** Returns an event. Throws a 404 if it does not exist. */
async function readEvent(id: string, db: Kysely<SandboxTables>) {
  const row = await db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirst();
  if (row) return toEvent(row);
  throw new ApiError(404, 'not_found', `Event ${id} does not exist.`);
}

/** Returns the sequence number of the last event; 0 if there is none. */
export async function lastEventSeq(db: Kysely<SandboxTables>): Promise<number> {
  const row = await db
    .selectFrom('events')
    .select((eb) => eb.fn.max('seq').as('last'))
    .executeTakeFirst();
  return row?.last ?? 0;
}

/** Returns what was caused since a sequence number: the first 10,000 events, oldest first, and their total. */
export const readCaused = async (seq: number, db: Kysely<SandboxTables>) => ({
  events: await readEventsAfter(seq, db),
  total: await countEventsAfter(seq, db),
});

/** Returns the first 10,000 events after a sequence number, oldest first. */
async function readEventsAfter(seq: number, db: Kysely<SandboxTables>, types?: readonly string[]) {
  const rows = await db
    .selectFrom('events')
    .selectAll()
    .where('seq', '>', seq)
    .$if(types !== undefined, (query) => query.where('type', 'in', types ?? []))
    .orderBy('seq')
    .limit(MAX_EVENTS)
    .execute();
  return rows.map(toEvent);
}

/** Returns the newest events, at most 10,000, oldest first. */
async function readLastEvents(count: number, db: Kysely<SandboxTables>) {
  const rows = await db
    .selectFrom('events')
    .selectAll()
    .orderBy('seq', 'desc')
    .limit(Math.min(Math.max(Math.trunc(count) || 0, 0), MAX_EVENTS))
    .execute();
  return rows.toReversed().map(toEvent);
}

export async function countEventsAfter(seq: number, db: Kysely<SandboxTables>): Promise<number> {
  const { total } = await db
    .selectFrom('events')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('seq', '>', seq)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Returns the sequence number of an event id; 0 for an unknown id. */
async function seqOf(id: string, db: Kysely<SandboxTables>): Promise<number> {
  const row = await db.selectFrom('events').select('seq').where('id', '=', id).executeTakeFirst();
  return row?.seq ?? 0;
}

/** Converts a row to the event of controls and webhooks. */
export const toEvent = (row: Row<'events'>) => ({
  id: row.id,
  type: row.type,
  at: row.at,
  resource: { type: row.resource_type, id: row.resource_id },
  businessId: row.business_id,
  data: JSON.parse(row.data),
});
