import { expect, test } from 'vitest';
import { tree } from '../../src/commands/tree.ts';

const alone = Object.entries(tree).flatMap(([group, { standalone: commands = {}, load }]) =>
  Object.entries(commands).map(([name, one]) => ({ line: `${group} ${name}`, name, one, load })),
);

test('some commands are loaded without their group', () => expect(alone).not.toEqual([]));

test.for(alone)('$line is the command of its group', async ({ name, one, load }) => {
  const { commands } = await load();
  expect(await one()).toBe(commands.find((it) => it.name === name));
});
