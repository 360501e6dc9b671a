/** The table of operations for docs/operations.md. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AnyCommand, isSubgroup, type Subgroup } from '../../src/cli/command.ts';
import { tree } from '../../src/commands/tree.ts';
import { type NamedOperation, specOperations } from '../../src/contract/operations.ts';
import { handlers } from '../../src/sandbox/server/handler-registry.ts';

/** An operation and the parts of the program that implement it; a missing part is `''`. */
export interface OperationRow {
  readonly operation: string;
  readonly command: string;
  readonly handler: string;
  readonly stories: string;
}

/** Returns a row for each operation of the contract. */
export async function operationRows(): Promise<readonly OperationRow[]> {
  const commands = await allCommands();
  const stories = allStories();
  return specOperations.map((op) => ({
    operation: `\`${op.method} ${op.path.replace('/api/', '/')}\``,
    command: commandsOf(op, commands).join('<br>'),
    handler: handlerOf(op),
    stories: stories
      .filter(({ covers }) => covers.has(op.id))
      .map(({ name, file }) => `[${name}](../${file})`)
      .join(', '),
  }));
}

/** Returns the documentation page with the table. */
export const pageOf = (rows: readonly OperationRow[]): string => `# Operations

Everything the service can do, the command that asks for it, what answers it in the sandbox, and the stories in which it
succeeds. Every path begins with \`/api\`. The page is made by \`test/architecture/operations.test.ts\`, which fails when it is out of
date: remove it and run that test to make it anew.

| operation | command | handler | stories |
| --- | --- | --- | --- |
${rows.map((it) => `| ${it.operation} | ${it.command} | ${it.handler} | ${it.stories} |`).join('\n')}
`;

interface Typed {
  readonly words: string;
  readonly command: AnyCommand;
}

async function allCommands(): Promise<readonly Typed[]> {
  const found: Typed[] = [];
  const walk = (
    { commands, defaultCommand }: Pick<Subgroup, 'commands' | 'defaultCommand'>,
    words: string,
  ) => {
    if (defaultCommand) found.push({ words, command: defaultCommand });
    for (const it of commands) {
      if (isSubgroup(it)) walk(it, `${words} ${it.name}`);
      else found.push({ words: `${words} ${it.name}`, command: it });
    }
  };
  for (const [name, group] of Object.entries(tree)) walk(await group.load(), `remit ${name}`);
  return found;
}

/**
 * Returns the commands for an operation: those of its resource, else any with it as their main call, else all that call
 * it.
 */
function commandsOf({ id }: NamedOperation, commands: readonly Typed[]): readonly string[] {
  const [resource] = id.split('.');
  const whose = ({ calls = [] }: AnyCommand) => calls.map(idOf);
  const any = commands.filter(({ command }) => whose(command).includes(id));
  const main = any.filter(({ command }) => whose(command)[0] === id);
  const own = main.filter(({ words }) => words.startsWith(`remit ${resource} `));
  const [nearest = []] = [own, main, any].filter((it) => it.length > 0);
  return nearest.map(({ words }) => `\`${words}\``);
}

const ids = new Map(specOperations.map(({ id, method, path }) => [`${method} ${path}`, id]));

const idOf = ({ method, path }: { readonly method: string; readonly path: string }) =>
  ids.get(`${method} ${path}`);

type Handlers = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Returns a link to the handler's file; `''` if the handler is missing. */
function handlerOf({ id }: NamedOperation): string {
  const [resource = '', name = ''] = id.split('.');
  const table: Handlers = handlers;
  const folder =
    { invite: 'invitation', link: 'payment-link', pay: 'payment' }[resource] ?? resource;
  const file = `src/sandbox/${folder}/handlers.ts`;
  const isThere = typeof table[resource]?.[name] === 'function' && existsSync(file);
  return isThere ? `[\`${resource}.${name}\`](../${file})` : '';
}

interface Story {
  readonly name: string;
  readonly file: string;
  readonly covers: ReadonlySet<string>;
}

/** Returns the stories with the operations they claim to cover; each proves this when it runs. */
function allStories(): readonly Story[] {
  const folder = 'test/stories';
  const files = readdirSync(folder).filter((it) => it.endsWith('.test.ts'));
  return files.toSorted().map((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const covers = [...text.matchAll(/\bcovers: \{([^}]*)\}/g)].flatMap(([, table = '']) =>
      [...table.matchAll(/(\w+): \[([^\]]*)\]/g)].flatMap(([, resource, names = '']) =>
        [...names.matchAll(/'(\w+)'/g)].map(([, name]) => `${resource}.${name}`),
      ),
    );
    const [, name = file] = /'(S\d+) /.exec(text) ?? [];
    return { name, file: `${folder}/${file}`, covers: new Set(covers) };
  });
}
