import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { flagNames, globals, writeFlags } from '../../src/cli/flags/global-flags.ts';
import { exitCodes } from '../../src/errors/exit-codes.ts';
import { remit } from '../helpers/run-command.ts';
import { startService } from '../helpers/signed-in-sandbox.ts';

/** The file for assistants. Its blocks of `sh` are also parsed as those of the guides are. */
const text = readFileSync('skills/remit/SKILL.md', 'utf8');
const [, frontmatter = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];

interface Listed {
  readonly command: string;
  readonly flags: readonly { readonly names: readonly string[] }[];
}
const commands = async (): Promise<readonly Listed[]> =>
  JSON.parse((await remit('commands --json')).out);

test('its frontmatter has a name and a description within the limits of the format', () => {
  const fields = Object.fromEntries(
    frontmatter.split('\n').map((line) => [line.split(': ')[0], line.replace(/^\w+: /, '')]),
  );
  expect(Object.keys(fields)).toEqual(['name', 'description']);
  expect(fields['name']).toMatch(/^[a-z0-9-]{1,64}$/);
  expect(fields['description']?.length).toBeLessThanOrEqual(1024);
  expect(fields['description']).not.toMatch(/[<>]|: /);
  expect(text.split('\n').length).toBeLessThan(500);
});

test('every command that it names exists', async () => {
  const known = (await commands()).map(({ command }) => command);
  const named = [...body.matchAll(/(?:^|`)remit ([a-z][a-z -]*[a-z])/gm)].map(([, it = '']) => it);
  expect(named.length).toBeGreaterThan(25);
  const strays = named.filter(
    (words) => !known.some((it) => `${words} `.startsWith(`${it} `) || it.startsWith(`${words} `)),
  );
  expect(strays).toEqual([]);
});

test('every flag that it names exists, in a line those of its command', async () => {
  const everywhere = [...Object.values(globals), ...Object.values(writeFlags)].flatMap(flagNames);
  const all = await commands();
  const anywhere = new Set([
    ...everywhere,
    ...all.flatMap((it) => it.flags.flatMap((f) => f.names)),
  ]);
  const flagsIn = (line: string) => line.match(/(?<![\w-])--[a-z][\w-]*/g) ?? [];
  expect(flagsIn(body).filter((flag) => !anywhere.has(flag))).toEqual([]);
  for (const [line] of body.matchAll(/^remit .*$/gm)) {
    const its = all
      .filter(({ command }) => `${line} `.startsWith(`remit ${command} `))
      .toSorted((one, other) => other.command.length - one.command.length)[0];
    const known = [...everywhere, ...(its?.flags ?? []).flatMap(({ names }) => names)];
    expect([line, flagsIn(line).filter((flag) => !known.includes(flag))]).toEqual([line, []]);
  }
});

test('its exit codes are those of the program, with their meanings', () => {
  const listed = [...body.matchAll(/^\| (\d+) \| (.*?) \|/gm)].map(([, ...cells]) => cells);
  // Code 1 is a bug, and signals end a program that nobody started.
  const known = Object.values(exitCodes).filter(({ code }) => ![1, 130, 143].includes(code));
  expect(listed).toEqual(known.map(({ code, meaning }) => [String(code), meaning]));
});

test('no line that moves money says yes without saying what it expects', () => {
  const paying = [...body.matchAll(/^remit (?:pay (?!list|get)|run apply|business withdraw).*$/gm)];
  expect(paying.length).toBeGreaterThan(3);
  for (const [line] of paying) {
    if (line.includes('--dry-run')) continue;
    expect(line).toMatch(/--expect-(?:amount|total) .*--expect-|--expect-count .*--expect-total/);
  }
});

test('its commands work as they are written', async () => {
  const service = await startService(undefined, {}, 'demo');
  // What it shows twice, such as a payment, is run once.
  const lines = new Set([...body.matchAll(/^remit (.*)$/gm)].map(([, words = '']) => words));
  const run = [...lines].filter((it) => !/^(?:sandbox (?:start|stop)|doctor)/.test(it));
  expect(run.length).toBeGreaterThan(15);
  for (const line of run) {
    const { code, err } = await service.remit(line);
    expect([line, code, code === 0 ? '' : err]).toEqual([line, 0, '']);
  }
  await service.close();
});
