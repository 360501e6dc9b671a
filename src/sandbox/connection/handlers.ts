import { sql } from 'kysely';
import { ApiError } from '../../api/http/api-error.ts';
import type { connection as contract } from '../../api/operations/connection.ts';
import type { OperationInput } from '../../api/operations/operation.ts';
import { csvOf } from '../context/csv.ts';
import type { HandlerContext, Handlers } from '../context/handler-context.ts';
import { createInvalidFieldError, readAmount, readTrimmedText } from '../context/validation.ts';
import { rowAt } from '../database/rows.ts';
import type { Row, SandboxTables } from '../database/tables.ts';
import { emit } from '../notifications/events.ts';
import { payablesOnConnection } from '../payable/list.ts';
import { ownSide, sideOf, toConnection } from './view.ts';

interface ConnectionRequest {
  readonly params: { readonly connectionId: string };
  readonly query: { readonly businessId?: string | undefined };
}

export const connectionHandlers: Handlers<typeof contract> = {
  list: ({ query }, context) => listed(query.businessId, context),
  get: toConnectionView,

  setAlias: (request, context) =>
    change(request, context, async () => ({
      alias: readTrimmedText(request.body.alias, 'alias', 255),
    })),

  setTags: (request, context) =>
    change(request, context, async () => ({
      tag_ids: JSON.stringify(await readTags(request.body.tagIds, context)),
    })),

  setSettings: (request, context) =>
    change(request, context, async () => readSettings(request.body)),

  async archive(request, context) {
    const { row, businessId } = await askedSide(request, context);
    if (row.status === 'pending') throw notActive(row);
    if (row.status === 'active') {
      await context.db
        .updateTable('connections')
        .set({ status: 'archived', archived_at: context.now().toISOString() })
        .where('id', '=', row.id)
        .execute();
      await emit(context, 'connection.archived', { id: row.id, businessId });
    }
    return toConnectionView(request, context);
  },

  async invoices(request, context) {
    const { row, businessId } = await askedSide(request, context);
    return payablesOnConnection(row.id, businessId, context);
  },

  async exportCsv({ query }, context) {
    const rows = (await listed(query.businessId, context)).map((connection) => ({
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
async function listed(businessId: string | undefined, context: HandlerContext) {
  const ownBusinesses = context.db
    .selectFrom('businesses')
    .select('id')
    .where('account_id', '=', context.caller?.accountId ?? '')
    .$if(businessId !== undefined, (query) => query.where('id', '=', businessId ?? ''));
  const rows = await context.db
    .selectFrom('connections')
    .selectAll()
    .where('status', 'in', ['active', 'archived'])
    .where((eb) =>
      eb.or([eb('inviter_id', 'in', ownBusinesses), eb('invitee_id', 'in', ownBusinesses)]),
    )
    .orderBy('created_at')
    .orderBy(sql`rowid`)
    .execute();
  const views = [];
  for (const row of rows)
    views.push(await toConnection(row, await sideOf(row, businessId, context), context));
  return views;
}

/** Returns the connection of a request, and the side that asks. */
async function askedSide({ params, query }: ConnectionRequest, context: HandlerContext) {
  const row = await rowAt(context.db, 'connections', params.connectionId);
  return { row, businessId: await sideOf(row, query.businessId, context) };
}

async function toConnectionView(request: ConnectionRequest, context: HandlerContext) {
  const { row, businessId } = await askedSide(request, context);
  return toConnection(row, businessId, context);
}

/**
 * Changes what the caller's side stores for itself.
 *
 * @throws {ApiError} 409 while the connection is pending
 */
async function change(
  request: ConnectionRequest,
  context: HandlerContext,
  read: () => Promise<Partial<SandboxTables['connection_sides']>>,
) {
  const { row, businessId } = await askedSide(request, context);
  const changes = await read();
  if (row.status === 'pending') throw notActive(row);
  const side = await ownSide(row.id, businessId, context);
  if (side && Object.keys(changes).length > 0) {
    await context.db
      .updateTable('connection_sides')
      .set(changes)
      .where('connection_id', '=', row.id)
      .where('business_id', '=', businessId)
      .execute();
    await emit(context, 'connection.updated', { id: row.id, businessId });
  }
  return toConnectionView(request, context);
}

function readSettings({
  netTerms,
  autoApprove,
}: OperationInput<typeof contract.setSettings>['body']): Partial<
  SandboxTables['connection_sides']
> {
  if (
    typeof netTerms === 'number' &&
    !(Number.isInteger(netTerms) && netTerms >= 0 && netTerms <= 365)
  ) {
    throw createInvalidFieldError(
      'invalid_net_terms',
      'netTerms',
      'netTerms must be a whole number of days from 0 to 365, or null.',
    );
  }
  const maxAmount = autoApprove?.maxAmount;
  return {
    ...(netTerms !== undefined && { net_terms: netTerms }),
    ...(autoApprove && {
      auto_approve: autoApprove.enabled ? 1 : 0,
      ...(maxAmount !== undefined && {
        auto_approve_max_cents:
          maxAmount === null ? null : readAmount(maxAmount, 'autoApprove.maxAmount'),
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
