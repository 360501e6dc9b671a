import { expect, test } from 'vitest';
import { completionTable } from '../../src/commands/completion/table.ts';
import { tree } from '../../src/commands/tree.ts';
import { remit } from '../helpers/run-command.ts';

const hidden = ['bank connect', 'bank link-token'];

test('lists of commands leave out what is a part of another command', async () => {
  const listed = JSON.parse((await remit('commands --json')).out) as { command: string }[];
  const commands = listed.map(({ command }) => command);
  expect(commands).toContain('bank link');
  expect(commands.filter((it) => hidden.includes(it))).toEqual([]);
  const { out } = await remit('bank --help');
  expect(out).toContain('connect-manual');
  expect(out).not.toMatch(/^ +(connect|link-token) /m);
  const { places } = await completionTable(tree);
  const offered = places['bank']?.subcommands.map(([word]) => word) ?? [];
  expect(offered).toContain('link');
  expect(offered).not.toContain('connect');
});

test.for(hidden)('%s has its own help, and its flags are completed', async (name) => {
  expect((await remit(`${name} --help`)).out).toContain(`remit ${name}`);
  expect(Object.keys((await completionTable(tree)).places)).toContain(name);
});
