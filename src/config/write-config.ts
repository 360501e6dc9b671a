import { chmodSync } from 'node:fs';
import { basename, dirname, extname } from 'node:path';
import Conf from 'conf';
import { ConfigError } from './errors.ts';
import type { Folders } from './folders.ts';
import { preparePrivate, systemErrorCode } from './private-file.ts';

/**
 * Puts the whole configuration in its file, through a file beside it. Conf keeps shape and formatting; that the file is private,
 * and is no link to somewhere else, is seen to here. Throws `ConfigError`.
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
    throw new ConfigError(`${path} cannot be written: ${systemErrorCode(error) ?? error}.`);
  }
}
