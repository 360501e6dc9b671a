import { expect, test } from 'vitest';
import { isSubgroup, type Subgroup } from '../src/cli/command.ts';
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

/** The global flags are the same on every page: they stand in the first one. */
const withoutGlobals = (page: string) => page.replace(/\nGlobal flags:\n(?: {2}.*\n)+/g, '');

test('what this program promises to those who type is in one reviewed file', async () => {
  const pages: string[] = [];
  for (const path of await everyPath()) {
    const { code, out, err } = await remit([...path, '--help']);
    expect([code, err], path.join(' ')).toEqual([0, '']);
    pages.push(`===== remit ${path.join(' ')}\n${path.length === 0 ? out : withoutGlobals(out)}`);
  }
  await expect(pages.join('\n')).toMatchFileSnapshot('./surface.txt');
});
