/** The data directory of a sandbox. */

import { join, resolve } from 'node:path';
import type { Context } from '../../cli/context.ts';
import { option } from '../../cli/flags/flag.ts';
import { file } from '../../cli/flags/value-parsers.ts';
import { foldersOf } from '../../config/folders.ts';
import { type ProfileValues, profileName, readConfiguration } from '../../config/profiles.ts';
import { UsageError } from '../../money/errors.ts';

/** The port of a sandbox that was started without `--port`. */
export const DEFAULT_PORT = 4010;

/** The flag of every command about the sandbox that names its directory. */
export const dirFlag = {
  dir: option(
    '--dir <dir>',
    'directory of the sandbox (default: `sandbox` in the data directory)',
    file,
  ),
};

/** The advice for a data directory that cannot be written. */
export const OTHER_FOLDER = 'add --dir to choose another directory';

/** Returns the data directory of the sandbox as an absolute path. */
export const folderOf = ({ system }: Context, dir: string | undefined): string =>
  dir === undefined ? join(foldersOf(system).data(), 'sandbox') : resolve(system.cwd, dir);

/**
 * Returns the data directory of a running sandbox: the one that is given, otherwise that of the profile of `-P`, otherwise the default.
 *
 * @throws {UsageError} if the profile of `-P` is for no sandbox of this machine: another one must not be changed instead.
 */
export function runningFolderOf(context: Context, dir: string | undefined): string {
  const { profile } = context.globalFlags;
  if (dir !== undefined || profile === undefined) return folderOf(context, dir);
  const { profiles } = readConfiguration(foldersOf(context.system));
  const folder = folderNamedBy(profiles[profileName(profile)]);
  if (folder !== undefined) return folder;
  throw new UsageError(`Profile '${profile}' is for no sandbox that was started here.`, {
    next: ['add --dir with the directory of the sandbox'],
  });
}

/** Returns the data directory of the sandbox that a profile gets its tokens from. */
export function folderNamedBy(values: ProfileValues | undefined): string | undefined {
  const command = values?.['tokenCommand'];
  if (!Array.isArray(command)) return undefined;
  const [group, verb, flag, folder] = command.slice(-4);
  const isOurs = group === 'sandbox' && verb === 'token' && flag === '--dir';
  return isOurs && typeof folder === 'string' ? folder : undefined;
}
