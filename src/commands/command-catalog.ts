import type { Operation } from '../api/operations/operation.ts';
import {
  type AnyCommand,
  type CommandTree,
  isListed,
  isSubgroup,
  type Subgroup,
} from '../cli/command.ts';
import type { Flag, Flags } from '../cli/flags/flag.ts';
import { flagNames, globals, writeFlags } from '../cli/flags/global-flags.ts';
import { exitCodesOf } from '../errors/exit-codes.ts';
import { jsonText } from '../render/json.ts';
import type { CommandMatch } from './find-command.ts';

export interface CatalogEntry {
  readonly command: string;
  readonly summary: string;
  readonly about: string | null;
  /** The rest of the description, which the full page of help adds. */
  readonly details: string | null;
  readonly usage: string;
  readonly arguments: readonly CatalogFlag[];
  readonly flags: readonly CatalogFlag[];
  readonly writes: boolean;
  readonly columns: readonly string[];
  readonly examples: readonly { readonly caption: string; readonly line: string }[];
  readonly exitCodes: readonly { readonly code: number; readonly meaning: string }[];
  /** `GET /api/businesses`, the main one first. */
  readonly calls: readonly string[];
}

export interface CatalogFlag {
  readonly syntax: string;
  /** `-b`, `--business`; empty for an argument. */
  readonly names: readonly string[];
  readonly help: string;
  readonly group: string;
  readonly takes: 'one' | 'many' | 'nothing';
  readonly required: boolean;
  readonly choices: readonly string[];
}

/** Returns every listed command as data, in the order of the tree, `withHidden` the others too. Loads all groups. */
export async function buildCatalog(
  tree: CommandTree,
  { withHidden = false } = {},
): Promise<readonly CatalogEntry[]> {
  const entries: CatalogEntry[] = [];
  for (const [name, group] of Object.entries(tree))
    entries.push(...entriesBelow(await group.load(), [name], withHidden));
  return entries;
}

/** Returns a page of help as JSON: the record of the command, or those of all commands below the word. */
export async function catalogPage(place: CommandMatch, tree: CommandTree): Promise<string> {
  const page =
    place.kind === 'command'
      ? describe(place.path, place.command)
      : place.kind === 'group'
        ? entriesBelow(place.group, place.path)
        : await buildCatalog(tree);
  return `${jsonText(page)}\n`;
}

const entriesBelow = (
  { commands, defaultCommand }: Pick<Subgroup, 'commands' | 'defaultCommand'>,
  path: readonly string[],
  withHidden = false,
): CatalogEntry[] => [
  ...(defaultCommand ? [describe(path, defaultCommand)] : []),
  ...commands
    .filter((it) => withHidden || isListed(it))
    .flatMap((it) =>
      isSubgroup(it)
        ? entriesBelow(it, [...path, it.name], withHidden)
        : [describe([...path, it.name], it)],
    ),
];

/** Returns the summary of every word that has commands below it. Loads all groups. */
export async function groupsOf(tree: CommandTree): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  const walk = ({ commands, summary }: Pick<Subgroup, 'commands' | 'summary'>, path: string) => {
    if (commands.length > 0) found[path] = summary;
    for (const it of commands) if (isSubgroup(it)) walk(it, `${path} ${it.name}`);
  };
  for (const [name, { summary, load }] of Object.entries(tree))
    walk({ ...(await load()), summary }, name);
  return found;
}

/** Returns one command as data: its flags, columns, operations and exit codes. */
export function describe(path: readonly string[], spec: AnyCommand): CatalogEntry {
  const calls: readonly Operation[] = spec.calls ?? [];
  const args: Flags = spec.args ?? {};
  const own: Flags = spec.flags ?? {};
  const syntax = Object.values(args).map((it) => it.syntax);
  return {
    command: path.join(' '),
    summary: spec.summary,
    about: spec.about ?? null,
    details: spec.details ?? null,
    usage: ['remit', ...path, ...syntax, '[flags]'].join(' '),
    arguments: Object.values(args).map(described),
    flags: [
      ...Object.values(own)
        .filter(({ isHidden }) => !isHidden)
        .map(described),
      ...(spec.writes
        ? Object.values(writeFlags).map((it) => described({ ...it, group: 'Writing' }))
        : []),
    ],
    writes: spec.writes ?? false,
    columns: 'columns' in spec.view ? spec.view.columns.map(({ key }) => key) : [],
    examples: Object.entries(spec.examples as AnyCommand['examples']).map(([caption, line]) => ({
      caption,
      line,
    })),
    exitCodes: exitCodesOf(spec).map(({ code, meaning }) => ({ code, meaning })),
    calls: calls.map(({ method, path: at }) => `${method} ${at}`),
  };
}

/** Returns the flags that every command takes. */
export const globalFlags = (): readonly CatalogFlag[] =>
  Object.values(globals).map((it) => described({ ...it, group: 'Global flags' }));

const described = (flag: Flag): CatalogFlag => ({
  syntax: flag.syntax,
  names: flagNames(flag),
  help: flag.help,
  group: flag.group ?? 'Flags',
  takes: flag.takes,
  required: flag.required,
  choices: flag.choices ?? [],
});
