import { mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { JournalUnavailableError } from '../../src/money/journal/errors.ts';
import { openJournal } from '../../src/money/journal/journal.ts';
import { changed, givenJournal, initiate, self, sender, stateFolder } from './fixture.ts';

async function closedJournal() {
  const { journal, folder } = await givenJournal();
  for (let i = 0; i < 30; i++) await journal.begin(initiate(`pay_${i}`), sender());
  await journal.close();
  await changed(folder, 'pragma wal_checkpoint(truncate)');
  return { folder, file: join(folder, 'journal.db') };
}

test('a file that is not a database is left unchanged, and reported with path and reason', async () => {
  const folder = stateFolder();
  mkdirSync(folder);
  const file = join(folder, 'journal.db');
  const text = 'dear diary\n'.repeat(1_000);
  writeFileSync(file, text);

  const refused = openJournal(folder, self);
  await expect(refused).rejects.toThrow(JournalUnavailableError);
  await expect(refused).rejects.toThrow(file);
  await expect(refused).rejects.toThrow('file is not a database');
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('fails if the directory cannot be created', async () => {
  const folder = stateFolder();
  mkdirSync(dirname(folder), { recursive: true });
  writeFileSync(folder, 'in the way');
  await expect(openJournal(folder, self)).rejects.toThrow(JournalUnavailableError);
});

test('is not opened through a symbolic link', async () => {
  const folder = stateFolder();
  mkdirSync(folder);
  symlinkSync('/dev/null', join(folder, 'journal.db'));
  await expect(openJournal(folder, self)).rejects.toThrow(JournalUnavailableError);
});

test('a truncated file is damaged', async () => {
  const { folder, file } = await closedJournal();
  truncateSync(file, 3 * 4_096);
  const cut = readFileSync(file);
  await expect(openJournal(folder, self)).rejects.toThrow(JournalUnavailableError);
  expect(readFileSync(file).equals(cut)).toBe(true);
});

test('overwritten pages are damage', async () => {
  const { folder, file } = await closedJournal();
  const bytes = readFileSync(file);
  bytes.fill(0xa5, 4_096 * 3, 4_096 * 6);
  writeFileSync(file, bytes);
  await expect(openJournal(folder, self)).rejects.toThrow(/malformed|damaged|missing/);
});
