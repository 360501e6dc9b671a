import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isSubgroup, type Subgroup } from '../../src/cli/command.ts';
import { globals, writeFlags } from '../../src/cli/flags/global-flags.ts';
import { parseArgv } from '../../src/cli/line/parse-argv.ts';
import { tree } from '../../src/commands/tree.ts';
import { remit } from '../helpers/run-command.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

let service: Service;
let connection: string;
beforeEach(async () => {
  service = await startService();
  const [first] = await service.json<{ id: string }[]>('connection list --status active');
  connection = first?.id ?? '';
});
afterEach(() => service.close());

const intents = () => service.json<unknown[]>('journal list');

describe('with two different amounts nothing is paid', () => {
  test.for([
    ['--amount 10 --amount 1000'],
    ['--amount=10 --amount 1000'],
    // An abbreviation of `-q -y` is split by the other of the two ways to read a line.
    ['-qy --amount 10 --amount 1000'],
  ])('%s', async ([flags]) => {
    const { code, out, err } = await service.remit(`pay quick ${connection} ${flags} --yes`);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('--amount <dollars> takes one value, but 2 different ones were given');
    expect(err).toContain('10 and 1000');
    expect(await intents()).toEqual([]);
  });
});

test('the same amount given twice is accepted', async () => {
  const line = `pay quick ${connection} --amount 10 --amount 10.00 --yes --json`;
  expect((await service.remit(line)).code).toBe(0);
  expect(await intents()).toMatchObject([{ amount: 10 }]);
});

test('a command with two businesses or profiles is refused', async () => {
  const one = await service.remit(`payable list -b ${service.payer} -b ${service.payee}`);
  expect(one.code).toBe(2);
  expect(one.err).toContain(`${service.payer} and ${service.payee}`);
  expect((await service.remit('-P test payable list -P other')).code).toBe(2);
  expect((await service.remit('payable list -o json -o csv')).code).toBe(2);
  expect((await service.remit(`payable list -b ${service.payer} -b ${service.payer}`)).code).toBe(
    0,
  );
});

test('a flag overrides the environment without a conflict', async () => {
  const env = { REMIT_BUSINESS: service.payee };
  const { code } = await service.remit(`payable list -b ${service.payer}`, { env });
  expect(code).toBe(0);
});

test('a body given twice is refused, and not repeated in the message', async () => {
  const line = ['payable', 'submit', 'pay_1', '--data', '{"ssn":"123"}', '--data', '{"ssn":"456"}'];
  const { code, err } = await remit(line);
  expect(code).toBe(2);
  expect(err).toContain('--data');
  expect(err).not.toMatch(/123|456/);
});

test('a single-value flag refuses two values; a list flag accepts them', async () => {
  const flags = { ...globals, ...writeFlags, ...(await flagsOfCommands()) };
  for (const [name, flag] of Object.entries(flags)) {
    const [spelling] = flag.syntax.match(/--[\w-]+/) ?? [];
    if (!spelling || flag.takes === 'nothing') continue;
    const line = [spelling, 'a', spelling, 'b'];
    expect([name, parseArgv([], { [name]: flag }, line)(name)]).toEqual([name, ['a', 'b']]);
    expect([flag.syntax, flag.syntax.endsWith('...')]).toEqual([
      flag.syntax,
      flag.takes === 'many',
    ]);
  }
});

/** The flags of all commands by their spelling, the first of each. */
async function flagsOfCommands() {
  const groups = await Promise.all(Object.values(tree).map(({ load }) => load()));
  const below = ({
    commands,
    defaultCommand,
  }: Pick<Subgroup, 'commands' | 'defaultCommand'>): object[] => [
    ...commands.flatMap((it) => (isSubgroup(it) ? below(it) : [it.flags ?? {}])),
    defaultCommand?.flags ?? {},
  ];
  const all = groups.flatMap(below).flatMap((it) => Object.values(it) as { syntax: string }[]);
  return Object.fromEntries(all.map((it) => [it.syntax, it])) as typeof globals;
}
