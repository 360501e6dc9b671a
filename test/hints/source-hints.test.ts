import { expect, test } from 'vitest';
import type { Flags } from '../../src/cli/flags/flag.ts';
import { flagNames, globals, writeFlags } from '../../src/cli/flags/global-flags.ts';
import { buildCatalog } from '../../src/commands/command-catalog.ts';
import { locate } from '../../src/commands/find-command.ts';
import { tree } from '../../src/commands/tree.ts';
import { commandsIn, readFlagHints, readSourceHints, SLOT } from './source-hints.ts';

test('every command that a text of the source tells to type exists, and has its flags', async () => {
  const sourceHints = readSourceHints();
  const wrong: string[] = [];
  for (const { path, text } of sourceHints) {
    for (const words of commandsIn(text)) {
      const problem = await problemOf(words);
      if (problem !== undefined) wrong.push(`${path}: ${text}: ${problem}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(sourceHints.length).toBeGreaterThan(200);
});

test('every flag that a text of the source tells to add is one of a command that can print it', async () => {
  const catalog = await buildCatalog(tree, { withHidden: true });
  const shared = Object.values({ ...globals, ...writeFlags }).flatMap(flagNames);
  const flagHints = readFlagHints();
  const wrong = flagHints.flatMap(({ path, text }) => {
    const [, group] = /^commands\/([a-z-]+)/.exec(path) ?? [];
    // What is not below a group may be printed by any command.
    const near = catalog.filter(
      ({ command }) => group === undefined || command.split(' ')[0] === group,
    );
    const known = [...shared, ...near.flatMap(({ flags }) => flags.flatMap(({ names }) => names))];
    const told = text.match(/(?<![\w-])--[a-z][a-z-]+/g) ?? [];
    return told.filter((it) => !known.includes(it)).map((it) => `${path}: ${text}: ${it}`);
  });
  expect(wrong).toEqual([]);
  expect(flagHints.length).toBeGreaterThan(20);
});

async function problemOf(words: readonly string[]): Promise<string | undefined> {
  const typed = words.map((word) => word.split(SLOT, 1)[0] ?? '').filter((it) => /[a-z<]/.test(it));
  const found = await locate(typed, tree);
  if (found.kind === 'root') return 'no such command';
  // `remit run …`: the verb is seen where the hint is printed.
  if (found.kind === 'group') {
    return typed.includes('--help') || words.includes(SLOT) ? undefined : 'no such command';
  }
  const { args, flags, writes } = found.command;
  const known: Flags = { ...globals, ...flags, ...args, ...(writes && writeFlags) };
  const names = ['--help', ...Object.values(known).flatMap(flagNames)];
  return found.rest.find((it) => it.startsWith('-') && !names.includes(it.replace(/=.*/, '')));
}
