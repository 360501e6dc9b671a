import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { execa } from 'execa';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const action = parse(readFileSync('action.yml', 'utf8'));
const steps: readonly Step[] = action.runs.steps;
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

interface Step {
  readonly name: string;
  readonly run?: string;
  readonly shell?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'remit-action-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a step of the action with the variables that a runner sets. */
async function step(name: string, env: Readonly<Record<string, string>>) {
  const { exitCode, stdout, stderr } = await execa('bash', [`packaging/action/${name}`], {
    extendEnv: false,
    reject: false,
    env: {
      PATH: process.env['PATH'],
      GITHUB_ACTION_PATH: resolve('.'),
      GITHUB_OUTPUT: join(folder, 'output'),
      GITHUB_PATH: join(folder, 'path'),
      GITHUB_SERVER_URL: `file://${folder}`,
      GITHUB_STEP_SUMMARY: join(folder, 'summary'),
      RUNNER_ARCH: 'X64',
      RUNNER_OS: 'Linux',
      RUNNER_TEMP: folder,
      REPOSITORY: 'owner/remit',
      ...env,
    },
  });
  return { code: exitCode, out: stdout, err: stderr };
}

describe('action.yml', () => {
  test('runs the scripts of its steps, and puts no input into a script', () => {
    const runs = steps.filter(({ run }) => run !== undefined);
    const scripts = readdirSync('packaging/action').toSorted();
    const command = (it: string) => `bash "$GITHUB_ACTION_PATH/packaging/action/${it}"`;
    expect(runs.map(({ run }) => run).toSorted()).toEqual(scripts.map(command));
    expect(runs.map(({ shell }) => shell)).toEqual(runs.map(() => 'bash'));
    expect(JSON.stringify(runs.map(({ run }) => run))).not.toContain('${{');
  });

  test('masks the token first, and gives it to that step and to the commands only', () => {
    expect(steps[0]?.name).toBe('Mask the token');
    const withToken = steps.filter(({ env }) =>
      Object.values(env ?? {})
        .join()
        .includes('inputs.token'),
    );
    expect(withToken.map(({ name }) => name)).toEqual(['Mask the token', 'Run the commands']);
  });

  test('keeps the download in a cache by its checksum, in the folder where the next step looks', () => {
    const at = steps.findIndex(({ uses = '' }) => /^actions\/cache@[0-9a-f]{40}$/.test(uses));
    expect(steps[at + 1]?.name).toBe('Install remit');
    expect(steps[at]?.with).toEqual({
      path: `\${{ runner.temp }}/remit-\${{ inputs.sha256 }}`,
      key: `remit-\${{ runner.os }}-\${{ runner.arch }}-\${{ inputs.sha256 }}`,
    });
  });

  test('has the outputs that the program writes for an exported file', () => {
    const outputs: [string, { value: string }][] = Object.entries(action.outputs);
    expect(outputs.map(([name]) => name)).toEqual([
      'file',
      'rows',
      'sum_amount',
      'sha256',
      'complete',
    ]);
    for (const [name, { value }] of outputs)
      expect(value).toBe(`\${{ steps.run.outputs.${name} }}`);
  });
});

describe('the step that masks the token', () => {
  test('masks each of its lines', async () => {
    const { out } = await step('mask', { TOKEN: 'first\r\nsecond%0A\n' });
    expect(out.split('\n')).toEqual(['::add-mask::first', '::add-mask::second%250A']);
  });

  test('prints nothing without a token', async () => {
    expect(await step('mask', { TOKEN: '' })).toEqual({ code: 0, out: '', err: '' });
  });
});

describe('the step that installs', () => {
  const content = '#!/bin/sh\necho installed\n';
  const SHA256 = createHash('sha256').update(content).digest('hex');
  const release = (name: string) => {
    const downloads = join(folder, `owner/remit/releases/download/v${version}`);
    mkdirSync(downloads, { recursive: true });
    writeFileSync(join(downloads, `${name}.gz`), gzipSync(content));
  };
  const left = () => readdirSync(folder).filter((it) => it.startsWith('remit-'));

  test.for([
    ['Linux', 'X64', 'remit-linux-x64', 'remit'],
    ['Linux', 'ARM64', 'remit-linux-arm64', 'remit'],
    ['macOS', 'X64', 'remit-darwin-x64', 'remit'],
    ['macOS', 'ARM64', 'remit-darwin-arm64', 'remit'],
    ['Windows', 'X64', 'remit-win-x64.exe', 'remit.exe'],
  ] as const)('puts the executable for %s %s on the path', async (row) => {
    const [RUNNER_OS, RUNNER_ARCH, name, program] = row;
    release(name);
    const { code, out } = await step('install', { RUNNER_OS, RUNNER_ARCH, SHA256 });
    expect([code, out]).toEqual([0, `remit ${version}`]);
    const path = readFileSync(join(folder, 'path'), 'utf8').trim();
    expect((await execa(join(path, program))).stdout).toBe('installed');
  });

  test('takes what the cache restored, and downloads nothing', async () => {
    mkdirSync(join(folder, `remit-${SHA256}`));
    writeFileSync(join(folder, `remit-${SHA256}`, 'remit'), content);
    const { code, out } = await step('install', { SHA256 });
    expect([code, out]).toEqual([0, `remit ${version}`]);
    expect(readFileSync(join(folder, 'path'), 'utf8').trim()).toBe(join(folder, `remit-${SHA256}`));
  });

  test('downloads again what the cache restored with another checksum', async () => {
    release('remit-linux-x64');
    const cached = join(folder, `remit-${SHA256}`, 'remit');
    mkdirSync(join(folder, `remit-${SHA256}`));
    writeFileSync(cached, 'changed');
    expect((await step('install', { SHA256 })).code).toBe(0);
    expect(readFileSync(cached, 'utf8')).toBe(content);
  });

  test('refuses and deletes a file with another checksum', async () => {
    release('remit-linux-x64');
    const { code, out } = await step('install', { SHA256: '0'.repeat(64) });
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(`^::error .* has the SHA-256 ${SHA256}`),
    ]);
    expect([existsSync(join(folder, 'path')), left()]).toEqual([false, []]);
  });

  test.for(['', 'abc', `${SHA256}0`, SHA256.toUpperCase()])(
    'downloads nothing without a checksum: "%s"',
    async (sum) => {
      release('remit-linux-x64');
      const { code, out } = await step('install', { SHA256: sum });
      expect([code, out]).toEqual([1, expect.stringContaining('64 hexadecimal digits')]);
      expect([existsSync(join(folder, 'path')), left()]).toEqual([false, []]);
    },
  );

  test('says that there is no executable or no release', async () => {
    const other = await step('install', { RUNNER_ARCH: 'RISCV64', SHA256 });
    expect([other.code, other.out]).toEqual([
      1,
      expect.stringContaining('no executable for Linux'),
    ]);
    const missing = await step('install', { SHA256 });
    expect([missing.code, missing.out]).toEqual([
      1,
      expect.stringContaining('cannot be downloaded'),
    ]);
    expect(existsSync(join(folder, 'path'))).toBe(false);
  });
});

describe('the step that runs the commands', () => {
  test('gives them the token as REMIT_TOKEN only, and stops at the first that fails', async () => {
    const RUN =
      'echo "$REMIT_TOKEN"; env | grep --extended-regexp "^(TOKEN|RUN)=" || echo none; (exit 12); echo after';
    const { code, out } = await step('run', { TOKEN: 'secret', RUN });
    expect([code, out.split('\n')]).toEqual([12, ['secret', 'none']]);
  });

  test('leaves the token of the environment alone without one of its own', async () => {
    const env = { TOKEN: '', REMIT_TOKEN: 'of the job', RUN: 'echo "$REMIT_TOKEN"' };
    expect((await step('run', env)).out).toBe('of the job');
  });
});
