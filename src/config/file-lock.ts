import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { ConfigError } from './errors.ts';
import type { Folders } from './folders.ts';
import { preparePrivate, systemErrorCode } from './private-file.ts';

/** The process that takes a lock, and a way to ask whether another one is still there. */
export interface LockOwner {
  readonly pid: number;
  readonly isAlive: (pid: number) => boolean;
}

/** A lock is held for milliseconds: after so long its owner is stuck, or gone where it cannot be asked for. */
const STUCK_MS = 10_000;
/** The same for an owner that is gone; not at once, because another container may have the same host name and other numbers. */
const GONE_MS = 1_000;
const PATIENCE_MS = 20_000;

/** Runs `work` while no other program holds the lock of `path`. What a program that died left behind is taken over. Throws `ConfigError`. */
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

/** Looks again behind a guard before it removes anything: what was stale a moment ago may be another program's fresh lock by now. */
function breakIfStale(lock: string, owner: LockOwner): void {
  if (!isStale(lock, owner)) return;
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

/** Milliseconds since it was made; negative when it is not there any more. */
function ageOf(path: string): number {
  const made = statSync(path, { throwIfNoEntry: false });
  return made === undefined ? -1 : Date.now() - made.mtimeMs;
}

/** Whose lock it is. Its owner may be about to write it, or have let it go: then nothing is known. */
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
