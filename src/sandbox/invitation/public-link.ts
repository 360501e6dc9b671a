/** Public invitation links of businesses. */

import { ApiError } from '../../contract/http/api-error.ts';
import type { PublicInviteSettings } from '../../contract/invite.ts';
import { assertNotSuspended, displayNameOf, publicInviteOf } from '../business/records.ts';
import { activate, areConnected, pendingConnection } from '../connection/lifecycle.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { createInvalidFieldError } from '../context/validation.ts';
import type { Row } from '../database/tables.ts';
import { schedule } from '../jobs/schedule.ts';
import { addresseeOf, mail } from '../notifications/outbox.ts';
import { businessAt } from '../payment/records.ts';
import { emitInvitationEvent, LIFE_MS } from './send.ts';

type Business = Row<'businesses'>;

/**
 * Enables or disables the public link of a business.
 *
 * Its URL is made once and kept.
 *
 * @throws {ApiError} 403 for a suspended business
 */
export async function setPublicInvite(
  world: HandlerContext,
  businessId: string,
  { enabled, requireApproval }: { enabled: boolean; requireApproval?: boolean | undefined },
): Promise<PublicInviteSettings> {
  const business = await businessAt(world.db, businessId);
  if (enabled) await assertNotSuspended(world, businessId);
  const changed = await world.db
    .updateTable('businesses')
    .set({
      public_invite_enabled: enabled ? 1 : 0,
      public_invite_token: business.public_invite_token ?? world.newSecret(32),
      updated_at: world.now().toISOString(),
      ...(requireApproval !== undefined && { public_invite_approval: requireApproval ? 1 : 0 }),
    })
    .where('id', '=', businessId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return publicInviteOf(changed, world.options.appUrl);
}

/**
 * Returns the business whose public link has this token; `undefined` if there is none, or the link is disabled, or the
 * business is suspended.
 */
export const ownerOfPublicLink = (
  { db }: HandlerContext,
  token: string,
): Promise<Business | undefined> =>
  db
    .selectFrom('businesses')
    .selectAll()
    .where('public_invite_token', '=', token)
    .where('public_invite_enabled', '=', 1)
    .where('status', '!=', 'suspended')
    .executeTakeFirst();

/**
 * Joins a business by its public link: connected at once, or, if the owner approves joiners, requested by an invitation
 * from the joiner that the owner accepts or rejects.
 *
 * @throws {ApiError} 403, 409, 422
 */
export async function joinByPublicLink(world: HandlerContext, owner: Business, joinerId: string) {
  if (owner.id === joinerId) {
    throw createInvalidFieldError(
      'cannot_connect_to_self',
      'token',
      'A business cannot connect to itself.',
    );
  }
  await assertNotSuspended(world, joinerId);
  if (await areConnected(world, owner.id, joinerId)) {
    throw new ApiError(409, 'already_connected', 'The two businesses are already connected.');
  }
  return owner.public_invite_approval === 1
    ? askOwner(world, owner, joinerId)
    : connectAtOnce(world, owner, joinerId);
}

/** Connects both businesses at once, with an invitation that is accepted from the start. */
async function connectAtOnce(world: HandlerContext, owner: Business, joinerId: string) {
  const id = world.newId('inv');
  const pending = await pendingConnection(world, {
    inviterId: owner.id,
    invitationId: id,
    alias: null,
  });
  const now = world.now().toISOString();
  const invitation = await insert(world, {
    ...blank(world, id),
    email: (await addresseeOf(world.db, joinerId)) ?? '',
    status: 'accepted',
    business_id: owner.id,
    receiver_id: joinerId,
    token_hash: world.hash(world.newSecret(32)),
    connection_id: pending.id,
    responded_at: now,
  });
  await emitInvitationEvent(world, invitation, 'created');
  const connection = await activate(world, pending.id, joinerId);
  await emitInvitationEvent(world, invitation, 'accepted');
  return { invitation, connection };
}

async function askOwner(world: HandlerContext, owner: Business, joinerId: string) {
  await refuseAskedAlready(world, owner.id, joinerId);
  const id = world.newId('inv');
  const token = world.newSecret(32);
  const connection = await pendingConnection(world, {
    inviterId: joinerId,
    invitationId: id,
    alias: null,
  });
  const invitation = await insert(world, {
    ...blank(world, id),
    email: (await addresseeOf(world.db, owner.id)) ?? '',
    status: 'pending',
    business_id: joinerId,
    receiver_id: owner.id,
    token_hash: world.hash(token),
    connection_id: connection.id,
    responded_at: null,
  });
  await schedule(world, 'invitation.expire', id, new Date(invitation.expires_at));
  await emitInvitationEvent(world, invitation, 'created');
  const name = displayNameOf(await businessAt(world.db, joinerId));
  await mail(world, {
    kind: 'public_request',
    to: invitation.email,
    subject: `${name} asks to connect`,
    text: `${name} used your public link. Accept the request with its link, or reject it.`,
    url: `${world.options.appUrl}/invite/${token}`,
    token,
    invitationId: id,
  });
  return { invitation, connection };
}

async function refuseAskedAlready(
  { db }: HandlerContext,
  ownerId: string,
  joinerId: string,
): Promise<void> {
  const twin = await db
    .selectFrom('invitations')
    .select('id')
    .where('business_id', '=', joinerId)
    .where('receiver_id', '=', ownerId)
    .where('kind', '=', 'public')
    .where('status', '=', 'pending')
    .executeTakeFirst();
  if (!twin) return;
  throw new ApiError(
    409,
    'invitation_already_pending',
    `Request ${twin.id} to this business is still pending.`,
  );
}

const blank = (world: HandlerContext, id: string) => ({
  id,
  kind: 'public' as const,
  alias_name: null,
  created_at: world.now().toISOString(),
  sent_at: world.now().toISOString(),
  resend_count: 0,
  expires_at: new Date(world.now().getTime() + LIFE_MS).toISOString(),
});

async function insert(
  { db }: HandlerContext,
  row: Row<'invitations'>,
): Promise<Row<'invitations'>> {
  await db.insertInto('invitations').values(row).execute();
  return row;
}
