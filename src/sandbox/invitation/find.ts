import type { Row } from '../tables.ts';
import type { World } from '../world.ts';

/** The invitation with this token; undefined when there is none. */
export const invitationWith = (
  { db, hash }: World,
  token: string,
): Promise<Row<'invitations'> | undefined> =>
  db.selectFrom('invitations').selectAll().where('token_hash', '=', hash(token)).executeTakeFirst();
