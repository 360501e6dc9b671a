import type { Invitation } from '../../contract/invite.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import type { Row } from '../database/tables.ts';

/** Converts a row to the API's invitation. The token is only in the email. */
export const toInvitation = (row: Row<'invitations'>, businessName: string): Invitation => ({
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
