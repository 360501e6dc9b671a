import { mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { JournalUnusable, NotRecorded } from '../../src/journal/errors.ts';
import { openJournal } from '../../src/journal/journal.ts';
import { changed, givenJournal, initiate, seen, self, sender, stateFolder } from './given.ts';

async function closedJournal() {
  const { journal, folder } = await givenJournal();
  for (let i = 0; i < 30; i++) await journal.begin(initiate(`pay_${i}`), sender());
  await journal.close();
  await changed(folder, 'pragma wal_checkpoint(truncate)');
  return { folder, file: join(folder, 'journal.db') };
}

test('a file that is no database is left as it is, with its path and what is wrong', async () => {
  const folder = stateFolder();
  mkdirSync(folder);
  const file = join(folder, 'journal.db');
  const text = 'dear diary\n'.repeat(1_000);
  writeFileSync(file, text);

  const refused = openJournal(folder, self);
  await expect(refused).rejects.toThrow(JournalUnusable);
  await expect(refused).rejects.toThrow(file);
  await expect(refused).rejects.toThrow('file is not a database');
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('a folder that cannot be made stops it', async () => {
  const folder = stateFolder();
  mkdirSync(dirname(folder), { recursive: true });
  writeFileSync(folder, 'in the way');
  await expect(openJournal(folder, self)).rejects.toThrow(JournalUnusable);
});

test('it is not opened through a symbolic link', async () => {
  const folder = stateFolder();
  mkdirSync(folder);
  symlinkSync('/dev/null', join(folder, 'journal.db'));
  await expect(openJournal(folder, self)).rejects.toThrow(JournalUnusable);
});

test('a cut file is damaged', async () => {
  const { folder, file } = await closedJournal();
  truncateSync(file, 3 * 4_096);
  const cut = readFileSync(file);
  await expect(openJournal(folder, self)).rejects.toThrow(JournalUnusable);
  expect(readFileSync(file).equals(cut)).toBe(true);
});

test('overwritten pages are damage', async () => {
  const { folder, file } = await closedJournal();
  const bytes = readFileSync(file);
  bytes.fill(0xa5, 4_096 * 3, 4_096 * 6);
  writeFileSync(file, bytes);
  await expect(openJournal(folder, self)).rejects.toThrow(/malformed|damaged|missing/);
});

const missing = [
  ['a table', 'drop table verdicts', 'verdicts.verdict'],
  ['a column', 'alter table outcomes drop column request_id', 'outcomes.request_id'],
  ['the lock', 'drop index intents_lock', 'intents_lock.natural_key'],
] as const;

test.for(missing)('%s that is missing is said', async ([, statement, name]) => {
  const { folder } = await closedJournal();
  await changed(folder, statement);
  const refused = openJournal(folder, self);
  await expect(refused).rejects.toThrow(JournalUnusable);
  await expect(refused).rejects.toThrow(name);
});

test("a newer program's journal is not touched", async () => {
  const { folder } = await closedJournal();
  await changed(folder, 'pragma user_version = 99');
  await expect(openJournal(folder, self)).rejects.toThrow(/newer version/);
});

test("somebody else's database is not written into", async () => {
  const folder = stateFolder();
  await changed(folder, 'create table songs (title text)');
  await expect(openJournal(folder, self)).rejects.toThrow(/not a journal.*songs/);
});

test('a journal that fails later sends nothing, and says what it could not keep', async () => {
  const { journal, folder } = await givenJournal();
  const { intentId } = await journal.begin(initiate(), sender());
  await changed(folder, 'drop table outcomes');

  await expect(journal.begin(initiate('pay_2'), sender())).rejects.toThrow(JournalUnusable);
  await expect(journal.list()).rejects.toThrow(JournalUnusable);
  const settling = journal.settle(intentId, 'applied', seen('pmt_1'));
  await expect(settling).rejects.toThrow(NotRecorded);
  await expect(settling).rejects.toThrow(intentId);
});

test('the lock holds by itself', async () => {
  const { journal, folder } = await givenJournal();
  await journal.begin(initiate(), sender());
  const again = `insert into intents (id, run_id, operation, natural_key, in_doubt, origin, seen_before, idempotency_key, created_at)
    select 'int_b', run_id, operation, natural_key, 1, origin, seen_before, idempotency_key, created_at from intents`;
  await expect(changed(folder, again)).rejects.toThrow(/UNIQUE/);
});

test('opening again changes nothing and keeps everything', async () => {
  const { folder } = await closedJournal();
  const { journal } = await givenJournal({ folder });
  expect(await journal.list()).toHaveLength(30);
});
