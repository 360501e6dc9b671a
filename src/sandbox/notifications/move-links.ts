import { sql, type Transaction } from 'kysely';
import type { SandboxTables } from '../database/tables.ts';

/** Changes the base URL in the links of emails. */
export async function moveLinks(
  db: Transaction<SandboxTables>,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const url = sql<string>`replace(url, ${`${from}/`}, ${`${to}/`})`;
  await db.updateTable('outbox').set({ url }).where('url', 'is not', null).execute();
}
