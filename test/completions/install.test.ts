import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { remit } from '../helpers/run-command.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'remit-install-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const places = [
  ['bash', '.local/share/bash-completion/completions/remit', 'bash-completion finds it'],
  ['zsh', '.local/share/zsh/site-functions/_remit', 'fpath=('],
  ['fish', '.config/fish/completions/remit.fish', 'open a new shell'],
  ['powershell', '.local/share/remit/remit.ps1', '$PROFILE'],
] as const;

test.for(places)('%s finds it in %s', async ([shell, place, hint]) => {
  const { code, out, err } = await remit(`completion ${shell} --install`, { env: { HOME: home } });
  expect(code).toBe(0);
  expect(out).toBe(`${join(home, place)}\n`);
  expect(err).toContain(hint);
  const script = (await remit(`completion ${shell}`)).out;
  expect(readFileSync(join(home, place), 'utf8')).toBe(script);
});

test('installing again changes nothing and reports so', async () => {
  const env = { HOME: home };
  const first = await remit('completion fish --install', { env });
  const { mtimeMs, ino } = statSync(first.out.trim());
  const second = await remit('completion fish --install', { env });
  expect(second.err).toContain('up to date');
  expect(statSync(second.out.trim())).toMatchObject({ mtimeMs, ino });
});

test('replaces an older version, but not a foreign file', async () => {
  const env = { XDG_CONFIG_HOME: join(home, 'xdg') };
  const path = join(home, 'xdg', 'fish', 'completions', 'remit.fish');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '# Completions of remit for fish, of yesterday\n');
  expect((await remit('completion fish --install', { env })).code).toBe(0);
  expect(readFileSync(path, 'utf8')).toContain('__remit_complete');
  writeFileSync(path, '# mine\n');
  const { code, err } = await remit('completion fish --install', { env });
  expect(code).toBe(2);
  expect(err).toContain('left unchanged');
  expect(readFileSync(path, 'utf8')).toBe('# mine\n');
});

test('REMIT_HOME does not change the location where the shell looks', async () => {
  const env = { HOME: home, REMIT_HOME: join(home, 'remit') };
  const { out } = await remit('completion bash --install', { env });
  expect(out).toBe(`${join(home, '.local/share/bash-completion/completions/remit')}\n`);
});

test('fails without a home directory', async () => {
  const { code, err } = await remit('completion zsh --install');
  expect(code).toBe(3);
  expect(err).toContain('home');
});

test('refuses an unknown shell and lists the known ones', async () => {
  const { code, err } = await remit('completion tcsh');
  expect(code).toBe(2);
  expect(err).toContain('bash, zsh, fish, powershell');
});
