import { accessSync, constants, lstatSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { credentialsFile } from '../../config/credentials.ts';
import { readObject } from '../../config/json-file.ts';
import { checkFoldersAbove } from '../../config/ownership.ts';
import { configFile, readConfiguration } from '../../config/profiles.ts';
import { systemErrorText } from '../../config/system-error.ts';
import {
  type CheckResult,
  type DoctorCheck,
  type DoctorContext,
  errorResult,
  failedResult,
  okResult,
  warningResult,
} from './check-result.ts';

/** Checks that each directory of this program exists or can be created, is private, and is writable. */
export const checkFolders: DoctorCheck = (context) =>
  (['config', 'state', 'data', 'cache'] as const).map((kind) => {
    const name = `directory ${kind}`;
    try {
      return folder(name, context.folders[kind](), context);
    } catch (error) {
      return errorResult(name, error);
    }
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
  if (system.platform !== 'win32' && (found.mode & 0o077) !== 0) {
    const mode = (found.mode & 0o777).toString(8);
    return warningResult(
      name,
      `${path} is accessible by others (mode ${mode})`,
      `chmod 700 ${path}`,
    );
  }
  return okResult(name, path);
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
export const checkFiles: DoctorCheck = (context) => {
  const { folders } = context;
  return [
    file(
      'configuration',
      () => configFile(folders),
      () => readConfiguration(folders),
      context,
    ),
    file(
      'credentials',
      () => credentialsFile(folders),
      () => readObject(credentialsFile(folders), folders),
      context,
    ),
  ];
};

function file(
  name: string,
  pathOf: () => string,
  read: () => unknown,
  context: DoctorContext,
): CheckResult {
  try {
    const path = pathOf();
    read();
    return privacy(name, path, context);
  } catch (error) {
    return errorResult(name, error);
  }
}

function privacy(name: string, path: string, { system }: DoctorContext): CheckResult {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return okResult(name, `${path}: does not exist yet`);
  if (system.platform !== 'win32' && (found.mode & 0o077) !== 0) {
    const mode = (found.mode & 0o777).toString(8);
    return warningResult(name, `${path} can be read by others (mode ${mode})`, `chmod 600 ${path}`);
  }
  return okResult(name, path);
}
