import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { ConfigError } from './errors.ts';
import type { Folders } from './folders.ts';
import { preparePrivate } from './private-file.ts';
import { createUnwritableError, OWN_FOLDER, systemErrorCode } from './system-error.ts';

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
const EXPIRED_MS = 1_000;
const TIMEOUT_MS = 20_000;

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
  const token = JSON.stringify({ pid: owner.pid, host: hostname(), id: randomUUID() });
  preparePrivate(folders, lock);
  const startedAt = performance.now();
  while (!take(lock, token)) {
    if (performance.now() - startedAt > TIMEOUT_MS) {
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
    if (textOf(lock) === token) rmSync(lock, { force: true });
  }
}

function take(lock: string, token: string): boolean {
  try {
    writeFileSync(lock, token, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return false;
    throw createUnwritableError(lock, error, OWN_FOLDER);
  }
}

/** Removes a stale lock. Checks again while holding a guard directory. */
function breakIfStale(lock: string, owner: LockOwner): void {
  if (!isStale(lock, owner)) return;
  // Without the second check, a lock that was stale a moment ago may be another process's new lock by now.
  const breakingLock = `${lock}.breaking`;
  try {
    mkdirSync(breakingLock);
  } catch {
    if (ageOf(breakingLock) > STUCK_MS) rmSync(breakingLock, { recursive: true, force: true });
    return;
  }
  try {
    if (isStale(lock, owner)) rmSync(lock, { force: true });
  } finally {
    rmdirSync(breakingLock);
  }
}

function isStale(lock: string, { isAlive }: LockOwner): boolean {
  const age = ageOf(lock);
  if (age > STUCK_MS) return true;
  if (age < EXPIRED_MS) return false;
  const { pid, host } = readOwner(lock);
  return host === hostname() && typeof pid === 'number' && !isAlive(pid);
}

/** Returns the age of a file in ms; negative if it does not exist. */
function ageOf(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? -1 : Date.now() - stats.mtimeMs;
}

/** Returns the owner of a lock; empty if the lock is being written or was released. */
function readOwner(lock: string): { pid?: unknown; host?: unknown } {
  try {
    const parsed: unknown = JSON.parse(textOf(lock));
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
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
