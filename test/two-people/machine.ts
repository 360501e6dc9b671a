/** A machine with accounts of its own: a mount namespace whose /etc, /home, /var/lib and /usr/local/bin are not this one's. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { execa } from 'execa';
import { node, program, type Ran } from '../helpers/built-program.ts';

/** The people of the machine. Root gives `ada` and `bo` their part of the work; `eve` has none. */
export type Person = 'root' | 'ada' | 'bo' | 'eve' | 'remit';

/** How a command is run. */
export interface RunOptions {
  readonly input?: string | undefined;
  readonly env?: Readonly<Record<string, string>>;
}

/** A machine with accounts of its own. */
export interface Machine {
  /** Runs shell code as a person, in their home directory and with their groups. */
  readonly run: (person: Person, script: string, options?: RunOptions) => Promise<Ran>;
  /** Runs shell code that must succeed, and returns its output. */
  readonly must: (person: Person, script: string, options?: RunOptions) => Promise<string>;
  readonly close: () => Promise<void>;
}

const set_up = `
set -eu
fresh() { mount -t tmpfs -o mode=755 tmpfs "$1"; }
fresh /mnt
mkdir /mnt/etc /mnt/bin
cp -a /etc/. /mnt/etc
mount --bind /usr/local/bin /mnt/bin
mount --bind /mnt/etc /etc
for it in /home /var/lib /var/mail /var/log /usr/local/bin; do fresh $it; done
for it in /mnt/bin/*; do ln -s "$it" /usr/local/bin/; done
rm -rf /etc/remit /etc/sudoers.d /usr/local/bin/remit
mkdir -m 750 /etc/sudoers.d
cat > /usr/local/bin/remit
chmod 755 /usr/local/bin/remit
for it in ada bo eve; do useradd --create-home --shell /bin/sh $it; done
echo ready
exec sleep infinity
`;

/** Creates a machine with the accounts ada, bo and eve, and with the program as /usr/local/bin/remit. */
export async function makeMachine(): Promise<Machine> {
  const child = spawn('unshare', ['-m', '--propagation', 'private', 'bash', '-c', set_up], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  child.stdin.end(`#!/bin/sh\nexec '${node}' '${program}' "$@"\n`);
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error(`no machine: ${errors}`))),
  ]);
  const run: Machine['run'] = async (person, script, { input = '', env = {} } = {}) => {
    const home = person === 'root' ? '/root' : `/home/${person}`;
    const inside = `cd ${person === 'remit' ? '/' : '~'} && exec sh -c "$1"`;
    const { exitCode, stdout, stderr } = await execa(
      'nsenter',
      [
        `--mount=/proc/${child.pid}/ns/mnt`,
        ...['setpriv', `--reuid=${person}`, `--regid=${person}`, '--init-groups'],
        ...['sh', '-c', inside, 'sh', script],
      ],
      {
        env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', HOME: home, ...env },
        extendEnv: false,
        reject: false,
        timeout: 60_000,
        killSignal: 'SIGKILL',
        stripFinalNewline: false,
        input,
        cwd: '/',
      },
    );
    return { code: exitCode, out: stdout, err: stderr };
  };
  return {
    run,
    must: async (person, script, options) => {
      const { code, out, err } = await run(person, script, options);
      if (code !== 0) throw new Error(`${person}: ${script}\nended with ${code}: ${err}${out}`);
      return out;
    },
    close: async () => {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
