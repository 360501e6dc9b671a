/** Lock files. */

import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { ConfigError } from './errors.ts';
import type { Folders } from './folders.ts';
import { preparePrivate, systemErrorCode } from './private-file.ts';

/** The process that takes a lock, and a check whether another process is alive. */
export interface LockOwner {
  readonly pid: number;
  readonly isAlive: (pid: number) => boolean;
}

/**
 * The age in ms after which a lock is stale even if its owner seems alive. A lock is normally held for milliseconds.
 */
const STUCK_MS = 10_000;
/**
 * The age in ms after which a lock of an exited process is stale. Not 0, since another container may have the same host
 * name but other process ids.
 */
const GONE_MS = 1_000;
const PATIENCE_MS = 20_000;

/**
 * Runs `work` while holding the lock of `path`. A stale lock of an exited process is taken over.
 *
 * @throws {ConfigError} If the lock is not free within 20 s, or cannot be written.
 */
export async function withLock<Result>(
  folders: Folders,
  path: string,
  work: () => Promise<Result> | Result,
): Promise<Result> {
  const { owner } = folders;
  const lock = `${path}.lock`;
  const mark = JSON.stringify({ pid: owner.pid, host: hostname(), id: randomUUID() });
  preparePrivate(folders, lock);
  const startedAt = performance.now();
  while (!take(lock, mark)) {
    if (performance.now() - startedAt > PATIENCE_MS) {
      throw new ConfigError(`${lock}: another process holds this lock.`, [
        `remove ${lock} if no remit is running`,
      ]);
    }
    breakIfStale(lock, owner);
    await pause(5 + Math.random() * 20);
  }
  try {
    return await work();
  } finally {
    if (textOf(lock) === mark) rmSync(lock, { force: true });
  }
}

function take(lock: string, mark: string): boolean {
  try {
    writeFileSync(lock, mark, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return false;
    throw new ConfigError(`${lock} cannot be written: ${systemErrorCode(error) ?? error}.`);
  }
}

/** Removes a stale lock. Checks again while holding a guard folder. */
function breakIfStale(lock: string, owner: LockOwner): void {
  if (!isStale(lock, owner)) return;
  // Without the second check, a lock that was stale a moment ago may be another process's new lock by now.
  const guard = `${lock}.breaking`;
  try {
    mkdirSync(guard);
  } catch {
    if (ageOf(guard) > STUCK_MS) rmSync(guard, { recursive: true, force: true });
    return;
  }
  try {
    if (isStale(lock, owner)) rmSync(lock, { force: true });
  } finally {
    rmdirSync(guard);
  }
}

function isStale(lock: string, { isAlive }: LockOwner): boolean {
  const age = ageOf(lock);
  if (age > STUCK_MS) return true;
  if (age < GONE_MS) return false;
  const { pid, host } = markOf(lock);
  return host === hostname() && typeof pid === 'number' && !isAlive(pid);
}

/** Returns the age of a file in ms; negative if it does not exist. */
function ageOf(path: string): number {
  const made = statSync(path, { throwIfNoEntry: false });
  return made === undefined ? -1 : Date.now() - made.mtimeMs;
}

/** Returns the owner of a lock; empty if the lock is being written or was released. */
function markOf(lock: string): { pid?: unknown; host?: unknown } {
  try {
    const mark: unknown = JSON.parse(textOf(lock));
    return typeof mark === 'object' && mark !== null ? mark : {};
  } catch {
    return {};
  }
}

function textOf(lock: string): string {
  try {
    return readFileSync(lock, 'utf8');
  } catch {
    return '';
  }
}
