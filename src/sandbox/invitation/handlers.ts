import { sql } from 'kysely';
import type { invite as contract } from '../../api/operations/invite.ts';
import { toConnection } from '../connection/view.ts';
import type { HandlerContext, Handlers } from '../context/handler-context.ts';
import { readTrimmedText } from '../context/validation.ts';
import { rowAt } from '../database/rows.ts';
import type { Row } from '../database/tables.ts';
import { acceptInvitation, closeInvitation, rejectInvitation } from './accept-reject.ts';
import { setPublicInvite } from './public-link.ts';
import { resendInvitation, sendInvitation, toInvitation } from './send.ts';

export const inviteHandlers: Handlers<typeof contract> = {
  async send({ params: { businessId }, body: { email, aliasName } }, context) {
    const alias = aliasName === undefined ? null : readTrimmedText(aliasName, 'aliasName', 255);
    return toInvitationView(
      await sendInvitation(context, { businessId, email, aliasName: alias }),
      context,
    );
  },

  list: ({ params: { businessId }, query }, context) =>
    listed(businessId, query.direction ?? 'sent', context),

  cancel: async ({ params }, context) =>
    toInvitationView(
      await closeInvitation(
        context,
        await rowAt(context.db, 'invitations', params.invitationId),
        'cancelled',
      ),
      context,
    ),

  resend: async ({ params }, context) =>
    toInvitationView(
      await resendInvitation(context, await rowAt(context.db, 'invitations', params.invitationId)),
      context,
    ),

  async accept({ params: { businessId }, body: { token } }, context) {
    const { invitation, connection } = await acceptInvitation(context, businessId, token);
    return {
      invitation: await toInvitationView(invitation, context),
      connection: await toConnection(connection, businessId, context),
    };
  },

  reject: async ({ params: { businessId, invitationId }, body }, context) => {
    const invitation = await rowAt(context.db, 'invitations', invitationId);
    return toInvitationView(
      await rejectInvitation(context, invitation, businessId, body?.token),
      context,
    );
  },

  publicSettings: ({ params, body }, context) => setPublicInvite(context, params.businessId, body),
};

/** Returns the invitations that a business sent, or those to an email address of the caller's account, oldest first. */
async function listed(
  businessId: string,
  direction: 'sent' | 'received',
  { db, caller }: HandlerContext,
) {
  const own = db
    .selectFrom('users')
    .select('email')
    .where('account_id', '=', caller?.accountId ?? '');
  const rows = await db
    .selectFrom('invitations')
    .innerJoin('businesses', 'businesses.id', 'invitations.business_id')
    .selectAll('invitations')
    .select('businesses.name')
    .where((eb) =>
      direction === 'sent'
        ? eb('invitations.business_id', '=', businessId)
        : eb('invitations.email', 'in', own),
    )
    .orderBy('invitations.created_at')
    .orderBy(sql`invitations.rowid`)
    .execute();
  return rows.map((row) => toInvitation(row, row.name));
}

async function toInvitationView(row: Row<'invitations'>, context: HandlerContext) {
  const { name } = await rowAt(context.db, 'businesses', row.business_id);
  return toInvitation(row, name);
}
