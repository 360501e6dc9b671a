/** Output directories that are written as a whole. */

import { randomUUID } from 'node:crypto';
import { lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { systemErrorText } from '../../config/system-error.ts';
import { OutputError } from '../../errors/errors.ts';
import { UsageError } from '../../money/errors.ts';
import { createOpenError } from './out-file.ts';

/** A directory whose files are written to a temporary directory, which then takes its name. */
export interface OutFolder {
  /**
   * Writes the files, by their names, and moves the directory into place.
   *
   * @throws {OutputError} if it cannot be written.
   */
  readonly complete: (files: ReadonlyMap<string, string | Uint8Array>) => Promise<void>;
  /** Removes the temporary directory unless it was completed. */
  readonly drop: () => Promise<void>;
}

/**
 * Creates a temporary directory beside `path`, mode 0700.
 *
 * @throws {UsageError} if the directory above it does not exist, or if `path` exists.
 * @throws {ConfigError} if the machine does not let it be created.
 */
export async function createOutFolder(path: string, cwd: string): Promise<OutFolder> {
  const target = resolve(cwd, path);
  await assertFree(target, path);
  const temporary = join(dirname(target), `.${randomUUID()}.remit`);
  await mkdir(temporary, { mode: 0o700 }).catch((error) => {
    throw createOpenError(path, error);
  });
  return {
    async complete(files) {
      try {
        for (const [name, content] of files) await writeNew(join(temporary, name), content);
        await assertFree(target, path);
        // A rename replaces an empty directory at most, and fails for everything else that exists.
        await rename(temporary, target);
      } catch (error) {
        throw new OutputError(`${path} could not be written: ${systemErrorText(error)}.`, {
          cause: error,
        });
      }
    },
    drop: () => rm(temporary, { recursive: true, force: true }),
  };
}

async function writeNew(path: string, content: string | Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function assertFree(target: string, path: string): Promise<void> {
  const existing = await lstat(target).catch(() => undefined);
  if (!existing) return;
  throw new UsageError(`${path} exists already.`, {
    code: 'file_exists',
    next: ['choose another name: an existing directory is never written to'],
  });
}
