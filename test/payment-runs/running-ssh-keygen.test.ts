import fs, { realpathSync } from 'node:fs';
import { chmod, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readSignersOfRoot } from '../../src/money/runs/signing/signers-in-use.ts';
import { runSshKeygen, systemSshKeygen } from '../../src/money/runs/signing/ssh-keygen.ts';
import { createTestSystem } from '../helpers/run-command.ts';

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'remit-test-')));
});
afterEach(() => rm(folder, { recursive: true }));

const system = (interrupted?: AbortSignal) =>
  createTestSystem([], { cwd: folder, ...(interrupted && { interrupted }) }, [], []);
const failed = (run: Promise<unknown>): Promise<unknown> =>
  run.then(
    () => undefined,
    (error) => error,
  );

/** Writes a program of a shell. Resolves to its path. */
async function program(source: string, mode = 0o700): Promise<string> {
  const path = join(folder, 'program');
  await writeFile(path, `#!/bin/sh\n${source}\n`);
  await chmod(path, mode);
  return path;
}

describe('ssh-keygen is run', () => {
  test('with nothing to sign unless it is given, and with its own words alone', async () => {
    const path = await program('cat; echo done');
    expect(await runSshKeygen(system(), [], { program: path })).toEqual({
      ...{ code: 0, stdout: 'done\n', stderr: '' },
    });
    expect(await runSshKeygen(system(), [], { program: path, input: 'text of Zoë\n' })).toEqual({
      ...{ code: 0, stdout: 'text of Zoë\ndone\n', stderr: '' },
    });
  });

  test('to its end where it ends before it read its input', async () => {
    const path = await program('echo no >&2; exit 3');
    const input = 'x'.repeat(1_000_000);
    expect(await runSshKeygen(system(), [], { program: path, input })).toEqual({
      ...{ code: 3, stdout: '', stderr: 'no\n' },
    });
  });

  test('and its warning about an option of the user is no reason to refuse what it signed', async () => {
    const path = await program('echo signed; echo "ssh_config: Bad value, unknown option" >&2');
    expect(await runSshKeygen(system(), [], { program: path })).toMatchObject({
      stdout: 'signed\n',
    });
  });

  test('until the user interrupts it, and then nothing was signed', async () => {
    const path = await program('exec sleep 20');
    const stop = new AbortController();
    const running = failed(runSshKeygen(system(stop.signal), [], { program: path }));
    stop.abort();
    expect(await running).toMatchObject({
      ...{ name: 'GuardError', code: 'interrupted', message: 'Interrupted: nothing was signed.' },
    });
  });
});

describe('ssh-keygen that cannot be run', () => {
  const install = [expect.stringMatching(/^install OpenSSH 8\.2 or later: /)];

  test('is told to be missing, and how it is installed', async () => {
    const run = runSshKeygen(system(), [], { program: join(folder, 'none') });
    expect(await failed(run)).toMatchObject({
      name: 'SshKeygenMissingError',
      code: 'no_ssh_keygen',
      message: 'ssh-keygen was not found: it signs and verifies plans.',
      next: install,
    });
  });

  test('is told with the reason of the system', async () => {
    const path = await program('', 0o600);
    expect(await failed(runSshKeygen(system(), [], { program: path }))).toMatchObject({
      message: 'ssh-keygen could not be started: EACCES.',
      next: install,
    });
  });

  test('because it is too old is told so', async () => {
    const path = await program('echo "ssh-keygen: illegal option -- Y" >&2; exit 1');
    expect(await failed(runSshKeygen(system(), [], { program: path }))).toMatchObject({
      message: 'ssh-keygen is too old to sign and verify plans.',
      next: install,
    });
  });
});

describe("the administrator's ssh-keygen", () => {
  test('is on Windows the one of Windows, whose rights are not those of files elsewhere', async () => {
    const path = await program('', 0o777);
    expect(systemSshKeygen('win32', [join(folder, 'none'), path])).toBe(path);
    expect(() => systemSshKeygen('linux', [path])).toThrow(
      `ssh-keygen was not found at ${path} or another place that only root can write to.`,
    );
  });

  test
    .skipIf(process.platform === 'win32')
    .each([
      '/usr/bin/ssh-keygen',
      '/bin/ssh-keygen',
      '/usr/local/bin/ssh-keygen',
      '/opt/homebrew/bin/ssh-keygen',
      '/run/current-system/sw/bin/ssh-keygen',
    ])('is found on a machine that has it at %s alone', (path) => {
    const [directory, file] = [fs.lstatSync('/'), fs.lstatSync(realpathSync('/bin/sh'))];
    const above = (it: string) => it === '/' || path.startsWith(`${it}/`);
    const found = (it: fs.PathLike) =>
      it === path ? file : above(`${it}`) ? directory : undefined;
    vi.spyOn(fs, 'lstatSync').mockImplementation(found as typeof fs.lstatSync);
    syncBuiltinESMExports();
    onTestFinished(() => {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    });
    expect(systemSshKeygen('linux')).toBe(path);
  });

  test('is not needed where the policy of the machine trusts nobody', async () => {
    const windows = { system: { ...system(), platform: 'win32' } };
    expect(await readSignersOfRoot(windows, {})).toEqual({
      ...{ file: '', signers: [], revoked: undefined, program: undefined },
    });
  });
});
