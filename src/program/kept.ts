import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../cli/context.ts';
import type { Host } from '../cli/host.ts';
import { ConfigError } from '../config/errors.ts';
import { foldersOf } from '../config/folders.ts';
import { codeOf, readPrivate, writePrivate } from '../config/private-file.ts';

/** Small files in the state folder. */
export function createKept(host: Host): Context['kept'] {
  const at = (name: string) => join(foldersOf(host).state(), name);
  return {
    read: (name) => readPrivate(at(name)),
    write: (name, text) => writePrivate(at(name), text),
    names: (folder) => namesIn(at(folder)),
  };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw new ConfigError(`${folder} cannot be read: ${codeOf(error) ?? error}.`);
  }
}
