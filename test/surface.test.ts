import { expect, test } from 'vitest';
import { isSubgroup, type Subgroup } from '../src/cli/command.ts';
import { helpTopics } from '../src/commands/help-topics.ts';
import { tree } from '../src/commands/tree.ts';
import { remit } from './helpers/run-command.ts';

/** Every word that leads somewhere, in the order of the table of contents. */
async function everyPath(): Promise<string[][]> {
  const paths: string[][] = [[]];
  const walk = ({ commands }: Pick<Subgroup, 'commands'>, path: string[]) => {
    for (const it of commands) {
      paths.push([...path, it.name]);
      if (isSubgroup(it)) walk(it, [...path, it.name]);
    }
  };
  for (const [name, group] of Object.entries(tree)) {
    paths.push([name]);
    walk(await group.load(), [name]);
  }
  return paths;
}

test('the public command-line interface is in one reviewed file', async () => {
  const pages: string[] = [];
  for (const path of await everyPath()) {
    const { code, out, err } = await remit([...path, '--help']);
    expect([code, err], path.join(' ')).toEqual([0, '']);
    pages.push(`===== remit ${path.join(' ')}\n${out}`);
  }
  for (const topic of Object.keys(helpTopics)) {
    const { out } = await remit(['help', topic]);
    pages.push(`===== remit help ${topic}\n${out}`);
  }
  await expect(pages.join('\n')).toMatchFileSnapshot('./surface.txt');
});
