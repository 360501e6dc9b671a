/** Files of the build, that commands print. */

import type { BuiltFile, System } from '../cli/system.ts';
import { ConfigError } from '../config/errors.ts';

/**
 * Returns the text of a file of the build.
 *
 * @throws {ConfigError} if this program was built without it.
 */
export async function readBuilt(
  system: Pick<System, 'readBuiltFile'>,
  name: BuiltFile,
): Promise<string> {
  const found = await system.readBuiltFile(name);
  if (found !== undefined) return found;
  throw new ConfigError(`This copy of remit was built without ${name}.`, [
    'install it from a release: its package and its executables contain the file',
  ]);
}
