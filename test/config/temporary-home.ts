/** Temporary home directories and their environments. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Environment, type Folders, foldersOf } from '../../src/config/folders.ts';

/** A simulated process with its own home directory. */
export interface Home {
  readonly path: string;
  readonly folders: Folders;
  readonly environment: Environment;
  /** Returns the path of a file in the configuration directory. */
  readonly file: (name: string) => string;
}

/** Creates a home directory that is removed after the test. */
export function newHome(env: Environment['env'] = {}): Home {
  const path = temporary();
  const environment = environmentOf({ REMIT_HOME: path, ...env });
  const folders = foldersOf(environment);
  return { path, folders, environment, file: (name) => join(folders.config(), name) };
}

/** Returns the environment of a simulated process. */
export const environmentOf = (
  env: Environment['env'],
  home: string | undefined = undefined,
): Environment => ({
  env,
  home,
  pid: 1,
  isAlive: () => true,
  uid: process.getuid?.(),
  gid: process.getgid?.(),
});

/** Creates a directory that is removed after the test. */
export function temporary(): string {
  const path = mkdtempSync(join(tmpdir(), 'remit-config-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Returns the error that `work` throws or rejects with. */
export async function errorOf(work: () => unknown): Promise<Error> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('It was expected to fail.');
}
