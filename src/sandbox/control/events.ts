import type { Kysely, Selectable } from 'kysely';
import { readSetting, settings } from '../context/settings.ts';
import type { SandboxTables } from '../database/tables.ts';
import { secretOf } from '../webhooks/sign.ts';
import { clockControl, control } from './route.ts';

/** How many events one answer has; who wants more asks for those after the last. */
const MOST = 10_000;

/** The log of everything that happened, oldest first: the service itself sends no events. */
export const eventControls = [
  control('GET', '/sandbox/events', async ({ query: { after, type } }, { db }) =>
    readEventsAfter(after === undefined ? 0 : await seqOf(after, db), db, type),
  ),
];

export async function lastEventSeq(db: Kysely<SandboxTables>): Promise<number> {
  const row = await db
    .selectFrom('events')
    .select((it) => it.fn.max('seq').as('last'))
    .executeTakeFirst();
  return row?.last ?? 0;
}

/** The first of them, as many as one answer has. */
export async function readEventsAfter(seq: number, db: Kysely<SandboxTables>, type?: string) {
  const rows = await db
    .selectFrom('events')
    .selectAll()
    .where('seq', '>', seq)
    .$if(type !== undefined, (it) => it.where('type', '=', type ?? ''))
    .orderBy('seq')
    .limit(MOST)
    .execute();
  return rows.map(toEvent);
}

export async function countEventsAfter(seq: number, db: Kysely<SandboxTables>): Promise<number> {
  const { total } = await db
    .selectFrom('events')
    .select((it) => it.fn.countAll<number>().as('total'))
    .where('seq', '>', seq)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** `after` is the id of an event; one that is unknown comes before all others. */
async function seqOf(id: string, db: Kysely<SandboxTables>): Promise<number> {
  const row = await db.selectFrom('events').select('seq').where('id', '=', id).executeTakeFirst();
  return row?.seq ?? 0;
}

/** An event as the controls and webhooks tell it. */
export const toEvent = (row: Selectable<SandboxTables['events']>) => ({
  id: row.id,
  type: row.type,
  at: row.at,
  resource: { type: row.resource_type, id: row.resource_id },
  businessId: row.business_id,
  data: JSON.parse(row.data),
});

/** Where events are told to since `sandbox start --webhook-url`, and what the receiver needs to check them. */
export const webhookControls = [
  clockControl('GET', '/sandbox/webhook', async (_, { db, hash }) => {
    const progress = await readSetting(db, settings.webhook);
    const { url = null, after = 0, failed = 0, lastError = null } = progress ?? {};
    const pending = url === null ? 0 : (await lastEventSeq(db)) - after;
    return { url, secret: secretOf(hash), pending, failed, lastError };
  }),
];
