import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { manualPages } from '../../src/commands/help/man/write-pages.ts';
import { tree } from '../../src/commands/tree.ts';
import { remit } from '../helpers/run-command.ts';
import { commandReference } from './command-reference.ts';

/** Committed files that are generated from the commands: `npm run generate` regenerates them. */

test.for([
  ['bash', 'remit.bash'],
  ['zsh', '_remit'],
  ['fish', 'remit.fish'],
  ['powershell', 'remit.ps1'],
] as const)('the %s completion script is up to date', async ([shell, file]) => {
  const { code, out, err } = await remit(['completion', shell]);
  expect([code, err]).toEqual([0, '']);
  await expect(out).toMatchFileSnapshot(`../../completions/${file}`);
});

test('the command reference is up to date', async () => {
  await expect(await commandReference()).toMatchFileSnapshot('../../docs/commands.md');
});

test('package.json lists every man page, so that they are installed', async () => {
  const manifest = JSON.parse(await readFile('package.json', 'utf8'));
  const pages = [...(await manualPages('2026-01-01', tree)).keys()].map((name) => `man/${name}`);
  const complete = `${JSON.stringify({ ...manifest, man: pages.toSorted() }, null, 2)}\n`;
  await expect(complete).toMatchFileSnapshot('../../package.json');
});
