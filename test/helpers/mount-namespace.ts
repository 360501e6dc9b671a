/** The built program as another user, in a mount namespace with a directory of /etc of its own. */

import { spawnSync } from 'node:child_process';
import { execa } from 'execa';
import { node, program, type Ran } from './built-program.ts';

/** A user without rights. */
export const NOBODY = 65534;

/** Whether this process may make a mount namespace: as root, where the system allows it. */
export const canUnshare =
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

/**
 * Runs the program as a user in a mount namespace. `prepare` is shell code that runs there as root before; /etc is a
 * copy, so nothing of this machine changes.
 */
export async function remitInNamespace(
  words: readonly string[],
  {
    env,
    cwd,
    prepare,
    uid = NOBODY,
  }: {
    readonly env: Readonly<Record<string, string>>;
    readonly cwd: string;
    readonly prepare: string;
    readonly uid?: number;
  },
): Promise<Ran> {
  const script = [
    'set -e',
    'mount -t tmpfs -o mode=755 tmpfs /mnt',
    'cp -a /etc/. /mnt',
    'mount --bind /mnt /etc',
    'rm -rf /etc/remit',
    prepare,
    `exec setpriv --reuid=${uid} --regid=${uid} --clear-groups -- "$@"`,
  ].join('\n');
  const command = [node, program, ...words];
  const { exitCode, stdout, stderr } = await execa(
    'unshare',
    ['-m', '--propagation', 'private', 'bash', '-c', script, 'bash', ...command],
    {
      env: { PATH: process.env['PATH'] ?? '', ...env },
      extendEnv: false,
      reject: false,
      timeout: 30_000,
      killSignal: 'SIGKILL',
      stripFinalNewline: false,
      cwd,
      input: '',
    },
  );
  return { code: exitCode, out: stdout, err: stderr };
}
