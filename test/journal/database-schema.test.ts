import { expect, test } from 'vitest';
import { JournalUnavailableError, JournalWriteError } from '../../src/money/journal/errors.ts';
import { openJournal } from '../../src/money/journal/journal.ts';
import {
  changed,
  givenJournal,
  initiate,
  seen,
  self,
  sender,
  stateFolder,
  versionIs,
  whereOf,
} from './fixture.ts';

const PAYABLES = 30;

/** The directory of a closed journal. */
async function closedJournal(): Promise<string> {
  const { journal, folder } = await givenJournal();
  for (let i = 0; i < PAYABLES; i++) await journal.begin(initiate(`pay_${i}`), sender());
  await journal.close();
  return folder;
}

const missing = [
  ['a table', 'drop table verdicts', 'verdicts.verdict'],
  ['a column', 'alter table outcomes drop column request_id', 'outcomes.request_id'],
  ['the lock', 'drop index intents_lock', 'intents_lock.natural_key'],
] as const;

test.for(missing)('a missing %s is reported', async ([, statement, name]) => {
  const folder = await closedJournal();
  await changed(folder, statement);
  const refused = openJournal(whereOf(folder), self);
  await expect(refused).rejects.toThrow(JournalUnavailableError);
  await expect(refused).rejects.toThrow(name);
});

test("another version's journal is refused with its number, and not changed", async () => {
  for (const version of [2, 99]) {
    const folder = await closedJournal();
    await changed(folder, versionIs(version));
    const refused = openJournal(whereOf(folder), self);
    await expect(refused).rejects.toThrow(JournalUnavailableError);
    await expect(refused).rejects.toThrow(
      `its schema has version ${version}, and this version of remit reads version 1.`,
    );
    await expect(refused).rejects.toMatchObject({
      next: ['use the version of remit that created it'],
    });
    await changed(folder, versionIs(1));
    const { journal } = await givenJournal({ folder });
    expect(await journal.list()).toHaveLength(PAYABLES);
  }
});

test("another program's database is not written to", async () => {
  const folder = stateFolder();
  await changed(folder, 'create table songs (title text)');
  await expect(openJournal(whereOf(folder), self)).rejects.toThrow(/not a journal.*songs/);
});

test('a journal that fails later sends nothing, and reports what it could not record', async () => {
  const { journal, folder } = await givenJournal();
  const { intentId } = await journal.begin(initiate(), sender());
  await changed(folder, 'drop table outcomes');

  await expect(journal.begin(initiate('pay_2'), sender())).rejects.toThrow(JournalUnavailableError);
  await expect(journal.list()).rejects.toThrow(JournalUnavailableError);
  const settling = journal.recordOutcome(intentId, 'applied', seen('pmt_1'));
  await expect(settling).rejects.toThrow(JournalWriteError);
  await expect(settling).rejects.toThrow(intentId);
});

test('a schema constraint enforces the lock', async () => {
  const { journal, folder } = await givenJournal();
  await journal.begin(initiate(), sender());
  const again = `insert into intents (id, run_id, operation, natural_key, in_doubt, origin, environment, seen_before, idempotency_key, created_at)
    select 'int_b', run_id, operation, natural_key, 1, origin, environment, seen_before, idempotency_key, created_at from intents`;
  await expect(changed(folder, again)).rejects.toThrow(/unique/i);
});

test('reopening changes nothing and keeps all rows', async () => {
  const folder = await closedJournal();
  const { journal } = await givenJournal({ folder });
  expect(await journal.list()).toHaveLength(PAYABLES);
});
