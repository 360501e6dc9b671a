import { expect, test } from 'vitest';
import { RowAlreadyCreatedError } from '../../src/money/journal/errors.ts';
import type { Journal } from '../../src/money/journal/journal.ts';
import { draftOf, givenJournal, live, seen, sender } from './fixture.ts';

const DAY_MS = 86_400_000;

const contents = (...memos: string[]) =>
  memos.map((memo) => ({ businessId: 'biz_1', connectionId: 'con_1', content: { memo } }));

const invoice = (memo: string) =>
  draftOf('payable.create', { body: { connectionId: 'con_1', amount: 10, memo } });

/** Creates from a file as far as it says. */
async function createdFrom(journal: Journal, memos: readonly string[], count = memos.length) {
  const known = await journal.knownFile(contents(...memos), live);
  const file = await journal.startFile(known, { again: false, to: live });
  for (const [at, memo] of memos.slice(0, count).entries()) {
    const fileRow = { file, hash: known.rows[at]?.hash ?? '' };
    const { intentId } = await journal.begin(invoice(memo), sender({ fileRow }));
    await journal.recordOutcome(intentId, 'applied', seen(`pay_${memo}`));
  }
  return [...known.files, file];
}

async function knownOf(journal: Journal, ...memos: string[]) {
  const { rows } = await journal.knownFile(contents(...memos), live);
  return rows.map(({ created }) => created?.payableId ?? null);
}

test('rows of an unfinished file are remembered for 30 days', async () => {
  const { journal, wait } = await givenJournal();
  await createdFrom(journal, ['a', 'b', 'c'], 2);
  wait(29.9 * DAY_MS);
  expect(await knownOf(journal, 'a', 'b', 'c')).toEqual(['pay_a', 'pay_b', null]);
  wait(0.2 * DAY_MS);
  expect(await knownOf(journal, 'a', 'b', 'c')).toEqual([null, null, null]);
});

test('rows of a finished file are remembered for a day, and longer if it was finished later', async () => {
  const { journal, wait } = await givenJournal();
  const files = await createdFrom(journal, ['a', 'b']);
  await journal.endFiles(files, { renew: true });
  wait(0.9 * DAY_MS);
  expect(await knownOf(journal, 'a', 'b')).toEqual(['pay_a', 'pay_b']);
  await journal.endFiles(files, { renew: false });
  wait(0.2 * DAY_MS);
  expect(await knownOf(journal, 'a', 'b')).toEqual([null, null]);
});

test('a row that another process created meanwhile is not created again', async () => {
  const { journal } = await givenJournal();
  const known = await journal.knownFile(contents('a'), live);
  await createdFrom(journal, ['a']);
  const file = await journal.startFile(known, { again: false, to: live });
  const fileRow = { file, hash: known.rows[0]?.hash ?? '' };
  const refused = journal.begin(invoice('a'), sender({ fileRow }));
  await expect(refused).rejects.toThrow(RowAlreadyCreatedError);
});

test('rows are identified by business, connection, content and occurrence, ignoring white space', async () => {
  const { journal } = await givenJournal();
  await createdFrom(journal, ['a b', 'a b']);
  expect(await knownOf(journal, '  a \n b')).toEqual(['pay_a b']);
  expect(await knownOf(journal, 'a b', 'a b', 'a b')).toEqual(['pay_a b', 'pay_a b', null]);
  expect(await knownOf(journal, 'ab')).toEqual([null]);
  const elsewhere = contents('a b').map((it) => ({ ...it, connectionId: 'con_2' }));
  expect((await journal.knownFile(elsewhere, live)).rows[0]?.created).toBeNull();
  const rehearsal = { origin: 'http://127.0.0.1:4010', environment: 'test' };
  expect((await journal.knownFile(contents('a b'), rehearsal)).rows[0]?.created).toBeNull();
});

test('a file of thousands of rows is looked up at once', async () => {
  const { journal } = await givenJournal();
  const memos = Array.from({ length: 5_000 }, (_, at) => `row ${at}`);
  await createdFrom(journal, memos, 40);
  const startedAt = performance.now();
  const { rows } = await journal.knownFile(contents(...memos), live);
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  expect(rows.filter(({ created }) => created !== null)).toHaveLength(40);
});
