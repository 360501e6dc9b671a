import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { withLock } from '../../src/config/file-lock.ts';
import { foldersOf } from '../../src/config/folders.ts';
import { temporary } from './temporary-home.ts';

const askedOf = (isAlive: boolean) =>
  foldersOf({ env: {}, home: undefined, pid: process.pid, isAlive: () => isAlive });
const alive = askedOf(true);
const lonely = askedOf(false);

/** A lock as another program leaves it behind. */
function leftBehind(path: string, { ageMs, host = hostname() }: { ageMs: number; host?: string }) {
  writeFileSync(`${path}.lock`, JSON.stringify({ pid: 4_000_000, host, id: 'other' }));
  const at = (Date.now() - ageMs) / 1000;
  utimesSync(`${path}.lock`, at, at);
}

const timed = async (work: () => Promise<unknown>) => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

test('one holder at a time, and no file is left behind', async () => {
  const path = join(temporary(), 'file');
  let inside = 0;
  let most = 0;
  const work = async () => {
    inside += 1;
    most = Math.max(most, inside);
    await new Promise((done) => setTimeout(done, 5));
    inside -= 1;
  };
  await Promise.all(Array.from({ length: 8 }, () => withLock(alive, path, work)));
  expect(most).toBe(1);
  expect(existsSync(`${path}.lock`)).toBe(false);
});

test('released if the work fails', async () => {
  const path = join(temporary(), 'file');
  const fails = withLock(alive, path, () => {
    throw new Error('no');
  });
  await expect(fails).rejects.toThrow('no');
  expect(existsSync(`${path}.lock`)).toBe(false);
});

test.each([
  ['its owner is gone', lonely, { ageMs: 1_500 }],
  ['it is old, whoever holds it', alive, { ageMs: 11_000 }],
  ['it is old and of another machine', lonely, { ageMs: 11_000, host: 'elsewhere' }],
])('a lock is taken over if %s', async (_, owner, left) => {
  const path = join(temporary(), 'file');
  leftBehind(path, left);
  expect(await timed(() => withLock(owner, path, () => 'done'))).toBeLessThan(900);
  expect(existsSync(`${path}.lock.breaking`)).toBe(false);
});

test.each([
  ['its owner is there', alive, { ageMs: 2_000 }],
  ['its owner is of another machine, and cannot be asked for', lonely, { ageMs: 2_000, host: 'x' }],
  ['it is new', lonely, { ageMs: 0 }],
])('a lock is waited for if %s', async (_, owner, left) => {
  const path = join(temporary(), 'file');
  leftBehind(path, left);
  let held = true;
  const waiting = withLock(owner, path, () => expect(held).toBe(false));
  await new Promise((done) => setTimeout(done, 200));
  held = false;
  writeFileSync(`${path}.lock`, '');
  const old = (Date.now() - 11_000) / 1000;
  utimesSync(`${path}.lock`, old, old);
  await waiting;
});

test('a lock that another process took over is not released by the first holder', async () => {
  const path = join(temporary(), 'file');
  await withLock(alive, path, () => writeFileSync(`${path}.lock`, 'theirs'));
  expect(readFileSync(`${path}.lock`, 'utf8')).toBe('theirs');
});
