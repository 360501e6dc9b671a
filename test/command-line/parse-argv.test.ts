import { CommanderError } from 'commander';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Flag, Flags } from '../../src/cli/flags/flag.ts';
import { parseArgv, splitBy } from '../../src/cli/line/parse-argv.ts';
import { wantsJson } from '../../src/cli/output-format.ts';
import { locate } from '../../src/commands/find-command.ts';
import { tree } from '../../src/commands/tree.ts';
import { UsageError } from '../../src/money/errors.ts';
import { runs } from '../helpers/property-runs.ts';

const flag = (syntax: string, takes: Flag['takes']): Flag => ({
  ...{ syntax, takes, help: '', required: false },
  read: (words) => words,
});

/** Names that contain one another, in each form that commands use. */
const all: Flags = {
  payable: flag('<payable>', 'one'),
  others: flag('[other...]', 'many'),
  format: flag('-o, --format <format>', 'one'),
  only: flag('--only <field>', 'one'),
  profile: flag('-P, --profile <name>', 'one'),
  yes: flag('-y, --yes', 'nothing'),
  quiet: flag('-q, --quiet', 'nothing'),
  status: flag('--status <status>', 'many'),
  statuses: flag('--statuses <status...>', 'many'),
  header: flag('--header <name>', 'many'),
  noHeader: flag('--no-header', 'nothing'),
};

const names = Object.values(all).flatMap(({ syntax }) => syntax.match(/(?<=^|, )--?[\w-]+/g) ?? []);
const word = fc.oneof(
  fc.constantFrom(...names),
  fc.constantFrom(...names).map((name) => `${name}=value`),
  fc.constantFrom('-yq', '-qy', '-oy', '-ovalue', '-yovalue', '-P=value', '-yz', '-z'),
  fc.constantFrom('value', 'pay_1', '', '-', '--', '-1', '-1.5', '---yes'),
  fc.constantFrom('--stat', '--unknown', '--yes=', '--no-yes', '--profil'),
);

const wordsOf = (split: typeof splitBy, rest: readonly string[]) => {
  const words = split(['pay'], all, rest);
  return Object.fromEntries(Object.keys(all).map((name) => [name, words(name)]));
};

test('a line is split as if commander knew all flags of the command', () => {
  let accepted = 0;
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), (rest) => {
      try {
        const expected = wordsOf(splitBy, rest);
        expect(wordsOf(parseArgv, rest)).toEqual(expected);
        accepted++;
      } catch (error) {
        if (!(error instanceof CommanderError)) throw error;
        expect(() => wordsOf(parseArgv, rest)).toThrow(UsageError);
      }
    }),
    { numRuns: runs(500) },
  );
  expect(accepted).toBeGreaterThan(runs(500) / 10);
});

test('a short flag with a value is known behind others, before the line is parsed', async () => {
  expect(await locate(['-qP', 'live', 'bank', 'list'], tree)).toMatchObject({
    path: ['bank', 'list'],
    rest: ['-qP', 'live'],
  });
  expect(await locate(['-qPlive', 'bank', 'list'], tree)).toMatchObject({ path: ['bank', 'list'] });
  const lines = [['-qo', 'json'], ['-qojson'], ['-o', 'json'], ['--format=json'], ['-qo', 'csv']];
  expect(lines.map((argv) => wantsJson(argv, undefined))).toEqual([true, true, true, true, false]);
});
