import { expect, test } from 'vitest';
import { sources } from './sources.ts';

/** The names that a file exports: values and types. */
const exportsOf = (code: string): readonly string[] => [
  ...new Set(
    [
      ...code.matchAll(
        /^export (?:async )?(?:function\*? |const |let |class |abstract class |interface |type |enum )(\w+)/gm,
      ),
    ].map(([, name = '']) => name),
  ),
];

/** Records that a table of contents finds by these names in every directory. */
const byConvention = ['commands', 'defaultCommand'];

/** A command is exported under its verb and found by its resource: `list` of `commands/payable/list.ts`. */
const isCommand = (text: string, name: string) =>
  new RegExp(`^export const ${name}(?:: Subgroup = |.*= command\\()`, 'm').test(text);

test('an exported name exists once', () => {
  const owners = new Map<string, string[]>();
  for (const { path, text, code } of sources) {
    for (const name of exportsOf(code)) {
      if (byConvention.includes(name) || isCommand(text, name)) continue;
      owners.set(name, [...(owners.get(name) ?? []), path]);
    }
  }
  expect([...owners].filter(([, paths]) => paths.length > 1)).toEqual([]);
});
