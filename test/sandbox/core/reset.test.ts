import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { placeOf } from '../../../src/sandbox/server/startup.ts';
import { databaseCatalogOf } from '../../../src/storage/catalog.ts';
import { openAt } from '../../../src/storage/open-database.ts';
import { databaseFor } from '../../helpers/test-database.ts';
import { openTrade } from '../trading-partners.ts';

/** Who may ask stays, and so do the books of who asked what. */
const kept = ['settings', 'accounts', 'users', 'tokens', 'tags', 'idempotency', 'sign_in_failures'];

test('a reset deletes everything except access data', async () => {
  const trade = await openTrade();
  const { payee, connectionId } = trade;
  const form = new FormData();
  form.append('file', new Blob([Buffer.from('%PDF-1.7')]), 'a.pdf');
  const headers = { authorization: `Bearer ${payee.token}` };
  const sent = new Request('http://localhost/api/files', { method: 'POST', headers, body: form });
  const { id } = (await (await trade.fetch(sent)).json()) as { id: string };
  const body = { connectionId, amount: 10, attachments: [id] };
  await trade.done(payee, 'POST', `/api/businesses/${payee.businessId}/payables`, body);
  const payMe = `/api/businesses/${payee.businessId}/pay-me-link/configure`;
  await trade.done(payee, 'POST', payMe, { enabled: true });
  await trade.initiate(await trade.approved(5));
  await trade.control('POST', '/sandbox/reset', { seed: 'empty' });

  const { dataDir } = trade;
  const place = placeOf({ dataDir, database: databaseFor(dataDir) });
  const store = await openAt<Record<string, object>>(place);
  try {
    const filled: string[] = [];
    for (const name of await databaseCatalogOf(store.db).tables(store.db)) {
      const { rows: found } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(store.db);
      if (found.length > 0) filled.push(name);
    }
    expect(filled.filter((it) => !kept.includes(it))).toEqual([]);
  } finally {
    await store.close();
    await trade.close();
  }
});
