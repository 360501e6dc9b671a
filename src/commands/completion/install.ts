/** Installs a completion script. */

import { readFile } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import type { Context } from '../../cli/context.ts';
import { shellWord } from '../../cli/next-line.ts';
import type { System } from '../../cli/system.ts';
import { foldersOf } from '../../config/folders.ts';
import { createFolder } from '../../config/system-error.ts';
import { UsageError } from '../../money/errors.ts';
import type { Shell } from './command.ts';

export interface InstallResult {
  readonly path: string;
  /** `false` if the file already had this content. */
  readonly changed: boolean;
  /** The steps that are left to the person. */
  readonly next: readonly string[];
}

/**
 * Writes a script to where its shell looks for it, over an older one of this program. Returns the remaining steps,
 * since the user's own files are never edited.
 *
 * @throws {UsageError} if the file was not written by this program.
 * @throws {ConfigError} if the home directory is unknown, or the directory of the script cannot be created.
 */
export async function installScript(
  shell: Shell,
  script: string,
  { system, files }: Pick<Context, 'system' | 'files'>,
): Promise<InstallResult> {
  const { path, next } = targets[shell](system);
  const before = await readFile(path, 'utf8').catch(() => undefined);
  if (before !== undefined && !before.includes(`# ${MARKER}`)) {
    throw new UsageError(`${path} was not written by remit: left unchanged.`, {
      next: [`remit completion ${shell} > <file>`],
    });
  }
  if (before === script) return { path, changed: false, next };
  createFolder(dirname(path), { where: `write it elsewhere: remit completion ${shell} > <file>` });
  await files.replace(path, script);
  return { path, changed: true, next };
}

/** Marker in the first lines of every script. */
const MARKER = 'Completions of remit for';

const targets: Readonly<Record<Shell, (system: System) => { path: string; next: string[] }>> = {
  bash(system) {
    const folder =
      system.env['BASH_COMPLETION_USER_DIR'] || join(xdg(system, 'data'), 'bash-completion');
    const path = join(folder, 'completions', 'remit');
    return {
      path,
      next: [
        'open a new shell; bash-completion finds it',
        `without bash-completion, add to ~/.bashrc: source ${shellWord(path)}`,
      ],
    };
  },
  zsh(system) {
    const folder = join(xdg(system, 'data'), 'zsh', 'site-functions');
    return {
      path: join(folder, '_remit'),
      next: [`add to ~/.zshrc, before compinit: fpath=(${shellWord(folder)} $fpath)`, OPEN],
    };
  },
  fish(system) {
    return { path: join(xdg(system, 'config'), 'fish', 'completions', 'remit.fish'), next: [OPEN] };
  },
  powershell(system) {
    const path = join(foldersOf(system).data(), 'remit.ps1');
    return {
      path,
      next: [`add to the file $PROFILE names: . '${path.replaceAll("'", "''")}'`, OPEN],
    };
  },
};

const OPEN = 'open a new shell';

/** Returns the XDG directory that other programs use too. */
function xdg(system: System, kind: 'data' | 'config'): string {
  const baseFolder = system.env[kind === 'data' ? 'XDG_DATA_HOME' : 'XDG_CONFIG_HOME'];
  if (baseFolder && isAbsolute(baseFolder)) return baseFolder;
  const { REMIT_HOME: _, ...env } = system.env;
  return dirname(foldersOf({ ...system, env })[kind]());
}
