/** Temporary directories. Apart from `system-error.ts`, which every start loads: `node:fs/promises` takes 2 ms to load. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createUnwritableError, isEnvironmentError } from './system-error.ts';

/**
 * Creates a directory of its own, among the temporary ones if no place is given.
 *
 * @throws {ConfigError} If it cannot be created.
 */
export async function createTemporaryFolder(prefix: string, place = tmpdir()): Promise<string> {
  try {
    return await mkdtemp(join(place, prefix));
  } catch (error) {
    throw createUnwritableError(place, error, SET_TMPDIR);
  }
}

/** The advice for a temporary directory that cannot be written. */
export const SET_TMPDIR = 'set TMPDIR to another directory';

/**
 * Runs work in a temporary directory, which is removed afterwards.
 *
 * @throws {ConfigError} If it cannot be created, or written.
 */
export async function inTemporaryFolder<Result>(
  prefix: string,
  work: (folder: string) => Promise<Result>,
  place?: string,
): Promise<Result> {
  const folder = await createTemporaryFolder(prefix, place);
  try {
    return await work(folder);
  } catch (error) {
    throw isEnvironmentError(error) ? createUnwritableError(folder, error, SET_TMPDIR) : error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
