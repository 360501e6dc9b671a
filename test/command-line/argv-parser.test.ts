import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AnyCommand, isSubgroup, type Subgroup } from '../../src/cli/command.ts';
import type { Flags } from '../../src/cli/flags/flag.ts';
import { flagNames, globals, writeFlags } from '../../src/cli/flags/global-flags.ts';
import { tree } from '../../src/commands/tree.ts';
import { parseArgvWithCommander } from '../../src/program/line/parse-argv-commander.ts';
import { parseSimpleArgv } from '../../src/program/line/parse-argv-fast.ts';
import { runs } from '../helpers/property-runs.ts';

const groups = await Promise.all(Object.values(tree).map(({ load }) => load()));
const all = groups.flatMap(({ commands, defaultCommand }) => [
  ...below(commands),
  ...(defaultCommand ? [defaultCommand] : []),
]);

function below(commands: readonly (AnyCommand | Subgroup)[]): AnyCommand[] {
  return commands.flatMap((it) => (isSubgroup(it) ? below(it.commands) : [it]));
}

/** Everything that may be typed behind a command, each under a name of its own. */
const flagsOf = ({ args, flags, writes }: AnyCommand): Flags => ({
  ...named('arg', args ?? {}),
  ...named('flag', flags ?? {}),
  ...named('global', globals),
  ...(writes && named('write', writeFlags)),
});
const named = (part: string, flags: Flags): Flags =>
  Object.fromEntries(Object.entries(flags).map(([name, it]) => [`${part}.${name}`, it]));

const word = fc.constantFrom(
  'pay_7',
  '25',
  '',
  '-',
  '--',
  '-5',
  '--none',
  'a=b',
  '-bx',
  '--json=1',
);

/** Words as they are typed behind a command: its flags, with and without values, and words that are none. */
function wordsFor(flags: Flags): fc.Arbitrary<string[]> {
  const typed = Object.values(flags).flatMap((flag) =>
    flagNames(flag).flatMap((it) =>
      flag.takes === 'nothing' ? [[it]] : [[it, 'x'], [`${it}=x`], [`${it}=`], [it, '-'], [it]],
    ),
  );
  return fc
    .array(
      fc.oneof(
        fc.constantFrom(...typed),
        word.map((it) => [it]),
      ),
      { maxLength: 6 },
    )
    .map((parts) => parts.flat());
}

const lines = fc.constantFrom(...all).chain((command) => {
  const flags = flagsOf(command);
  return fc.record({ flags: fc.constant(flags), words: wordsFor(flags) });
});

test('what is split without a library is split as the library splits it', () => {
  let split = 0;
  fc.assert(
    fc.property(lines, ({ flags, words }) => {
      const ours = parseSimpleArgv(flags, words);
      if (!ours) return;
      split++;
      const theirs = parseArgvWithCommander(['it'], flags, words);
      for (const name of Object.keys(flags))
        expect([name, ours(name)]).toEqual([name, theirs(name)]);
    }),
    { numRuns: runs(1500) },
  );
  expect(split).toBeGreaterThan(300);
});

test.for([
  [['pay_7', '--limit', '5', '--json'], true],
  [['--output=csv', '--', '-x'], true],
  [['--limit'], false],
  [['--nothing'], false],
  [['-bx'], false],
  [['--json=yes'], false],
] as const)('%j needs no library: %s', ([words, isPlain]) => {
  const limit = { ...globals.retries, syntax: '--limit <n>' };
  const id = { ...globals.retries, syntax: '<id>' };
  expect(parseSimpleArgv({ ...globals, limit, id }, words) !== undefined).toBe(isPlain);
});
