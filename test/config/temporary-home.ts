import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Environment, type Folders, foldersOf } from '../../src/config/folders.ts';

/** A process of its own home, for one test. */
export interface Home {
  readonly path: string;
  readonly folders: Folders;
  readonly environment: Environment;
  /** The path of a file among the configuration. */
  readonly file: (name: string) => string;
}

export function newHome(env: Environment['env'] = {}): Home {
  const path = temporary();
  const environment = environmentOf({ REMIT_HOME: path, ...env });
  const folders = foldersOf(environment);
  return { path, folders, environment, file: (name) => join(folders.config(), name) };
}

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

export function temporary(): string {
  const path = mkdtempSync(join(tmpdir(), 'remit-config-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** The error that something throws or rejects with. */
export async function errorOf(work: () => unknown): Promise<Error> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('It was expected to fail.');
}
