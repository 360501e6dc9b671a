import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** Where mails to a business go: to the owner of its account, who has been there longest. */
export async function addresseeOf(
  db: Kysely<Tables>,
  businessId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .innerJoin('businesses', 'businesses.account_id', 'users.account_id')
    .select('users.email')
    .where('businesses.id', '=', businessId)
    .orderBy((it) => it.case().when('users.role', '=', 'owner').then(0).else(1).end())
    .orderBy('users.created_at')
    .limit(1)
    .executeTakeFirst();
  return row?.email;
}
