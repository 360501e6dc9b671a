import { chmodSync } from 'node:fs';
import { basename, dirname, extname } from 'node:path';
import Conf from 'conf';
import type { Folders } from './folders.ts';
import { preparePrivate } from './private-file.ts';
import { createUnwritableError, OWN_FOLDER } from './system-error.ts';

/**
 * Writes the whole configuration atomically, through conf. This function ensures that the file is private and no
 * symbolic link.
 *
 * @throws {ConfigError} If it cannot be written.
 */
export function store(folders: Folders, path: string, values: object): void {
  preparePrivate(folders, path);
  const extension = extname(path);
  try {
    const conf = new Conf<Record<string, unknown>>({
      cwd: dirname(path),
      configName: basename(path, extension),
      fileExtension: extension.slice(1),
      configFileMode: 0o600,
      clearInvalidConfig: false,
      projectName: 'remit',
    });
    conf.store = { ...values };
    chmodSync(path, 0o600);
  } catch (error) {
    throw createUnwritableError(path, error, OWN_FOLDER);
  }
}
