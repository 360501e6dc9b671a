import { accessSync, constants, lstatSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { shellWord } from '../../cli/next-line.ts';
import { credentialsFile } from '../../config/credentials.ts';
import { readObject } from '../../config/json-file.ts';
import { checkFoldersAbove } from '../../config/ownership.ts';
import { configFile, readConfiguration } from '../../config/profiles.ts';
import { systemErrorText } from '../../config/system-error.ts';
import {
  type CheckResult,
  type DoctorCheck,
  type DoctorContext,
  failedResult,
  okResult,
  resultOf,
  warningResult,
} from './check-result.ts';

/** Checks that each directory of this program exists or can be created, is private, and is writable. */
export const checkFolders: DoctorCheck = (context) =>
  (['config', 'state', 'data', 'cache'] as const).map((kind) => {
    const name = `directory ${kind}`;
    return resultOf(name, () => folder(name, context.folders[kind](), context));
  });

function folder(name: string, path: string, { system, folders }: DoctorContext): CheckResult {
  const found = statSync(path, { throwIfNoEntry: false });
  const next = `make ${path} a directory that this user can write to`;
  if (!found) {
    const above = nearestExisting(path);
    const cause = unwritable(above);
    if (cause === undefined)
      return okResult(name, `${path}: does not exist yet, created when needed`);
    return failedResult(
      name,
      `${path} does not exist, and ${above} is not writable (${cause})`,
      next,
    );
  }
  if (!found.isDirectory()) return failedResult(name, `${path} is not a directory`, next);
  // Files of the sandbox are not trusted, so its directory need not be safe.
  if (name !== 'directory data') checkFoldersAbove(folders, join(path, 'file'));
  const why = unwritable(path);
  if (why !== undefined) return failedResult(name, `${path} cannot be written (${why})`, next);
  const mode = openMode(found, system);
  if (mode === undefined) return okResult(name, path);
  return warningResult(
    name,
    `${path} is accessible by others (mode ${mode})`,
    `chmod 700 ${shellWord(path)}`,
  );
}

function nearestExisting(path: string): string {
  const above = dirname(path);
  return above === path || statSync(above, { throwIfNoEntry: false })
    ? above
    : nearestExisting(above);
}

function unwritable(path: string): string | undefined {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return systemErrorText(error);
  }
}

/** Checks that the files of settings and tokens are valid, private, and not symbolic links. */
export const checkFiles: DoctorCheck = ({ folders, system }) => [
  resultOf('configuration', () => {
    readConfiguration(folders);
    return privacy('configuration', configFile(folders), system);
  }),
  resultOf('credentials', () => {
    const path = credentialsFile(folders);
    readObject(path, folders);
    return privacy('credentials', path, system);
  }),
];

function privacy(name: string, path: string, system: DoctorContext['system']): CheckResult {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return okResult(name, `${path}: does not exist yet`);
  const mode = openMode(found, system);
  if (mode === undefined) return okResult(name, path);
  return warningResult(
    name,
    `${path} can be read by others (mode ${mode})`,
    `chmod 600 ${shellWord(path)}`,
  );
}

/** Returns the mode of a file that other users can access, in octal; `undefined` if it is private. */
const openMode = (
  { mode }: Stats,
  { platform }: Pick<DoctorContext['system'], 'platform'>,
): string | undefined =>
  platform !== 'win32' && (mode & 0o077) !== 0 ? (mode & 0o777).toString(8) : undefined;
