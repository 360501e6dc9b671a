import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepared } from '../../../src/sandbox/database/prepared.ts';
import type { SandboxTables } from '../../../src/sandbox/database/tables.ts';
import { openStore } from '../../../src/storage/open-database.ts';
import type { Store } from '../../../src/storage/store.ts';
import { openSandbox, temporaryFolder } from '../open-sandbox.ts';

let folder: string;
let store: Store<SandboxTables>;
beforeAll(async () => {
  folder = temporaryFolder();
  const sandbox = await openSandbox({ dataDir: folder });
  await sandbox.close();
  store = await openStore<SandboxTables>(join(folder, 'sandbox.db'));
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const add = prepared((db, row: { key: string; value: string }) =>
  db.insertInto('settings').values(row).returning('value'),
);
const byKey = prepared((db, { key }: { key: string }) =>
  db.selectFrom('settings').select('value').where('key', '=', key).where('value', '!=', 'none'),
);

test('a query is run with the values of each call, beside its constants', async () => {
  expect(await add(store.db, { key: 'a', value: '1' })).toEqual([{ value: '1' }]);
  expect(await add(store.db, { value: '2', key: 'b' })).toEqual([{ value: '2' }]);
  await add(store.db, { key: 'c', value: 'none' });
  expect(await byKey(store.db, { key: 'b' })).toEqual([{ value: '2' }]);
  expect(await byKey(store.db, { key: 'a' })).toEqual([{ value: '1' }]);
  expect(await byKey(store.db, { key: 'c' })).toEqual([]);
});

test('a query in a transaction sees its writes, and is undone with it', async () => {
  const isUndone = store.write(async (db) => {
    await add(db, { key: 'd', value: '4' });
    expect(await byKey(db, { key: 'd' })).toEqual([{ value: '4' }]);
    throw new Error('undo');
  });
  await expect(isUndone).rejects.toThrow('undo');
  expect(await byKey(store.db, { key: 'd' })).toEqual([]);
});

test('a value that the query does not bind is refused, not ignored', async () => {
  const forAnybody = prepared((db, _: { key: string }) => db.selectFrom('settings').selectAll());
  await expect(forAnybody(store.db, { key: 'a' })).rejects.toThrow('The query does not bind key.');
});

test('a query that takes a member away for one call writes its text for that call', async () => {
  const some = prepared((db, filter: { key?: string }) =>
    db
      .selectFrom('settings')
      .select('key')
      .where('key', 'in', ['a', 'b'])
      .$if(filter.key !== undefined, (query) => query.where('key', '=', filter.key ?? '')),
  );
  expect(await some(store.db, { key: 'a' })).toEqual([{ key: 'a' }]);
  expect(await some(store.db, {})).toHaveLength(2);
});
