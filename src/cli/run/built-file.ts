/** Files that the build adds to the program. */

import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BuiltFile } from '../system.ts';

/** The place of each in the package; the executable contains them under their own names. */
const places: Readonly<Record<BuiltFile, string>> = {
  'LICENSES.txt': 'dist/LICENSES.txt',
  'sbom.cdx.json': 'sbom.cdx.json',
  'completions.json': 'dist/completions.json',
  'remit.bash': 'completions/remit.bash',
  _remit: 'completions/_remit',
  'remit.fish': 'completions/remit.fish',
  'remit.ps1': 'completions/remit.ps1',
};

/** The places of the program's own files: the assets of an executable, and the script that Node started. */
export interface OwnFiles {
  readonly assets: Pick<typeof import('node:sea'), 'getAsset' | 'isSea'>;
  readonly launcher: string;
}

/** Returns the text of a file of the build; `undefined` if this program was not built with it. */
export async function readBuiltFile(
  name: BuiltFile,
  { assets, launcher }: OwnFiles,
): Promise<string | undefined> {
  if (assets.isSea()) return assets.getAsset(name, 'utf8');
  try {
    return readFileSync(join(dirname(realpathSync(launcher)), '..', places[name]), 'utf8');
  } catch {
    return undefined;
  }
}
