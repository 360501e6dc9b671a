/** Command lines of all commands that call the service. */

import { type AnyCommand, isSubgroup, type Subgroup } from '../../src/cli/command.ts';
import { tree } from '../../src/commands/tree.ts';

/** A command, and the words of one of its examples. */
export interface Line {
  readonly command: string;
  readonly words: string;
}

/** Commands that wait for an event which does not occur here, or that need a browser. */
const lasting = /^(wait|watch|bank link|mcp serve|demo|sandbox)\b/;

/** Returns the examples of every command that calls the service, without format flags and with ids filled in. */
export async function linesOfService(): Promise<Line[]> {
  const found: Line[] = [];
  const add = (path: readonly string[], it: AnyCommand) => {
    const command = path.join(' ');
    if (!it.calls || lasting.test(command)) return;
    const lines = Object.values<string>(it.examples)
      .filter((line) => !/ [|<>] /.test(line))
      .map(plainly);
    for (const words of new Set(lines)) found.push({ command, words });
  };
  const walk = (
    { commands, defaultCommand }: Pick<Subgroup, 'commands' | 'defaultCommand'>,
    path: string[],
  ) => {
    if (defaultCommand) add(path, defaultCommand);
    for (const it of commands)
      if (isSubgroup(it)) walk(it, [...path, it.name]);
      else add([...path, it.name], it);
  };
  for (const [name, group] of Object.entries(tree)) walk(await group.load(), [name]);
  return found;
}

const plainly = (line: string) =>
  line
    .replace(/^remit /, '')
    // There are two bank accounts, and a menu moves the cursor.
    .replace(/^match \S+/, '$& --bank fs_1')
    .replaceAll(/ --(json|csv|manifest|since-last|force|wait)\b/g, '')
    .replaceAll(/ (-o|--out|--format|--query|--report|--as) \S+/g, '')
    .replaceAll(/\b([a-z]+_)…/g, '$11');
