/** Endings of invitations: accepted, rejected, cancelled, expired. */

import { ApiError } from '../../contract/http/api-error.ts';
import type { InvitationStatus } from '../../contract/invite.ts';
import { activate, areConnected, dropPending } from '../connection/lifecycle.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { readConfig } from '../context/settings.ts';
import { createInvalidFieldError } from '../context/validation.ts';
import type { Row } from '../database/tables.ts';
import { type Job, unschedule } from '../jobs/schedule.ts';
import { addresseeOf, mail } from '../notifications/outbox.ts';
import { joinByPublicLink, ownerOfPublicLink } from './public-link.ts';
import { invitationWith } from './records.ts';
import { assertInvitationPending, emitInvitationEvent } from './send.ts';

type Invitation = Row<'invitations'>;

/**
 * Accepts the invitation with this token for a business of the caller.
 *
 * A token of a public link joins by that link.
 *
 * @throws {ApiError} 403, 404, 409, 422
 */
export async function acceptInvitation(
  world: HandlerContext,
  businessId: string,
  token: string,
): Promise<{ invitation: Invitation; connection: Row<'connections'> }> {
  const found = await invitationWith(world, token);
  if (!found) return joinWith(token, businessId, world);
  if (found.business_id === businessId) {
    throw createInvalidFieldError(
      'cannot_connect_to_self',
      'token',
      'A business cannot accept its own invitation.',
    );
  }
  if ((await readConfig(world.db)).strictEmail) await refuseUnlessAddressee(world, found);
  assertInvitationPending(found);
  if (await areConnected(world, found.business_id, businessId)) {
    throw new ApiError(409, 'already_connected', 'The two businesses are already connected.');
  }
  const invitation = await end(world, found, 'accepted', businessId);
  return { invitation, connection: await activate(world, found.connection_id ?? '', businessId) };
}

/** Joins by a public link, since a token without an invitation may be one of a link. */
async function joinWith(token: string, businessId: string, world: HandlerContext) {
  const owner = await ownerOfPublicLink(world, token);
  if (owner) return joinByPublicLink(world, owner, businessId);
  throw new ApiError(404, 'invitation_not_found', 'No invitation found for this token.');
}

/**
 * Rejects an invitation as its addressee, or with its token, and emails the sender.
 *
 * @throws {ApiError} 403, 409
 */
export async function rejectInvitation(
  world: HandlerContext,
  found: Invitation,
  businessId: string,
  token?: string,
): Promise<Invitation> {
  const hasToken = token !== undefined && world.hash(token) === found.token_hash;
  if (!hasToken) await refuseUnlessAddressee(world, found);
  assertInvitationPending(found);
  const rejected = await end(world, found, 'rejected', businessId);
  await dropPending(world, found.connection_id);
  const to = await addresseeOf(world.db, found.business_id);
  if (to !== undefined) {
    await mail(world, {
      kind: 'invitation',
      to,
      subject: 'Your invitation was rejected',
      text: `${found.email} declined to connect.`,
      invitationId: found.id,
    });
  }
  return rejected;
}

/**
 * Cancels or expires an invitation and deletes its pending connection.
 *
 * Its token cannot be used any more.
 *
 * @throws {ApiError} 409 unless it is pending
 */
export async function closeInvitation(
  world: HandlerContext,
  found: Invitation,
  status: 'cancelled' | 'expired',
): Promise<Invitation> {
  assertInvitationPending(found);
  const closed = await end(world, found, status, null);
  await dropPending(world, found.connection_id);
  return closed;
}

async function end(
  world: HandlerContext,
  row: Invitation,
  status: InvitationStatus,
  receiverId: string | null,
): Promise<Invitation> {
  await unschedule(world, row.id, 'invitation.expire');
  const ended = await world.db
    .updateTable('invitations')
    .set({ status, receiver_id: receiverId, responded_at: world.now().toISOString() })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await emitInvitationEvent(world, ended, status);
  return ended;
}

async function refuseUnlessAddressee(
  { db, caller }: HandlerContext,
  { id, email }: Invitation,
): Promise<void> {
  const member = await db
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', caller?.accountId ?? '')
    .where('email', '=', email)
    .executeTakeFirst();
  if (member) return;
  throw new ApiError(
    403,
    'not_receiver',
    `Invitation ${id} was sent to a different email address.`,
  );
}

/** The job that expires an invitation without an answer. */
export const invitationJobs = {
  async 'invitation.expire'(id, world) {
    const row = await world.db
      .selectFrom('invitations')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (row.status === 'pending') await closeInvitation(world, row, 'expired');
  },
} satisfies Record<string, Job>;
