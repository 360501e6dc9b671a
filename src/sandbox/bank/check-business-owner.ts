import { Refused } from '../../contract/http/api-error.ts';
import { notFound } from '../context/not-found.ts';
import type { Row } from '../database/tables.ts';
import type { World } from '../context/handler-context.ts';

/** The business that a body names. Throws `Refused`: 404 when it is unknown, 403 when it is another account's. */
export async function ownBusiness(id: string, { db, caller }: World): Promise<Row<'businesses'>> {
  const row = await db.selectFrom('businesses').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('business', id);
  if (row.account_id === caller?.accountId) return row;
  throw new Refused(403, 'business_forbidden', `Business ${id} belongs to another account.`);
}
