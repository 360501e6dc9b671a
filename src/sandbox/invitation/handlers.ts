import { sql } from 'kysely';
import type { invite as contract } from '../../contract/invite.ts';
import { toConnection } from '../connection/records.ts';
import { viewOf } from '../connection/view.ts';
import type { HandlerContext, Handlers } from '../context/handler-context.ts';
import { readTrimmedText } from '../context/validation.ts';
import type { Row } from '../database/tables.ts';
import { businessAt } from '../payment/records.ts';
import { acceptInvitation, closeInvitation, rejectInvitation } from './accept-reject.ts';
import { setPublicInvite } from './public-link.ts';
import { toInvitation } from './records.ts';
import { resendInvitation, sendInvitation } from './send.ts';

export const inviteHandlers: Handlers<typeof contract> = {
  async send({ params: { businessId }, body: { email, aliasName } }, world) {
    const alias = aliasName === undefined ? null : readTrimmedText(aliasName, 'aliasName', 255);
    return shown(await sendInvitation(world, { businessId, email, aliasName: alias }), world);
  },

  list: ({ params: { businessId }, query }, world) =>
    query.direction === 'received' ? received(world) : sent(businessId, world),

  cancel: async ({ params }, world) =>
    shown(
      await closeInvitation(world, await invitationAt(params.invitationId, world), 'cancelled'),
      world,
    ),

  resend: async ({ params }, world) =>
    shown(await resendInvitation(world, await invitationAt(params.invitationId, world)), world),

  async accept({ params: { businessId }, body: { token } }, world) {
    const { invitation, connection } = await acceptInvitation(world, businessId, token);
    return {
      invitation: await shown(invitation, world),
      connection: toConnection(await viewOf(connection, businessId, world)),
    };
  },

  reject: async ({ params: { businessId, invitationId }, body }, world) => {
    const found = await invitationAt(invitationId, world);
    return shown(await rejectInvitation(world, found, businessId, body?.token), world);
  },

  publicSettings: ({ params, body }, world) => setPublicInvite(world, params.businessId, body),
};

async function sent(businessId: string, { db }: HandlerContext) {
  const { name } = await businessAt(db, businessId);
  const rows = await db
    .selectFrom('invitations')
    .selectAll()
    .where('business_id', '=', businessId)
    .orderBy('created_at')
    .orderBy(sql`rowid`)
    .execute();
  return rows.map((row) => toInvitation(row, name));
}

/** Those that went to an email address of the caller's account. */
async function received({ db, caller }: HandlerContext) {
  const own = db
    .selectFrom('users')
    .select('email')
    .where('account_id', '=', caller?.accountId ?? '');
  const rows = await db
    .selectFrom('invitations')
    .innerJoin('businesses', 'businesses.id', 'invitations.business_id')
    .selectAll('invitations')
    .select('businesses.name')
    .where('invitations.email', 'in', own)
    .orderBy('invitations.created_at')
    .orderBy(sql`invitations.rowid`)
    .execute();
  return rows.map((row) => toInvitation(row, row.name));
}

const invitationAt = (id: string, { db }: HandlerContext) =>
  db.selectFrom('invitations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function shown(row: Row<'invitations'>, world: HandlerContext) {
  const { name } = await businessAt(world.db, row.business_id);
  return toInvitation(row, name);
}
