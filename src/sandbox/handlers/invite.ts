import { sql } from 'kysely';
import type { invite as contract } from '../../contract/invite.ts';
import { viewOf } from '../connection/view.ts';
import type { Handlers } from '../handler.ts';
import { acceptInvitation, closeInvitation, rejectInvitation } from '../invitation/answer.ts';
import { setPublicInvite } from '../invitation/public-link.ts';
import { resendInvitation, sendInvitation } from '../invitation/send.ts';
import { businessAt } from '../payment/find.ts';
import { toConnection } from '../records/connection.ts';
import { toInvitation } from '../records/invitation.ts';
import { readText } from '../rules/refuse.ts';
import type { Row } from '../tables.ts';
import type { World } from '../world.ts';

export const invite: Handlers<typeof contract> = {
  async send({ params: { businessId }, body: { email, aliasName } }, world) {
    const alias = aliasName === undefined ? null : readText(aliasName, 'aliasName', 255);
    return shown(await sendInvitation(world, { businessId, email, aliasName: alias }), world);
  },

  async list({ params: { businessId } }, world) {
    const { name } = await businessAt(world.db, businessId);
    const rows = await world.db
      .selectFrom('invitations')
      .selectAll()
      .where('business_id', '=', businessId)
      .orderBy('created_at')
      .orderBy(sql`rowid`)
      .execute();
    return rows.map((row) => toInvitation(row, name));
  },

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

const invitationAt = (id: string, { db }: World) =>
  db.selectFrom('invitations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function shown(row: Row<'invitations'>, world: World) {
  const { name } = await businessAt(world.db, row.business_id);
  return toInvitation(row, name);
}
