import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openJournal } from '../../src/journal/journal.ts';
import { openStore } from '../../src/storage/open-database.ts';
import { initiate, self, sender } from '../journal/fixture.ts';
import { openSandbox, temporaryFolder } from '../sandbox/open-sandbox.ts';

/** A folder with a database that version 0.1.0 wrote through libsql, whole in its one file. */
function folderWith(name: 'journal' | 'sandbox'): string {
  const folder = temporaryFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(folder, { recursive: true });
  const packed = readFileSync(new URL(`${name}.db.gz`, import.meta.url));
  writeFileSync(join(folder, `${name}.db`), gunzipSync(packed), { mode: 0o600 });
  return folder;
}

async function integrityOf(file: string): Promise<unknown> {
  const store = await openStore(file);
  const { rows } = await sql`pragma integrity_check`.execute(store.db);
  await store.close();
  return rows;
}

test('a journal of an earlier version is read, reconciled and continued', async () => {
  const folder = folderWith('journal');
  const journal = await openJournal(folder, self);
  const [newest, ...older] = await journal.list();
  expect(newest).toMatchObject({ operation: 'pay.quickPay', outcome: 'applied' });
  expect(older.map(({ outcome }) => outcome)).toEqual(['rejected', 'unknown', 'applied']);

  const [unresolved, ...others] = await journal.list({ unresolved: true });
  expect([unresolved?.id, others]).toEqual(['int_n4jfgzjvxuzs6ia6', []]);
  await journal.resolve('int_n4jfgzjvxuzs6ia6', 'not-applied', 'seen in the records');
  const { intentId } = await journal.begin(initiate(), sender());
  await journal.recordOutcome(intentId, 'applied', {
    requestId: null,
    serverId: 'pmt_1',
    status: 201,
  });
  await journal.close();

  const again = await openJournal(folder, self);
  expect(await again.list({ unresolved: true })).toEqual([]);
  expect((await again.list()).map(({ id }) => id)).toEqual([
    intentId,
    newest?.id,
    ...older.map(({ id }) => id),
  ]);
  await again.close();
  expect(await integrityOf(join(folder, 'journal.db'))).toEqual([{ integrity_check: 'ok' }]);
});

test('a sandbox of an earlier version is served with its payments, files and ledger, and continues', async () => {
  const dataDir = folderWith('sandbox');
  const business = 'biz_i45kw5ydbnoe66wd';
  const first = await openSandbox({ dataDir });
  const token = await first.ownerToken();
  const payable = `/api/businesses/${business}/payables/pay_zfqpskomqaz5hmsz`;
  expect((await first.send('GET', payable, { token })).body).toMatchObject({ status: 'PAID' });
  const logo = await first.send('GET', '/api/public/logos/file_ijbjdtqfs5ps6p3a');
  expect([logo.status, [...logo.bytes.subarray(0, 4)]]).toEqual([200, [0x89, 0x50, 0x4e, 0x47]]);

  const payment = {
    connectionId: 'conn_xdgcvgr67xwhcesa',
    amount: 3,
    fundingSourceId: 'fs_6eiitv5edkst6qaa',
  };
  const paid = await first.send('POST', '/api/payments/quick-pay', { token, body: payment });
  expect(paid.status).toBe(201);
  await first.close();

  const second = await openSandbox({ dataDir });
  const books = await second.control('GET', '/sandbox/ledger/check');
  expect(books).toMatchObject({ ok: true, difference: 0 });
  await second.close();
  expect(await integrityOf(join(dataDir, 'sandbox.db'))).toEqual([{ integrity_check: 'ok' }]);
});
