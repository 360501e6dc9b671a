import { ApiError } from '../../api/http/api-error.ts';
import type { PublicInviteSettings } from '../../api/operations/invite.ts';
import { assertNotSuspended, publicInviteOf } from '../business/records.ts';
import { activate, assertUnconnected } from '../connection/lifecycle.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { createInvalidFieldError } from '../context/validation.ts';
import { rowAt } from '../database/rows.ts';
import type { Row } from '../database/tables.ts';
import { addresseeOf } from '../notifications/outbox.ts';
import { createInvitation, emitInvitationEvent, invitationWith, mailInvitation } from './send.ts';

type Business = Row<'businesses'>;

/**
 * Enables or disables the public link of a business.
 *
 * Its URL is made once and kept.
 *
 * @throws {ApiError} 403 for a suspended business
 */
export async function setPublicInvite(
  context: HandlerContext,
  businessId: string,
  { enabled, requireApproval }: { enabled: boolean; requireApproval?: boolean | undefined },
): Promise<PublicInviteSettings> {
  const business = await rowAt(context.db, 'businesses', businessId);
  if (enabled) await assertNotSuspended(context, businessId);
  const updated = await context.db
    .updateTable('businesses')
    .set({
      public_invite_enabled: enabled ? 1 : 0,
      public_invite_token: business.public_invite_token ?? context.newSecret(32),
      updated_at: context.now().toISOString(),
      ...(requireApproval !== undefined && { public_invite_approval: requireApproval ? 1 : 0 }),
    })
    .where('id', '=', businessId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return publicInviteOf(updated, context.options.appUrl);
}

/**
 * Returns the invitation with this token, or the business whose public link has it.
 *
 * @throws {ApiError} 404 if there is neither, or the link is disabled, or the business is suspended
 */
export async function findByToken(
  context: HandlerContext,
  token: string,
): Promise<{ readonly invitation: Row<'invitations'> } | { readonly owner: Business }> {
  const invitation = await invitationWith(context, token);
  if (invitation) return { invitation };
  const owner = await context.db
    .selectFrom('businesses')
    .selectAll()
    .where('public_invite_token', '=', token)
    .where('public_invite_enabled', '=', 1)
    .where('status', '!=', 'suspended')
    .executeTakeFirst();
  if (owner) return { owner };
  throw new ApiError(404, 'invitation_not_found', 'No invitation found for this token.');
}

/**
 * Joins a business by its public link: connected at once, or, if the owner approves joiners, requested by an invitation
 * from the joiner that the owner accepts or rejects.
 */
export async function joinByPublicLink(context: HandlerContext, owner: Business, joinerId: string) {
  if (owner.id === joinerId) {
    throw createInvalidFieldError(
      'cannot_connect_to_self',
      'token',
      'A business cannot connect to itself.',
    );
  }
  await assertNotSuspended(context, joinerId);
  await assertUnconnected(context, owner.id, joinerId);
  return owner.public_invite_approval === 1
    ? askOwner(context, owner, joinerId)
    : connectImmediately(context, owner, joinerId);
}

/** Connects both businesses at once, with an invitation that is accepted from the start. */
async function connectImmediately(context: HandlerContext, owner: Business, joinerId: string) {
  const { invitation, connection: pending } = await createInvitation(context, {
    kind: 'public',
    email: (await addresseeOf(context.db, joinerId)) ?? '',
    alias_name: null,
    status: 'accepted',
    business_id: owner.id,
    receiver_id: joinerId,
  });
  const connection = await activate(context, pending.id, joinerId);
  await emitInvitationEvent(context, invitation, 'accepted');
  return { invitation, connection };
}

async function askOwner(context: HandlerContext, owner: Business, joinerId: string) {
  await assertNotInvited(context, owner.id, joinerId);
  const { invitation, connection, token } = await createInvitation(context, {
    kind: 'public',
    email: (await addresseeOf(context.db, owner.id)) ?? '',
    alias_name: null,
    status: 'pending',
    business_id: joinerId,
    receiver_id: owner.id,
  });
  await mailInvitation(context, invitation, token);
  return { invitation, connection };
}

async function assertNotInvited(
  { db }: HandlerContext,
  ownerId: string,
  joinerId: string,
): Promise<void> {
  const existing = await db
    .selectFrom('invitations')
    .select('id')
    .where('business_id', '=', joinerId)
    .where('receiver_id', '=', ownerId)
    .where('kind', '=', 'public')
    .where('status', '=', 'pending')
    .executeTakeFirst();
  if (!existing) return;
  throw new ApiError(
    409,
    'invitation_already_pending',
    `Request ${existing.id} to this business is still pending.`,
  );
}
