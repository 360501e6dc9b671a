import { isSubgroup, type Subgroup } from '../../src/cli/command.ts';
import { tree } from '../../src/commands/tree.ts';

/** Returns the words of every command and of every word with commands below it, in the order of the tree. Root first. */
export async function commandPaths(): Promise<readonly (readonly string[])[]> {
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
