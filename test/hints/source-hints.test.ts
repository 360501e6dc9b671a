import { expect, test } from 'vitest';
import type { Flags } from '../../src/cli/flags/flag.ts';
import { flagNames, globals, writeFlags } from '../../src/cli/flags/global-flags.ts';
import { locate } from '../../src/commands/find-command.ts';
import { tree } from '../../src/commands/tree.ts';
import { commandsIn, readSourceHints, SLOT } from './source-hints.ts';

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
