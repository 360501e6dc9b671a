import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { hasWalResetRace, sqliteSource } from '../../src/storage/sqlite.ts';
import { temporaryFolder } from '../sandbox/open-sandbox.ts';

test.for([
  ['3.44.5', true],
  ['3.44.6', false],
  ['3.44.10', false],
  ['3.45.1', true],
  ['3.46.1', true],
  ['3.49.2', true],
  ['3.50.6', true],
  ['3.50.7', false],
  ['3.51.0', true],
  ['3.51.2', true],
  ['3.51.3', false],
  ['3.51.10', false],
  ['3.53.0', false],
  ['3.100.0', false],
  ['4.0.0', false],
  ['2.8.17', true],
  ['3.51', true],
  ['', true],
] as const)('SQLite %s can lose a commit: %s', ([version, races]) => {
  expect(hasWalResetRace(version)).toBe(races);
});

test('the SQLite in use is a safe version, and that of Node if it is safe', async () => {
  const inNode = process.versions['sqlite'] ?? '';
  const { provider, version } = await sqliteSource();
  expect(hasWalResetRace(version)).toBe(false);
  expect(provider).toBe(hasWalResetRace(inNode) ? '@photostructure/sqlite' : 'node:sqlite');
});

/** The built program on a Node that says it has a safe SQLite, and runs with an older one of the system. */
function remit(line: string, home: string) {
  const preload = resolve('test/storage/pretend-old-sqlite.cjs');
  const words = ['bin/remit.js', ...line.split(' ')];
  return spawnSync(process.execPath, words, {
    env: { REMIT_HOME: home, NODE_OPTIONS: `--require ${preload}`, PATH: process.env['PATH'] },
    encoding: 'utf8',
  });
}

test('a journal is not opened, and nothing sent, with an SQLite that can lose a commit', () => {
  const home = temporaryFolder();
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const { status, stderr } = remit('journal list --json', home);
  expect(JSON.parse(stderr).error).toMatchObject({
    exitCode: 3,
    code: 'journal_unusable',
    message: expect.stringContaining('SQLite 3.51.2 (node:sqlite)'),
    next: [
      'install Node 22.23.3, 24.21, 26 or newer: they have a safe SQLite',
      'or update the SQLite of the system that this Node uses',
    ],
  });
  expect(status).toBe(3);
});

test('a sandbox is not served, and doctor gives the reason, with an SQLite that can lose a commit', () => {
  const home = temporaryFolder();
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const data = join(home, 'sandbox');
  const { status, stderr } = remit(`sandbox start --port 0 --dir ${data} --foreground`, home);
  expect([status, stderr]).toEqual([3, expect.stringContaining('SQLite 3.51.2')]);
  expect(stderr).toMatch(/\n {2}next: install Node/);
  expect(existsSync(join(data, 'sandbox.db'))).toBe(false);
  const doctor = remit('doctor --json', home);
  expect(doctor.status).toBe(3);
  expect(JSON.parse(doctor.stdout).checks).toContainEqual(
    expect.objectContaining({
      name: 'sqlite',
      status: 'failed',
      detail: expect.stringContaining('3.51.2'),
    }),
  );
});

test('no warning of Node is hidden except the one about its SQLite', () => {
  const preload = resolve('test/storage/emit-other-warning.cjs');
  const home = temporaryFolder();
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const { stderr } = spawnSync(
    process.execPath,
    ['--require', preload, 'bin/remit.js', 'journal', 'list'],
    { env: { REMIT_HOME: home, PATH: process.env['PATH'] }, encoding: 'utf8' },
  );
  expect(stderr).toContain('ExperimentalWarning: something else');
  expect(stderr).not.toContain('SQLite is an experimental feature');
});
