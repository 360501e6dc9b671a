/** Endings of invitations: accepted, rejected, cancelled, expired. */

import { ApiError } from '../../api/http/api-error.ts';
import type { InvitationStatus } from '../../api/operations/invite.ts';
import { activate, assertUnconnected, dropPending } from '../connection/lifecycle.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { readConfig } from '../context/settings.ts';
import { createInvalidFieldError } from '../context/validation.ts';
import { rowAt } from '../database/rows.ts';
import type { Row } from '../database/tables.ts';
import { type Job, unschedule } from '../jobs/schedule.ts';
import { mailBusiness } from '../notifications/outbox.ts';
import { findByToken, joinByPublicLink } from './public-link.ts';
import { assertInvitationPending, emitInvitationEvent } from './send.ts';

type Invitation = Row<'invitations'>;

/**
 * Accepts the invitation with this token for a business of the caller.
 *
 * A token of a public link joins by that link.
 */
export async function acceptInvitation(
  context: HandlerContext,
  businessId: string,
  token: string,
): Promise<{ invitation: Invitation; connection: Row<'connections'> }> {
  const found = await findByToken(context, token);
  if ('owner' in found) return joinByPublicLink(context, found.owner, businessId);
  const pending = found.invitation;
  if (pending.business_id === businessId) {
    throw createInvalidFieldError(
      'cannot_connect_to_self',
      'token',
      'A business cannot accept its own invitation.',
    );
  }
  refuseUnlessAsked(pending, businessId);
  if ((await readConfig(context.db)).strictEmail) await refuseUnlessAddressee(context, pending);
  assertInvitationPending(pending);
  await assertUnconnected(context, pending.business_id, businessId);
  const invitation = await end(context, pending, 'accepted', businessId);
  return {
    invitation,
    connection: await activate(context, pending.connection_id ?? '', businessId),
  };
}

/** Rejects an invitation as its addressee, or with its token, and emails the sender. */
export async function rejectInvitation(
  context: HandlerContext,
  pending: Invitation,
  businessId: string,
  token?: string,
): Promise<Invitation> {
  const hasToken = token !== undefined && context.hash(token) === pending.token_hash;
  if (!hasToken) await refuseUnlessAddressee(context, pending);
  refuseUnlessAsked(pending, businessId);
  assertInvitationPending(pending);
  const rejected = await end(context, pending, 'rejected', businessId);
  await dropPending(context, pending.connection_id);
  await mailBusiness(context, pending.business_id, {
    kind: 'invitation',
    subject: `${pending.email} rejected your invitation`,
    letter: { opening: `${pending.email} rejected your invitation to connect.` },
    invitationId: pending.id,
  });
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
  context: HandlerContext,
  pending: Invitation,
  status: 'cancelled' | 'expired',
): Promise<Invitation> {
  assertInvitationPending(pending);
  const ended = await end(context, pending, status, null);
  await dropPending(context, pending.connection_id);
  return ended;
}

async function end(
  context: HandlerContext,
  row: Invitation,
  status: Exclude<InvitationStatus, 'pending'>,
  receiverId: string | null,
): Promise<Invitation> {
  await unschedule(context, row.id);
  const ended = await context.db
    .updateTable('invitations')
    .set({ status, receiver_id: receiverId, responded_at: context.now().toISOString() })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await emitInvitationEvent(context, ended, status);
  return ended;
}

/** Throws a 403 for a request by a public link, unless it is that of this business. */
function refuseUnlessAsked({ id, kind, receiver_id }: Invitation, businessId: string): void {
  if (kind === 'direct' || receiver_id === businessId) return;
  throw new ApiError(403, 'not_receiver', `Invitation ${id} asks another business to connect.`);
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

export const invitationJobs = {
  async 'invitation.expire'(id, context) {
    const row = await rowAt(context.db, 'invitations', id);
    if (row.status === 'pending') await closeInvitation(context, row, 'expired');
  },
} satisfies Record<string, Job>;
