import type { Row } from '../database/tables.ts';
import type { World } from '../context/handler-context.ts';

/** The invitation with this token; undefined when there is none. */
export const invitationWith = (
  { db, hash }: World,
  token: string,
): Promise<Row<'invitations'> | undefined> =>
  db.selectFrom('invitations').selectAll().where('token_hash', '=', hash(token)).executeTakeFirst();
