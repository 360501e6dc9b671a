import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../cli/context.ts';
import type { System } from '../cli/system.ts';
import { ConfigError } from '../config/errors.ts';
import { foldersOf } from '../config/folders.ts';
import { readOwn, systemErrorCode, writePrivate } from '../config/private-file.ts';

/** Small files in the state folder. */
export function createStateFiles(host: System): Context['stateFiles'] {
  const folders = foldersOf(host);
  const at = (name: string) => join(folders.state(), name);
  return {
    read: (name) => readOwn(folders, at(name)),
    write: (name, text) => writePrivate(folders, at(name), text),
    names: (folder) => namesIn(at(folder)),
  };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw new ConfigError(`${folder} cannot be read: ${systemErrorCode(error) ?? error}.`);
  }
}
