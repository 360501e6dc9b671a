import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kill } from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { IntentDecidedError } from '../../src/money/journal/errors.ts';
import type { CurrentProcess } from '../../src/money/journal/process-identity.ts';
import { databaseFor } from '../helpers/test-database.ts';
import { givenJournal, initiate, isAlive, seen, self, sender, stateFolder } from './fixture.ts';

const DAY_MS = 86_400_000;
const isShared = databaseFor('') !== undefined;

/** Starts a process that does nothing, as which a journal can be opened. */
async function livingProcess(): Promise<{ as: CurrentProcess; child: ChildProcess }> {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  await new Promise((done) => child.once('spawn', done));
  return { as: { pid: child.pid ?? 0, isAlive }, child };
}

const ended = (child: ChildProcess) =>
  new Promise((done) => {
    child.once('exit', done);
    child.kill('SIGKILL');
  });

/** A request that another living process is sending, as this process sees it. */
async function sentByAnother() {
  const folder = stateFolder();
  const { as, child } = await livingProcess();
  const theirs = await givenJournal({ folder, as });
  const { intentId } = await theirs.journal.begin(initiate(), sender());
  const { journal, wait } = await givenJournal({ folder });
  return { folder, child, pid: as.pid, theirs: theirs.journal, intentId, journal, wait };
}

test('a process that lives is the sender of its request, however long it takes', async () => {
  const { journal, wait, child, pid, intentId } = await sentByAnother();
  for (const durationMs of [0, 3 * 3_600_000, 400 * DAY_MS, -800 * DAY_MS]) {
    wait(durationMs);
    await expect(journal.resolve(intentId, 'not-applied', null)).rejects.toMatchObject({
      message: `Intent ${intentId} has no outcome yet: process ${pid} is sending it.`,
      next: [`wait for it to end, or end it: kill ${pid}`],
    });
    await expect(journal.begin(initiate(), sender())).rejects.toThrow(`process ${pid} is sending`);
    expect(await journal.list({ unresolved: true })).toEqual([]);
    expect(await journal.listBeingSent()).toMatchObject([{ intent: { id: intentId } }]);
  }
  await ended(child);
  await journal.resolve(intentId, 'not-applied', null);
});

test('a stopped process is named as stopped, with the signals that it obeys', async () => {
  const { journal, pid, intentId } = await sentByAnother();
  kill(pid, 'SIGSTOP');
  await expect.poll(() => journal.listBeingSent()).toMatchObject([{ sender: { isStopped: true } }]);
  await expect(journal.resolve(intentId, 'applied', null)).rejects.toMatchObject({
    message: expect.stringContaining(`process ${pid}, which is stopped, is sending it`),
    next: [`let it go on: kill -CONT ${pid}`, `or end it: kill -KILL ${pid}`],
  });
});

test('a request whose send ended is unresolved, although its process lives', async () => {
  const { journal, folder, intentId } = await sentByAnother();
  rmSync(join(folder, 'sending', intentId));
  expect(await journal.list({ unresolved: true })).toMatchObject([{ id: intentId }]);
  await journal.resolve(intentId, 'not-applied', null);
});

test('a directory of markers that is lost frees nothing while the process lives', async () => {
  const { journal, folder, intentId } = await sentByAnother();
  rmSync(join(folder, 'sending'), { recursive: true });
  await expect(journal.resolve(intentId, 'applied', null)).rejects.toThrow(/is sending it/);
});

test('markers are written with the request, removed with its outcome, and swept after a crash', async () => {
  const { folder, child, theirs, intentId } = await sentByAnother();
  const markers = () => readdirSync(join(folder, 'sending')).sort();
  expect(markers()).toEqual([intentId]);
  const { intentId: second } = await theirs.begin(initiate('pay_2'), sender());
  await expect(theirs.begin(initiate('pay_2'), sender())).rejects.toThrow(/is sending it/);
  expect(markers()).toEqual([intentId, second].sort());
  await theirs.recordOutcome(second, 'applied', seen());
  expect(markers()).toEqual([intentId]);

  await ended(child);
  const { journal } = await givenJournal({ folder });
  const { intentId: third } = await journal.begin(initiate('pay_3'), sender());
  expect(markers()).toEqual([third]);
});

test('nothing is recorded if the marker cannot be written', async () => {
  const { journal, folder } = await givenJournal();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'sending'), '');
  await expect(journal.begin(initiate(), sender())).rejects.toMatchObject({
    name: 'JournalUnavailableError',
  });
  expect(await journal.list()).toEqual([]);
});

test.skipIf(isShared)(
  'a restart of the machine ends its processes, a container goes by age',
  async () => {
    const folder = stateFolder();
    const of = (machine: string): CurrentProcess => ({ ...self, machine });
    const { journal: theirs } = await givenJournal({ folder, as: of('boot-1 pid:[1] box') });
    const { intentId } = await theirs.begin(initiate(), sender());
    const { journal: after } = await givenJournal({ folder, as: of('boot-2 pid:[1] box') });
    expect(await after.list({ unresolved: true })).toMatchObject([{ id: intentId }]);
    const { journal: renamed } = await givenJournal({ folder, as: of('boot-1 pid:[1] new-name') });
    expect(await renamed.list({ unresolved: true })).toEqual([]);

    const { journal: beside, wait } = await givenJournal({ folder, as: of('boot-1 pid:[2] box') });
    await expect(beside.resolve(intentId, 'applied', null)).rejects.toMatchObject({
      message: expect.stringContaining('on box is sending it'),
      next: ['on box: remit journal reconcile'],
    });
    wait(2 * 3_600_000);
    expect(await beside.list({ unresolved: true })).toMatchObject([{ id: intentId }]);
  },
);

test('what was decided by others meanwhile is told before it is sent', async () => {
  const { journal, folder } = await givenJournal();
  const begun = await journal.begin(initiate(), sender());
  await begun.assertUndecided();
  rmSync(join(folder, 'sending', begun.intentId));
  await journal.resolve(begun.intentId, 'not-applied', null);
  await expect(begun.assertUndecided()).rejects.toThrow(IntentDecidedError);
});

test('a request is as old as the clock says that ran further', async () => {
  const { journal, wait } = await givenJournal();
  const { ageMs } = await journal.begin(initiate(), sender());
  wait(-DAY_MS);
  expect(ageMs()).toBeGreaterThanOrEqual(0);
  expect(ageMs()).toBeLessThan(60_000);
  wait(2 * DAY_MS);
  expect(ageMs()).toBeGreaterThanOrEqual(DAY_MS);
});
