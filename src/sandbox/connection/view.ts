import { ApiError } from '../../api/http/api-error.ts';
import { toDollars } from '../../api/money.ts';
import type { Connection } from '../../api/operations/connection.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { findRow, rowAt } from '../database/rows.ts';
import type { Row } from '../database/tables.ts';

/**
 * Returns the business that asks: the named one, or else the caller's business among the two, the inviter first.
 *
 * @throws {ApiError} 403 if the business is not a side, or not the caller's
 */
export async function sideOf(
  connection: Row<'connections'>,
  businessId: string | undefined,
  { db, caller }: HandlerContext,
): Promise<string> {
  const sides = [connection.inviter_id, connection.invitee_id].filter((id) => id !== null);
  const own = await db
    .selectFrom('businesses')
    .select('id')
    .where('id', 'in', sides)
    .where('account_id', '=', caller?.accountId ?? '')
    .execute();
  const side = sides.find(
    (id) =>
      own.some((business) => business.id === id) && (businessId === undefined || businessId === id),
  );
  if (side !== undefined) return side;
  throw new ApiError(
    403,
    'business_forbidden',
    `Business ${businessId} is not your side of connection ${connection.id}.`,
  );
}

/** Converts a connection to the API's, as one side sees it: alias, tags and settings are its own. */
export async function toConnection(
  row: Row<'connections'>,
  viewerId: string,
  context: HandlerContext,
): Promise<Connection> {
  const otherId = row.inviter_id === viewerId ? row.invitee_id : row.inviter_id;
  const other = await findRow(context.db, 'businesses', otherId);
  const side = await ownSide(row.id, viewerId, context);
  const maxCents = side?.auto_approve_max_cents;
  return {
    id: row.id,
    status: row.status,
    alias: side?.alias ?? null,
    tags: await tagsOf(side, viewerId, context),
    settings: {
      netTerms: side?.net_terms ?? null,
      autoApprove: {
        enabled: side?.auto_approve === 1,
        maxAmount: maxCents == null ? null : toDollars(maxCents),
      },
    },
    businessName: (await rowAt(context.db, 'businesses', viewerId)).name,
    connectedBusinessName: other?.name ?? null,
    businessId: viewerId,
    connectedBusinessId: otherId,
    initiatedBy: row.inviter_id,
    invitationId: row.invitation_id,
    createdAt: row.created_at,
    activatedAt: row.activated_at,
    archivedAt: row.archived_at,
  };
}

/** Returns the settings of one side; they exist as soon as the connection does. */
export const ownSide = (connectionId: string, businessId: string, { db }: HandlerContext) =>
  db
    .selectFrom('connection_sides')
    .selectAll()
    .where('connection_id', '=', connectionId)
    .where('business_id', '=', businessId)
    .executeTakeFirst();

async function tagsOf(
  side: Row<'connection_sides'> | undefined,
  viewerId: string,
  { db }: HandlerContext,
) {
  const ids: string[] = side ? JSON.parse(side.tag_ids) : [];
  if (ids.length === 0) return [];
  const tags = await db
    .selectFrom('tags')
    .innerJoin('businesses', 'businesses.account_id', 'tags.account_id')
    .select(['tags.id', 'tags.name', 'tags.color'])
    .where('businesses.id', '=', viewerId)
    .where('tags.id', 'in', ids)
    .execute();
  return ids.flatMap((id) => tags.find((tag) => tag.id === id) ?? []);
}
