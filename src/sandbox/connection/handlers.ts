import { sql } from 'kysely';
import type { connection as contract } from '../../contract/connection.ts';
import { ApiError } from '../../contract/http/api-error.ts';
import { csvOf } from '../context/csv.ts';
import type { HandlerContext, Handlers } from '../context/handler-context.ts';
import { createInvalidFieldError, readAmount, readTrimmedText } from '../context/validation.ts';
import type { Row, SandboxTables } from '../database/tables.ts';
import { emit } from '../notifications/events.ts';
import { payablesOnConnection } from '../payable/list.ts';
import { toConnection } from './records.ts';
import { connectionAt, ownSide, sideOf, viewOf } from './view.ts';

interface Asked {
  readonly params: { readonly connectionId: string };
  readonly query: { readonly businessId?: string | undefined };
}

/** Handlers of the operations on connections. */
export const connectionHandlers: Handlers<typeof contract> = {
  list: ({ query }, world) => listed(query.businessId, world),
  get: async (asked, world) => shown(asked, world),

  setAlias: (asked, world) =>
    change(asked, world, async () => ({ alias: readTrimmedText(asked.body.alias, 'alias', 255) })),

  setTags: (asked, world) =>
    change(asked, world, async () => ({
      tag_ids: JSON.stringify(await readTags(asked.body.tagIds, world)),
    })),

  setSettings: (asked, world) => change(asked, world, async () => readSettings(asked.body)),

  async archive(asked, world) {
    const row = await connectionAt(asked.params.connectionId, world);
    const businessId = await sideOf(row, asked.query.businessId, world);
    if (row.status === 'pending') throw notActive(row);
    if (row.status === 'active') {
      await world.db
        .updateTable('connections')
        .set({ status: 'archived', archived_at: world.now().toISOString() })
        .where('id', '=', row.id)
        .execute();
      await tell(row, businessId, 'archived', world);
    }
    return shown(asked, world);
  },

  async invoices(asked, world) {
    const row = await connectionAt(asked.params.connectionId, world);
    return payablesOnConnection(row.id, await sideOf(row, asked.query.businessId, world), world);
  },

  async exportCsv({ query }, world) {
    const rows = (await listed(query.businessId, world)).map((connection) => ({
      ...connection,
      tags: (connection.tags ?? []).map((tag) => (tag as { name: string }).name).join(';'),
      netTerms: connection.settings?.netTerms,
    }));
    return csvOf(
      [
        'id',
        'status',
        'businessName',
        'connectedBusinessName',
        'alias',
        'tags',
        'netTerms',
        'createdAt',
        'activatedAt',
        'archivedAt',
      ],
      rows,
    );
  },
};

/**
 * Returns active and archived connections of the account, oldest first. If it owns both sides: as the named business,
 * or the inviter, sees them.
 */
async function listed(businessId: string | undefined, world: HandlerContext) {
  const own = world.db
    .selectFrom('businesses')
    .select('id')
    .where('account_id', '=', world.caller?.accountId ?? '')
    .$if(businessId !== undefined, (query) => query.where('id', '=', businessId ?? ''));
  const rows = await world.db
    .selectFrom('connections')
    .selectAll()
    .where('status', 'in', ['active', 'archived'])
    .where((eb) => eb.or([eb('inviter_id', 'in', own), eb('invitee_id', 'in', own)]))
    .orderBy('created_at')
    .orderBy(sql`rowid`)
    .execute();
  const views = [];
  for (const row of rows)
    views.push(toConnection(await viewOf(row, await sideOf(row, businessId, world), world)));
  return views;
}

async function shown({ params, query }: Asked, world: HandlerContext) {
  const row = await connectionAt(params.connectionId, world);
  return toConnection(await viewOf(row, await sideOf(row, query.businessId, world), world));
}

/**
 * Changes what the caller's side stores for itself.
 *
 * @throws {ApiError} 409 while the connection is pending
 */
async function change(
  asked: Asked,
  world: HandlerContext,
  read: () => Promise<Partial<SandboxTables['connection_sides']>>,
) {
  const row = await connectionAt(asked.params.connectionId, world);
  const businessId = await sideOf(row, asked.query.businessId, world);
  const changes = await read();
  if (row.status === 'pending') throw notActive(row);
  const side = await ownSide(row.id, businessId, world);
  if (side && Object.keys(changes).length > 0) {
    await world.db
      .updateTable('connection_sides')
      .set(changes)
      .where('connection_id', '=', row.id)
      .where('business_id', '=', businessId)
      .execute();
    await tell(row, businessId, 'updated', world);
  }
  return shown(asked, world);
}

function readSettings({
  netTerms,
  autoApprove,
}: {
  netTerms?: number | undefined;
  autoApprove?: { enabled: boolean; maxAmount?: number | null | undefined } | undefined;
}): Partial<SandboxTables['connection_sides']> {
  if (netTerms !== undefined && !(Number.isInteger(netTerms) && netTerms >= 0 && netTerms <= 365)) {
    throw createInvalidFieldError(
      'invalid_net_terms',
      'netTerms',
      'netTerms must be a whole number of days from 0 to 365.',
    );
  }
  const most = autoApprove?.maxAmount;
  return {
    ...(netTerms !== undefined && { net_terms: netTerms }),
    ...(autoApprove && {
      auto_approve: autoApprove.enabled ? 1 : 0,
      ...(most !== undefined && {
        auto_approve_max_cents: most === null ? null : readAmount(most, 'autoApprove.maxAmount'),
      }),
    }),
  };
}

async function readTags(
  tagIds: readonly string[],
  { db, caller }: HandlerContext,
): Promise<string[]> {
  const ids = [...new Set(tagIds)];
  if (ids.length > 20)
    throw createInvalidFieldError('unknown_tag', 'tagIds', 'A connection has at most 20 tags.');
  const known = await db
    .selectFrom('tags')
    .select('id')
    .where('account_id', '=', caller?.accountId ?? '')
    .execute();
  const unknown = ids.find((id) => !known.some((tag) => tag.id === id));
  if (unknown === undefined) return ids;
  throw createInvalidFieldError('unknown_tag', 'tagIds', `Tag ${unknown} does not exist.`);
}

const notActive = ({ id, status }: Row<'connections'>) =>
  new ApiError(409, 'connection_not_active', `Connection ${id} is ${status}.`);

const tell = (
  { id }: Row<'connections'>,
  businessId: string,
  verb: string,
  world: HandlerContext,
) => emit(world, { type: `connection.${verb}`, resource: { type: 'connection', id }, businessId });
