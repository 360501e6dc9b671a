import { expect, test } from 'vitest';
import { type AnyCommand, isSubgroup, type Subgroup } from '../../src/cli/command.ts';
import type { Flag } from '../../src/cli/flags/flag.ts';
import { globals } from '../../src/cli/flags/global-flags.ts';
import { valueKindOf } from '../../src/cli/flags/value-kind.ts';
import { completionTable } from '../../src/commands/completion/table.ts';
import { tree } from '../../src/commands/tree.ts';

/** Placeholders of things that no list shows, so that there is nothing to complete. */
const UNLISTED = [
  'sandbox events --after <event>',
  'sandbox events --after <event>',
  'sandbox events resend [event]',
  'sandbox listen --after <event>',
  'sandbox fault add --operation <id>',
  'sandbox fault remove [fault]',
  'sandbox token create --user <user>',
  'bank connect --provider-account <id>',
];

/** Every argument and flag with the words of its command. */
async function allFlags(): Promise<{ command: string; flag: Flag }[]> {
  const found = Object.values<Flag>(globals).map((flag) => ({ command: '', flag }));
  const add = (path: string, { args = {}, flags = {} }: AnyCommand) => {
    for (const flag of Object.values<Flag>({ ...args, ...flags }))
      found.push({ command: path, flag });
  };
  const walk = (
    path: string,
    { commands, defaultCommand }: Pick<Subgroup, 'commands' | 'defaultCommand'>,
  ) => {
    if (defaultCommand) add(path, defaultCommand);
    for (const it of commands)
      if (isSubgroup(it)) walk(`${path} ${it.name}`, it);
      else add(`${path} ${it.name}`, it);
  };
  for (const [name, group] of Object.entries(tree)) walk(name, await group.load());
  return found;
}

test('every id argument is completed, or documented as not listable', async () => {
  const ids = /[<[](id|event|fault|user|\w*(payable|bank|business|connection|payment|intent)\w*)\b/;
  const unknown = (await allFlags())
    .filter(({ flag }) => ids.test(flag.syntax) && valueKindOf(flag) === 'anything')
    .map(({ command, flag }) => `${command} ${flag.syntax}`);
  expect(unknown.filter((it) => !UNLISTED.includes(it))).toEqual([]);
});

test('words and flags have only characters that every shell reads literally', async () => {
  const { places, globals: all, writing } = await completionTable(tree);
  const flags = [...all, ...writing, ...Object.values(places).flatMap((it) => it.flags)];
  const kinds = [
    ...flags.map(({ kind }) => kind),
    ...Object.values(places).flatMap((it) => it.args),
  ];
  const words = [
    ...flags.flatMap(({ names }) => names),
    ...Object.values(places).flatMap(({ subcommands }) => subcommands.map(([word]) => word)),
    ...kinds.flatMap((kind) => (typeof kind === 'object' ? kind : [])),
  ];
  expect(words.length).toBeGreaterThan(1000);
  expect(words.filter((it) => !/^[\w.:-]+$/.test(it))).toEqual([]);
});
