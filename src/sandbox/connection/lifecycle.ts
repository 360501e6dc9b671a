/** The life of connections: pending, active, dropped. */

import { ApiError } from '../../api/http/api-error.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import type { Row } from '../database/tables.ts';
import { emit } from '../notifications/events.ts';

/** Creates a connection that waits for its invitee. */
export async function pendingConnection(
  context: HandlerContext,
  {
    inviterId,
    invitationId,
    alias,
  }: { inviterId: string; invitationId: string; alias: string | null },
): Promise<Row<'connections'>> {
  const row = await context.db
    .insertInto('connections')
    .values({
      id: context.newId('conn'),
      inviter_id: inviterId,
      status: 'pending',
      invitation_id: invitationId,
      created_at: context.now().toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await addSide(context, row.id, inviterId, alias);
  return row;
}

/** Activates a connection: the invitation was accepted. */
export async function activate(
  context: HandlerContext,
  connectionId: string,
  inviteeId: string,
): Promise<Row<'connections'>> {
  const row = await context.db
    .updateTable('connections')
    .set({ invitee_id: inviteeId, status: 'active', activated_at: context.now().toISOString() })
    .where('id', '=', connectionId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await addSide(context, connectionId, inviteeId, null);
  await emit(context, 'connection.activated', {
    id: connectionId,
    businessId: row.inviter_id,
    data: { inviteeId },
  });
  return row;
}

/** Deletes a pending connection whose invitation was not accepted. Does nothing for null. */
export async function dropPending(
  { db }: HandlerContext,
  connectionId: string | null,
): Promise<void> {
  if (connectionId === null) return;
  await db.deleteFrom('connection_sides').where('connection_id', '=', connectionId).execute();
  await db
    .deleteFrom('connections')
    .where('id', '=', connectionId)
    .where('status', '=', 'pending')
    .execute();
}

/** Reports whether two businesses have an active connection. */
export async function areConnected(
  { db }: HandlerContext,
  businessId: string,
  otherId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('connections')
    .select('id')
    .where('status', '=', 'active')
    .where('inviter_id', 'in', [businessId, otherId])
    .where('invitee_id', 'in', [businessId, otherId])
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Checks that two businesses have no active connection.
 *
 * @throws {ApiError} 409 if they have
 */
export async function assertUnconnected(
  context: HandlerContext,
  businessId: string,
  otherId: string,
): Promise<void> {
  if (!(await areConnected(context, businessId, otherId))) return;
  throw new ApiError(409, 'already_connected', 'The two businesses are already connected.');
}

const addSide = (
  { db }: HandlerContext,
  connectionId: string,
  businessId: string,
  alias: string | null,
) =>
  db
    .insertInto('connection_sides')
    .values({
      connection_id: connectionId,
      business_id: businessId,
      alias,
      tag_ids: '[]',
      auto_approve: 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
