import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestInput } from '../helpers/run-command.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const screen = { stdin: true, stdout: true, stderr: true };
const forced = { CLICOLOR_FORCE: '1' };
const list = 'payable list --columns status,amount';

/** A name, what is typed behind the list, the surroundings, and whether there is color. */
const cases: readonly (readonly [string, string, TestInput, boolean])[] = [
  ['a terminal has color', '', { tty: screen }, true],
  ['NO_COLOR takes it away', '', { tty: screen, env: { NO_COLOR: '1' } }, false],
  ['an empty NO_COLOR does not', '', { tty: screen, env: { NO_COLOR: '' } }, true],
  ['--no-color takes it away', ' --no-color', { tty: screen }, false],
  ['TERM=dumb has none', '', { tty: screen, env: { TERM: 'dumb' } }, false],
  ['a pipe has none', ' -o table', {}, false],
  ['CLICOLOR_FORCE gives it to a table in a pipe', ' -o table', { env: forced }, true],
  ['CLICOLOR_FORCE=0 does not', ' -o table', { env: { CLICOLOR_FORCE: '0' } }, false],
  ['NO_COLOR is stronger', ' -o table', { env: { ...forced, NO_COLOR: '1' } }, false],
  ['what programs read has none', '', { env: forced }, false],
  ['nor has CSV', ' --csv', { tty: screen, env: forced }, false],
  ['nor has JSON', ' --json', { tty: screen, env: forced }, false],
];

test.for(cases)('%s', async ([, flags, typed, isColored]) => {
  const { code, out } = await service.remit(`${list}${flags}`, typed);
  expect([code, out !== stripVTControlCharacters(out)]).toEqual([0, isColored]);
  expect(stripVTControlCharacters(out)).toContain('APPROVED');
});

test('a file has no colors', async () => {
  await service.remit(`${list} -o table --out rows.txt`, { tty: screen, env: forced });
  const { out } = await service.remit(`${list} -o table`);
  expect(await readFile(join(service.cwd, 'rows.txt'), 'utf8')).toBe(out);
});

test('COLUMNS sets the width', async () => {
  const wide = await service.remit('payable list', { tty: screen, env: { COLUMNS: '400' } });
  const narrow = await service.remit('payable list', { tty: screen, env: { COLUMNS: '20' } });
  const firstOf = (text: string) => stripVTControlCharacters(text).split('\n')[0];
  expect(firstOf(wide.out)).toMatch(/^INVOICE +.* +CONNECTION ID$/);
  expect(firstOf(narrow.out)).toBe('ID');
});

test('a status shows what failed and what is overdue in red, and its commands dimmed, each line whole', async ({
  onTestFinished,
}) => {
  const demo = await startService('2026-03-02T15:00:00Z', {}, 'demo');
  onTestFinished(demo.close);
  const { out } = await demo.remit('status', { tty: screen, columns: 80 });
  expect(out).toContain('\u001b[31moverdue, owed by you\u001b[39m');
  expect(out).toContain('\u001b[31mfailed or returned, going out\u001b[39m');
  const commands = out.split('\n').filter((line) => line.includes(' --'));
  expect(commands.length).toBeGreaterThan(5);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the codes for dim text
  for (const line of commands) expect(line).toMatch(/^ +\u001b\[2m[^\u001b]+\u001b\[22m$/);
});
