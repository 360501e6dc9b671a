import type { AnyCommand, CommandTree, Subgroup } from '../../cli/command.ts';
import type { Flag, Flags } from '../../cli/flags/flag.ts';
import { flagNames, globals, writeFlags } from '../../cli/flags/global-flags.ts';
import { exitCodesOf } from '../../errors/exit-codes.ts';
import type { CommandMatch } from '../find-command.ts';

/** Returns the page for a place in the tree. */
export function helpFor(place: CommandMatch, tree: CommandTree): string {
  if (place.kind === 'command') return commandHelp(place.path, place.command);
  return place.kind === 'group' ? groupHelp(place.path, place.group) : rootHelp(tree);
}

/** Returns the page of the program: its purpose, and the first word of every command. */
function rootHelp(tree: CommandTree): string {
  return page(
    'Operate business-to-business ACH payments, and rehearse every one of them on a sandbox first.',
    section('Usage', ['remit <command> [flags]']),
    section('Commands', table(Object.entries(tree).map(([name, { summary }]) => [name, summary]))),
    section('Begin', [
      'remit demo                the whole story on a sandbox of its own',
      'remit sandbox start       a sandbox to try things on',
      'remit auth login          sign in to a service',
    ]),
    section('Global flags', wrap(Object.values(globals).map(longName))),
    'Every command has its own page, which explains them too: remit <command> --help',
  );
}

const longName = (flag: Flag) => flagNames(flag).at(-1) ?? flag.syntax;

/** Returns the page of a word with commands below it. */
function groupHelp(path: readonly string[], group: Subgroup): string {
  return page(
    `${group.summary}.`,
    section('Usage', [`remit ${path.join(' ')} <command> [flags]`]),
    section('Commands', table(group.commands.map((it) => [signature(it), it.summary]))),
    `Every command has its own page: remit ${path.join(' ')} <command> --help`,
  );
}

/** Returns the page of a command: summary, usage, examples, flags in groups, columns, exit codes, operations. */
function commandHelp(path: readonly string[], spec: AnyCommand): string {
  const args: Flags = spec.args ?? {};
  const usage = [
    'remit',
    ...path,
    ...Object.values(args).map(({ syntax }) => syntax),
    ...mandatory(spec.flags ?? {}),
    '[flags]',
  ];
  return page(
    `${spec.summary}.`,
    spec.about,
    section('Usage', [usage.join(' ')]),
    section('Examples', spec.examples),
    section('Arguments', table(Object.values(args).map(({ syntax, help }) => [syntax, help]))),
    ...groupsOf(spec.flags ?? {}),
    spec.writes ? section('Writing', flagLines(writeFlags)) : undefined,
    section('Global flags', flagLines(globals)),
    'columns' in spec.view
      ? section('Columns', wrap(spec.view.columns.map(({ key }) => key)))
      : undefined,
    section(
      'Exit codes',
      table(exitCodesOf(spec).map(({ code, meaning }) => [String(code), meaning])),
    ),
    section(
      'Calls',
      (spec.calls ?? []).map(
        ({ method, path: at }: { method: string; path: string }) => `${method} ${at}`,
      ),
    ),
  );
}

const page = (...parts: readonly (string | undefined)[]) =>
  `${parts.filter((part) => part !== undefined && part !== '').join('\n\n')}\n`;

function section(title: string, lines: readonly string[]): string | undefined {
  return lines.length > 0
    ? [`${title}:`, ...lines.map((line) => `  ${line}`)].join('\n')
    : undefined;
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.min(38, Math.max(0, ...rows.map(([left]) => left.length)));
  return rows.map(([left, right]) => `${left.padEnd(width)}  ${right}`);
}

const flagLines = (flags: Flags) =>
  table(Object.values(flags).map((flag) => [indented(flag), described(flag)]));

/** Indents a flag without a short name to align it with those that have one. */
const indented = ({ syntax }: Flag) => (syntax.startsWith('--') ? `    ${syntax}` : syntax);

const described = ({ help, required, choices }: Flag) =>
  [
    help,
    choices && !help.includes(choices[0] ?? '') && `(${choices.join(', ')})`,
    required && '(required)',
  ]
    .filter(Boolean)
    .join(' ');

function groupsOf(flags: Flags): (string | undefined)[] {
  const names = new Set(Object.values(flags).map(({ group = 'Flags' }) => group));
  return [...names].map((name) =>
    section(
      name,
      flagLines(
        Object.fromEntries(
          Object.entries(flags).filter(([, { group = 'Flags' }]) => group === name),
        ),
      ),
    ),
  );
}

const mandatory = (flags: Flags) =>
  Object.values(flags)
    .filter(({ required }) => required)
    .map(({ syntax }) => syntax.replace(/^-\w, /, ''));

const signature = (it: AnyCommand | Subgroup) =>
  'commands' in it
    ? `${it.name} …`
    : [it.name, ...Object.values((it.args ?? {}) as Flags).map(({ syntax }) => syntax)].join(' ');

function wrap(words: readonly string[]): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < 90)
      lines[lines.length - 1] = `${last}, ${word}`;
    else lines.push(word);
  }
  return lines;
}
