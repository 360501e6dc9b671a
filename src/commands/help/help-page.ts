import {
  type AnyCommand,
  type CommandTree,
  HEADINGS,
  isListed,
  isSubgroup,
  type Subgroup,
} from '../../cli/command.ts';
import { describeFlag, flagTable } from '../../cli/flags/describe-flag.ts';
import type { Flags } from '../../cli/flags/flag.ts';
import { writeFlags } from '../../cli/flags/global-flags.ts';
import { exitCodesOf } from '../../errors/exit-codes.ts';
import { wrapCommandLine, wrapPath, wrapTable, wrapText } from '../../render/wrap-text.ts';
import type { CommandMatch } from '../find-command.ts';

/** The form of a page. */
export interface HelpOptions {
  /** The number of columns at which text wraps. */
  readonly width: number;
  /** Adds the details, the columns, the meaning of exit codes, the API calls and the flags of writing commands. */
  readonly isFull: boolean;
}

/** Returns the page for a place in the tree. */
export function helpFor(match: CommandMatch, tree: CommandTree, options: HelpOptions): string {
  const layout = createLayout(options.width);
  if (match.kind === 'command') {
    return commandHelp(match, layout, options.isFull);
  }
  return match.kind === 'group'
    ? groupHelp(match.path, match.group, layout)
    : rootHelp(tree, layout);
}

export const withBoldHeadings = (page: string): string =>
  page.replaceAll(/^[A-Z][^\n:]*:$/gm, '\u001b[1m$&\u001b[22m');

type Layout = ReturnType<typeof createLayout>;

const createLayout = (width: number) => {
  const textWidth = width - 2;
  return {
    prose: (text: string) =>
      text
        .split(/\n{2,}/)
        .map((paragraph) => wrapText(paragraph, width).join('\n'))
        .join('\n\n'),
    table: (rows: readonly (readonly [string, string])[]) => wrapTable(rows, textWidth),
    commands: (commands: Subgroup['commands']) =>
      wrapTable(
        commands
          .filter(isListed)
          .map((it) => [isSubgroup(it) ? `${it.name} …` : it.name, it.summary] as const),
        textWidth,
      ),
    flags: (flags: Flags) => flagTable(flags, textWidth),
    words: (words: readonly string[]) => wrapText(words.join(', '), textWidth),
    usage: (words: readonly string[]) => wrapCommandLine(words.join(' '), textWidth, ''),
    example: ([caption, line]: readonly [string, string]) => [
      `# ${caption}`,
      ...wrapCommandLine(line, textWidth),
    ],
    path: (path: string) => wrapPath(path, textWidth),
  };
};

const GLOBAL_FLAGS = 'Global flags: remit help flags';

function rootHelp(tree: CommandTree, { prose, table }: Layout): string {
  const named = Object.entries(tree);
  return page(
    prose(
      'Approve and pay business invoices by ACH from the command line, and test every step in a local sandbox first.',
    ),
    section('Usage', ['remit <command> [flags]']),
    section(
      'Get started',
      table([
        ['remit demo', 'run a complete example in a temporary sandbox'],
        ['remit sandbox start', 'start a local sandbox to try things'],
        ['remit auth login', 'sign in to a service'],
      ]),
    ),
    ...HEADINGS.map((heading) =>
      section(
        heading,
        table(
          named
            .filter(([, group]) => group.heading === heading)
            .map(([name, { summary }]) => [name.padEnd(10), summary]),
        ),
      ),
    ),
    GLOBAL_FLAGS,
    section(
      'Learn more',
      table([
        ['remit <command> --help', 'help for a command'],
        ['remit help <topic>', 'money-safety, exit-codes, automation, security, glossary, …'],
        ['remit explain <code>', 'explain an exit code, API error code or ACH return code'],
      ]),
    ),
  );
}

function groupHelp(path: readonly string[], group: Subgroup, layout: Layout): string {
  return page(
    layout.prose(`${group.summary}.`),
    section('Usage', [usageBelow(path)]),
    section('Commands', layout.commands(group.commands)),
    [GLOBAL_FLAGS, referenceBelow(path)].map(layout.prose).join('\n'),
  );
}

const usageBelow = (path: readonly string[]) => `remit ${path.join(' ')} <command> [flags]`;
const referenceBelow = (path: readonly string[]) =>
  `Help for a command: remit ${path.join(' ')} <command> --help`;

function commandHelp(
  { path, command: spec, below }: Extract<CommandMatch, { kind: 'command' }>,
  layout: Layout,
  isFull: boolean,
): string {
  const commands = layout.commands(below);
  const args: Flags = spec.args ?? {};
  const usage = [
    'remit',
    ...path,
    ...Object.values(args).map(({ syntax }) => syntax),
    ...mandatory(spec.flags ?? {}),
    '[flags]',
  ];
  return page(
    layout.prose(`${spec.summary}.`),
    spec.about && layout.prose(spec.about),
    isFull && spec.details && layout.prose(spec.details),
    section('Usage', [...layout.usage(usage), ...(commands.length > 0 ? [usageBelow(path)] : [])]),
    section('Commands', commands),
    section('Examples', Object.entries(spec.examples).flatMap(layout.example)),
    section(
      'Arguments',
      layout.table(
        Object.values(args).map((arg) => [arg.syntax, describeFlag({ ...arg, required: false })]),
      ),
    ),
    ...groupsOf(visibleFlags(spec.flags ?? {}), layout),
    ...(isFull ? fullEnd(spec, layout) : [shortEnd(spec, layout)]),
  );
}

/** Returns the end of a short page: where to read what it leaves out. */
function shortEnd(spec: AnyCommand, { prose }: Layout): string {
  const codes = exitCodesOf(spec).map(({ code }) => code);
  const names = Object.values(writeFlags).map(({ syntax }) => syntax.match(/--[\w-]+/)?.[0]);
  return [
    ...(spec.writes ? [`Writing flags: ${names.join(' ')} (remit help flags)`] : []),
    GLOBAL_FLAGS,
    `Exit codes: ${codes.join(' ')} (remit help exit-codes)`,
    `${spec.details ? 'Details, columns' : 'Columns'}, API calls and all flags: --help=full`,
  ]
    .map(prose)
    .join('\n');
}

function fullEnd(spec: AnyCommand, layout: Layout): (string | undefined)[] {
  return [
    spec.writes ? section('Writing', layout.flags(writeFlags)) : undefined,
    GLOBAL_FLAGS,
    'columns' in spec.view
      ? section('Columns', layout.words(spec.view.columns.map(({ key }) => key)))
      : undefined,
    section(
      'Exit codes',
      layout.table(exitCodesOf(spec).map(({ code, meaning }) => [String(code).padEnd(3), meaning])),
    ),
    section(
      'Calls',
      (spec.calls ?? []).flatMap(({ method, path: at }: { method: string; path: string }) =>
        layout.path(`${method} ${at}`),
      ),
    ),
  ];
}

const page = (...parts: readonly (string | false | undefined)[]) =>
  `${parts.filter(Boolean).join('\n\n')}\n`;

function section(title: string, lines: readonly string[]): string | undefined {
  return lines.length > 0
    ? [`${title}:`, ...lines.map((line) => `  ${line}`)].join('\n')
    : undefined;
}

function groupsOf(flags: Flags, layout: Layout): (string | undefined)[] {
  const names = new Set(Object.values(flags).map(({ group = 'Flags' }) => group));
  return [...names].map((name) =>
    section(
      name,
      layout.flags(
        Object.fromEntries(
          Object.entries(flags).filter(([, { group = 'Flags' }]) => group === name),
        ),
      ),
    ),
  );
}

const visibleFlags = (flags: Flags): Flags =>
  Object.fromEntries(Object.entries(flags).filter(([, { isHidden }]) => !isHidden));

const mandatory = (flags: Flags) =>
  Object.values(flags)
    .filter(({ required }) => required)
    .map(({ syntax }) => syntax.replace(/^-\w, /, ''));
