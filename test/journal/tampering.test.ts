import { expect, onTestFinished, test } from 'vitest';
import { chance } from '../faults/seeded-random.ts';
import { often } from '../helpers/property-runs.ts';
import { editAndVerify, fill, openTables } from './edited-journal.ts';
import { changed, givenJournal, initiate, sender } from './fixture.ts';

const EDITS = often('REMIT_EDITS', 50);
const SEED = often('REMIT_SEED', 1);

test('a journal that only this program wrote is consistent', async () => {
  const { journal, folder } = await givenJournal();
  await fill(journal);
  const { head, ...verified } = await journal.verify();
  expect(verified).toEqual({
    journal: journal.id,
    entries: 15,
    intents: 5,
    findings: [],
    findingCount: 0,
  });
  expect(head).toMatch(/^15:[0-9a-f]{64}$/);
  expect(await journal.head()).toEqual({ seq: 15, hash: head.slice(3) });

  const { journal: again } = await givenJournal({ folder });
  expect([again.id, (await again.verify()).head]).toEqual([journal.id, head]);
});

test('an edit by SQL is found, unless no entry records the column', {
  timeout: 600_000,
}, async () => {
  const { journal, folder } = await givenJournal();
  await fill(journal);
  const store = await openTables(folder);
  onTestFinished(() => store.close());
  const random = chance(SEED);
  const missed: string[] = [];
  for (let edits = 0; edits < EDITS; ) {
    const edit = await editAndVerify(store, random);
    if (!edit) continue;
    edits++;
    if (edit.isCovered === (edit.findings === 0)) missed.push(edit.text);
  }
  expect(missed).toEqual([]);
  expect(await journal.verify()).toMatchObject({ findings: [] });
});

test('an entry whose hash, or whose spelling, is another one is found', async () => {
  const { journal, folder } = await givenJournal();
  await fill(journal);
  for (const edit of [
    `update entries set hash = '${'0'.repeat(64)}' where seq = 5`,
    `update entries set content = content || ' ' where seq = 9`,
  ]) {
    const before = (await journal.verify()).findingCount;
    await changed(folder, edit);
    expect([edit, (await journal.verify()).findingCount > before]).toEqual([edit, true]);
  }
});

test('entries that were cut off are found with a head that was kept elsewhere', async () => {
  const { journal, folder } = await givenJournal();
  await fill(journal);
  const { intentId } = await journal.begin(initiate('pay_9'), sender());
  const head = await journal.head();
  expect(await journal.verify({ head })).toMatchObject({ findings: [] });
  await changed(
    folder,
    `delete from intent_payables where intent_id = '${intentId}'`,
    `delete from intents where id = '${intentId}'`,
    `delete from entries where intent_id = '${intentId}'`,
  );
  expect(await journal.verify()).toMatchObject({ findings: [] });
  const [cut] = (await journal.verify({ head })).findings;
  expect(cut).toMatchObject({ table: 'entries', entry: head.seq });
  expect(cut?.message).toContain('the head is not an entry of this journal');
  expect((await journal.verify({ head: { seq: null, hash: head.hash } })).findingCount).toBe(1);
});

test('a chain that was written anew is found with a head that was kept elsewhere', async () => {
  const { journal } = await givenJournal();
  await fill(journal);
  const { journal: other } = await givenJournal();
  await fill(other);
  const head = await journal.head();
  expect((await other.verify({ head })).findingCount).toBe(1);
  expect(other.id).not.toBe(journal.id);
});

test('entries that were printed earlier are compared with those of the journal', async () => {
  const { journal, folder } = await givenJournal();
  await fill(journal);
  const [first] = (await journal.list()).toReversed();
  const entries = await journal.entriesOf(first?.id ?? '');
  expect(entries.map(({ seq }) => seq)).toEqual([2, 3]);
  expect((await journal.verify({ entries })).findings).toEqual([]);
  await changed(folder, `delete from entries where seq = 3`);
  const { findings } = await journal.verify({ entries });
  expect(findings.map(({ message }) => message)).toContain('entry 3 is not the one of the file');
});

test('a journal without its first entry is not used', async () => {
  const { journal, folder } = await givenJournal();
  await journal.close();
  await changed(folder, 'delete from entries');
  await expect(givenJournal({ folder })).rejects.toThrow('its first entry is missing or damaged');
});
