/** The data folder of a sandbox. */

import { join, resolve } from 'node:path';
import type { Context } from '../../cli/context.ts';
import { option } from '../../cli/flags/flag.ts';
import { file } from '../../cli/flags/value-parsers.ts';
import { foldersOf } from '../../config/folders.ts';

/** The port of a sandbox that was started without `--port`. */
export const DEFAULT_PORT = 4010;

/** The flag of every command about the sandbox that names its folder. */
export const dataFlag = {
  data: option(
    '--data <dir>',
    'folder of the sandbox (default: `sandbox` in the data folder)',
    file,
  ),
};

/** The advice for a data folder that cannot be written. */
export const OTHER_FOLDER = 'add --data to choose another folder';

/** Returns the data folder of the sandbox as an absolute path. */
export const folderOf = ({ system }: Context, data: string | undefined): string =>
  data === undefined ? join(foldersOf(system).data(), 'sandbox') : resolve(system.cwd, data);
