/** Views of connections for one side. */

import { ApiError } from '../../contract/http/api-error.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import type { Row } from '../database/tables.ts';
import type { ConnectionView } from './records.ts';

type Connection = Row<'connections'>;

/** Returns a connection. Rejects with Kysely's error if the id is unknown. */
export const connectionAt = (id: string, { db }: HandlerContext): Promise<Connection> =>
  db.selectFrom('connections').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/**
 * Returns the business that asks: the named one, or else the caller's business among the two, the inviter first.
 *
 * @throws {ApiError} 403 if the business is not a side, or not the caller's
 */
export async function sideOf(
  connection: Connection,
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

/** Returns the connection as one side sees it. */
export async function viewOf(
  connection: Connection,
  viewerId: string,
  context: HandlerContext,
): Promise<ConnectionView> {
  const otherId =
    connection.inviter_id === viewerId ? connection.invitee_id : connection.inviter_id;
  const side = await ownSide(connection.id, viewerId, context);
  return {
    connection,
    viewerId,
    viewerName: (await nameOf(viewerId, context)) ?? '',
    otherId,
    otherName: otherId === null ? null : await nameOf(otherId, context),
    side,
    tags: await tagsOf(side, viewerId, context),
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

async function nameOf(id: string, { db }: HandlerContext): Promise<string | null> {
  const row = await db
    .selectFrom('businesses')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.name ?? null;
}

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
    .selectAll('tags')
    .where('businesses.id', '=', viewerId)
    .where('tags.id', 'in', ids)
    .execute();
  return ids.flatMap((id) => tags.find((tag) => tag.id === id) ?? []);
}
