import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { remit } from '../helpers/run-command.ts';
import { isThere, writeProgram } from './fixture.ts';

/** Where bash-completion is: what makes bash look into the directory of completions at all. */
const BASH_COMPLETION = '/usr/share/bash-completion/bash_completion';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'remit-installed-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const installed = async (shell: string) => {
  const { code, out } = await remit(`completion ${shell} --install`, { env: { HOME: home } });
  expect(code).toBe(0);
  return out.trim();
};

const shown = (shell: string, words: readonly string[], env: Record<string, string> = {}) =>
  execFileSync(shell, words, {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', HOME: home, ...env },
  });

test.runIf(isThere('bash') && existsSync(BASH_COMPLETION))(
  'bash loads it automatically',
  async () => {
    await installed('bash');
    const script = `. ${BASH_COMPLETION}; __load_completion remit; complete -p remit`;
    expect(shown('bash', ['--norc', '-c', script])).toContain('_remit remit');
  },
);

test.runIf(isThere('zsh'))('zsh loads it by the documented line', async () => {
  await installed('zsh');
  const { err } = await remit('completion zsh --install', { env: { HOME: home } });
  const [, line = ''] = /before compinit: (.*)/.exec(err) ?? [];
  mkdirSync(join(home, 'z'));
  writeFileSync(join(home, 'z', '.zshrc'), `${line}\nautoload -Uz compinit; compinit -u -D\n`);
  const out = shown('zsh', ['-ic', 'print $_comps[remit]'], { ZDOTDIR: join(home, 'z') });
  expect(out.trim()).toBe('_remit');
});

test.runIf(isThere('fish'))('fish loads it automatically', async () => {
  await installed('fish');
  const path = `${home}:${process.env['PATH']}`;
  writeProgram(join(home, 'remit'), join(home, 'started'));
  const out = shown('fish', ['-c', "complete -C 'remit payab'"], { PATH: path });
  expect(out).toContain('payable\t');
});

test.runIf(isThere('pwsh'))('PowerShell completes with it', async () => {
  const path = await installed('powershell');
  writeProgram(join(home, 'remit'), join(home, 'started'));
  const env = { PATH: `${home}:${process.env['PATH']}` };
  const line = 'remit payable list --status SUBM';
  const ask = `. '${path}'; (TabExpansion2 '${line}' ${line.length}).CompletionMatches.CompletionText`;
  expect(shown('pwsh', ['-NoProfile', '-Command', ask], env).trim()).toBe('SUBMITTED');
});
