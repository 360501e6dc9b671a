import { ApiError } from '../../contract/http/api-error.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import type { Row } from '../database/tables.ts';
import type { ConnectionView } from './records.ts';

type Connection = Row<'connections'>;

export const connectionAt = (id: string, { db }: HandlerContext): Promise<Connection> =>
  db.selectFrom('connections').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/**
 * The side that is asking: the business named, else the one of the two that is the caller's, the inviter first.
 * Throws `ApiError` (403) for a business that is no side, or not the caller's.
 */
export async function sideOf(
  connection: Connection,
  asked: string | undefined,
  { db, caller }: HandlerContext,
): Promise<string> {
  const sides = [connection.inviter_id, connection.invitee_id].filter((it) => it !== null);
  const own = await db
    .selectFrom('businesses')
    .select('id')
    .where('id', 'in', sides)
    .where('account_id', '=', caller?.accountId ?? '')
    .execute();
  const side = sides.find(
    (id) => own.some((it) => it.id === id) && (asked === undefined || asked === id),
  );
  if (side !== undefined) return side;
  throw new ApiError(
    403,
    'business_forbidden',
    `Business ${asked} is not your side of connection ${connection.id}.`,
  );
}

/** The connection as this side sees it. */
export async function viewOf(
  connection: Connection,
  viewerId: string,
  world: HandlerContext,
): Promise<ConnectionView> {
  const otherId =
    connection.inviter_id === viewerId ? connection.invitee_id : connection.inviter_id;
  const side = await ownSide(connection.id, viewerId, world);
  return {
    connection,
    viewerId,
    viewerName: (await nameOf(viewerId, world)) ?? '',
    otherId,
    otherName: otherId === null ? null : await nameOf(otherId, world),
    side,
    tags: await tagsOf(side, viewerId, world),
  };
}

/** What a side keeps for itself; it is there as soon as the connection is. */
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
