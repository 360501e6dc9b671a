import { ApiError } from '../../api/http/api-error.ts';
import type {
  Invitation as InvitationRecord,
  InvitationStatus,
} from '../../api/operations/invite.ts';
import { assertNotSuspended, displayNameOf } from '../business/records.ts';
import { pendingConnection } from '../connection/lifecycle.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { readEmail } from '../context/validation.ts';
import { rowAt } from '../database/rows.ts';
import type { Row } from '../database/tables.ts';
import { schedule, unschedule } from '../jobs/schedule.ts';
import { emit } from '../notifications/events.ts';
import { type Mail, mail } from '../notifications/outbox.ts';

type Invitation = Row<'invitations'>;

/** Lifetime of an invitation: 30 days, in ms. */
const LIFE_MS = 30 * 24 * 3_600_000;

/**
 * Sends an invitation by email and creates its pending connection.
 *
 * An address `expired@…` expires at once.
 */
export async function sendInvitation(
  context: HandlerContext,
  {
    businessId,
    email: emailText,
    aliasName,
  }: { businessId: string; email: string; aliasName: string | null },
): Promise<Invitation> {
  const email = readEmail(emailText);
  await assertNotSuspended(context, businessId);
  await refusePending(context, businessId, email);
  const lifeMs = email.startsWith('expired@') ? 0 : LIFE_MS;
  const { invitation, token } = await createInvitation(
    context,
    {
      kind: 'direct',
      email,
      alias_name: aliasName,
      status: 'pending',
      business_id: businessId,
      receiver_id: null,
    },
    lifeMs,
  );
  await mailInvitation(context, invitation, token);
  return invitation;
}

/**
 * Creates an invitation and its pending connection. One that is pending expires at the end of its lifetime.
 *
 * Returns also its token, of which only the hash is stored.
 */
export async function createInvitation(
  context: HandlerContext,
  draft: Pick<
    Invitation,
    'kind' | 'email' | 'alias_name' | 'status' | 'business_id' | 'receiver_id'
  >,
  lifeMs = LIFE_MS,
): Promise<{ invitation: Invitation; connection: Row<'connections'>; token: string }> {
  const id = context.newId('inv');
  const token = context.newSecret(32);
  const now = context.now().toISOString();
  const expiresAt = new Date(context.now().getTime() + lifeMs);
  const connection = await pendingConnection(context, {
    inviterId: draft.business_id,
    invitationId: id,
    alias: draft.alias_name,
  });
  const invitation: Invitation = {
    id,
    ...draft,
    token_hash: context.hash(token),
    connection_id: connection.id,
    created_at: now,
    sent_at: now,
    resend_count: 0,
    expires_at: expiresAt.toISOString(),
    responded_at: draft.status === 'pending' ? null : now,
  };
  await context.db.insertInto('invitations').values(invitation).execute();
  if (draft.status === 'pending') await schedule(context, 'invitation.expire', id, expiresAt);
  await emitInvitationEvent(context, invitation, 'created');
  return { invitation, connection, token };
}

/**
 * Sends the email again with the old token and restarts the lifetime.
 *
 * If no mail in the outbox has the token any more, a new one is made.
 *
 * @throws {ApiError} 409 unless the invitation is pending
 */
export async function resendInvitation(
  context: HandlerContext,
  row: Invitation,
): Promise<Invitation> {
  assertInvitationPending(row);
  const token = (await mailedToken(row.id, context)) ?? context.newSecret(32);
  const expiresAt = new Date(context.now().getTime() + LIFE_MS);
  const sent = await context.db
    .updateTable('invitations')
    .set({
      resend_count: row.resend_count + 1,
      sent_at: context.now().toISOString(),
      expires_at: expiresAt.toISOString(),
      token_hash: context.hash(token),
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await unschedule(context, row.id);
  await schedule(context, 'invitation.expire', row.id, expiresAt);
  await mailInvitation(context, sent, token);
  await emitInvitationEvent(context, sent, 'resent');
  return sent;
}

/**
 * Checks that an invitation is pending: not answered, cancelled or expired.
 *
 * @throws {ApiError} 409 if not
 */
export function assertInvitationPending({ id, status }: Invitation): void {
  if (status === 'pending') return;
  const code = status === 'expired' ? 'invitation_expired' : 'invitation_not_pending';
  throw new ApiError(409, code, `Invitation ${id} is ${status}.`);
}

export const emitInvitationEvent = (
  context: HandlerContext,
  { id, business_id }: Invitation,
  verb: Exclude<InvitationStatus, 'pending'> | 'created' | 'resent',
) => emit(context, `invitation.${verb}`, { id, businessId: business_id });

/** Returns the token of the latest email, since it is stored nowhere else; null if there is none. */
async function mailedToken(invitationId: string, { db }: HandlerContext): Promise<string | null> {
  const mailed = await db
    .selectFrom('outbox')
    .select('token')
    .where('invitation_id', '=', invitationId)
    .where('token', 'is not', null)
    .orderBy('seq', 'desc')
    .executeTakeFirst();
  return mailed?.token ?? null;
}

async function refusePending(
  { db }: HandlerContext,
  businessId: string,
  email: string,
): Promise<void> {
  const existing = await db
    .selectFrom('invitations')
    .select('id')
    .where('business_id', '=', businessId)
    .where('email', '=', email)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  if (!existing) return;
  throw new ApiError(
    409,
    'invitation_already_pending',
    `Invitation ${existing.id} to this address is still pending.`,
  );
}

/** Emails an invitation, or a request by a public link, with its token. */
export async function mailInvitation(
  context: HandlerContext,
  { id, kind, email, business_id }: Invitation,
  token: string,
): Promise<void> {
  const name = displayNameOf(await rowAt(context.db, 'businesses', business_id));
  await mail(context, {
    ...letters[kind](name),
    to: email,
    url: `${context.options.appUrl}/invite/${token}`,
    token,
    invitationId: id,
  });
}

const letters: Readonly<
  Record<Invitation['kind'], (name: string) => Pick<Mail, 'kind' | 'subject' | 'letter'>>
> = {
  direct: (name) => ({
    kind: 'invitation',
    subject: `${name} invites you to connect`,
    letter: {
      opening: `${name} invites you to connect, so that you can send each other invoices and pay them.`,
      action: { label: 'View the invitation' },
    },
  }),
  public: (name) => ({
    kind: 'public_request',
    subject: `${name} asks to connect`,
    letter: {
      opening: `${name} used your public link and asks to connect.`,
      action: { label: 'Accept or reject the request' },
    },
  }),
};

/** Converts a row to the API's invitation. The token is only in the email. */
export const toInvitation = (row: Row<'invitations'>, businessName: string): InvitationRecord => ({
  id: row.id,
  kind: row.kind,
  email: row.email,
  aliasName: row.alias_name,
  status: row.status,
  businessId: row.business_id,
  businessName,
  connectionId: row.connection_id,
  createdAt: row.created_at,
  sentAt: row.sent_at,
  resendCount: row.resend_count,
  expiresAt: row.expires_at,
  respondedAt: row.responded_at,
});

/** Returns the invitation with this token, or `undefined`. */
export const invitationWith = (
  { db, hash }: HandlerContext,
  token: string,
): Promise<Row<'invitations'> | undefined> =>
  db.selectFrom('invitations').selectAll().where('token_hash', '=', hash(token)).executeTakeFirst();
