import { describeFlag } from '../../../cli/flags/describe-flag.ts';
import type { CatalogEntry, CatalogFlag } from '../../command-catalog.ts';
import {
  bullets,
  escapeRoff,
  literalBlock,
  paragraphs,
  type Roff,
  section,
  terms,
  title,
} from './roff.ts';

export interface Material {
  readonly catalog: readonly CatalogEntry[];
  /** Summaries of the words that have commands below them. */
  readonly groups: Readonly<Record<string, string>>;
  readonly globals: readonly CatalogFlag[];
  readonly exitCodes: readonly { readonly code: number; readonly meaning: string }[];
  readonly topics: Readonly<Record<string, string>>;
  readonly version: string;
  /** Date of the pages, `YYYY-MM-DD`. */
  readonly date: string;
}

/**
 * Returns every page by the name of its file: the program, its commands and groups in section 1, its topics in section
 * 7.
 */
export function manPages(material: Material): ReadonlyMap<string, string> {
  const { catalog, groups, topics } = material;
  const commands = new Map(catalog.map((entry) => [entry.command, entry]));
  const paths = ['', ...new Set([...commands.keys(), ...Object.keys(groups)])];
  const pages = paths.map((path): [string, string] => [
    `${pageName(path)}.1`,
    page(material, path, commands.get(path)),
  ]);
  const topicPages = Object.entries(topics).map(([name, text]): [string, string] => [
    `remit-${name}.7`,
    topic(material, name, text),
  ]);
  return new Map([...pages, ...topicPages]);
}

function page(material: Material, path: string, entry: CatalogEntry | undefined): string {
  const summary = path === '' ? ABOUT : (material.groups[path] ?? entry?.summary ?? '');
  return text([
    title(pageName(path), 1, material.date, material.version),
    ...name(pageName(path), summary),
    ...(entry ? commandPage(entry, material.globals) : synopsis(path)),
    ...section('Commands', terms(subcommandsOf(material, path))),
    ...(path === '' ? wholeProgram(material) : []),
    ...seeAlso(material, path),
  ]);
}

const ABOUT = 'approve and pay business invoices by ACH, and test in a local sandbox';

const synopsis = (path: string): Roff =>
  section('Synopsis', [
    '.EX',
    escapeRoff(`${['remit', path].filter(Boolean).join(' ')} <command> [flags]`),
    '.EE',
  ]);

const wholeProgram = ({ globals, exitCodes, topics }: Material): Roff => [
  ...flagSections(globals),
  ...section('Exit status', terms(exitCodes.map(({ code, meaning }) => [String(code), meaning]))),
  ...section(
    'Environment and files',
    paragraphs([
      'See remit-environment(7). Without REMIT_HOME the directories are those of the XDG specification.',
    ]),
  ),
  ...section(
    'Topics',
    terms(
      Object.entries(topics).map(([topicName, about]) => [
        `remit-${topicName}(7)`,
        topicPage(about).summary,
      ]),
    ),
  ),
];

function subcommandsOf({ catalog, groups }: Material, path: string): [string, string][] {
  const summaries = new Map([
    ...catalog.map(({ command, summary }): [string, string] => [command, summary]),
    ...Object.entries(groups),
  ]);
  return [...summaries]
    .filter(([child]) => child !== '' && parentOf(child) === path)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([child, summary]) => [`${pageName(child)}(1)`, summary]);
}

function seeAlso({ topics }: Material, path: string): Roff {
  const parents = path.split(' ').map((_, at, words) => pageName(words.slice(0, at).join(' ')));
  const pages =
    path === ''
      ? Object.keys(topics).map((topicName) => `remit-${topicName}(7)`)
      : parents.map((parent) => `${parent}(1)`);
  return section('See also', paragraphs([pages.join(', ')]));
}

function topic({ date, version }: Material, topicName: string, about: string): string {
  const { summary, body } = topicPage(about);
  return text([
    title(`remit-${topicName}`, 7, date, version),
    ...name(`remit-${topicName}`, summary),
    ...section('Description', body),
    ...section('See also', paragraphs(['remit(1)'])),
  ]);
}

const name = (page: string, summary: string): Roff =>
  section('Name', paragraphs([`${page} - ${summary}`]));

const parentOf = (path: string) => path.split(' ').slice(0, -1).join(' ');

const text = (lines: Roff) => `${lines.join('\n')}\n`;

/** Returns the name of a page: the words of its command, joined by hyphens. */
const pageName = (command: string): string =>
  ['remit', ...command.split(' ')].filter(Boolean).join('-');

function commandPage(entry: CatalogEntry, globals: readonly CatalogFlag[]): Roff {
  const { about, details, usage, summary, columns, exitCodes, calls } = entry;
  const examples = entry.examples.flatMap(({ caption, line }) => [`# ${caption}`, line]);
  return [
    ...section('Synopsis', literalBlock([usage])),
    ...section(
      'Description',
      paragraphs([`${summary}.`, ...[about, details].flatMap((it) => it?.split('\n\n') ?? [])]),
    ),
    ...section('Examples', literalBlock(examples)),
    ...section('Arguments', terms(entry.arguments.map(row))),
    ...flagSections(entry.flags),
    ...section('Global flags', [
      ...paragraphs(['Described in remit(1):']),
      '.PP',
      ...paragraphs([globals.map(({ names }) => names.at(-1)).join(', ')]),
    ]),
    ...section('Columns', columns.length > 0 ? paragraphs([columns.join(', ')]) : []),
    ...section('Exit status', terms(exitCodes.map(({ code, meaning }) => [String(code), meaning]))),
    ...section('Calls', literalBlock(calls)),
  ];
}

/** Returns flags under the headings that they have in help. */
function flagSections(flags: readonly CatalogFlag[]): Roff {
  const headings = [...new Set(flags.map(({ group }) => group))];
  return headings.flatMap((heading) =>
    section(heading, terms(flags.filter(({ group }) => group === heading).map(row))),
  );
}

const row = (flag: CatalogFlag): [string, string] => [
  flag.syntax,
  describeFlag({ ...flag, required: flag.required && flag.names.length > 0 }),
];

/** Converts a topic of `remit help` to a page: its first line becomes the summary, the rest the body. */
function topicPage(text: string): { readonly summary: string; readonly body: Roff } {
  const [first = '', ...blocks] = text.trim().split(/\n\n+/);
  const [summary = '', ...rest] = first.split('\n');
  const body = [rest.join('\n'), ...blocks].filter((block) => block !== '').map(blockOf);
  return {
    summary: summary.replace(/[.:]$/, ''),
    body: body.flatMap((block, at) => (at > 0 && !isList(block) ? ['.PP', ...block] : block)),
  };
}

/** Reports whether a block is a list, which starts its own paragraph. */
const isList = ([first = '']: Roff): boolean => first.startsWith('.IP');

/** Converts a block: indented lines stay as they are, lines that begin with a dash are a list, all others are prose. */
function blockOf(block: string): Roff {
  const lines = block.split('\n');
  if (lines.some((line) => line.startsWith('- '))) return bullets(block.slice(2).split(/\n- /));
  const at = lines.findIndex((line) => line.startsWith('  '));
  if (at < 0) return paragraphs([block]);
  const end = lines.findLastIndex((line) => line.startsWith('  ')) + 1;
  return [
    ...prose(lines.slice(0, at)),
    ...literalBlock(lines.slice(at, end).map((line) => line.slice(2))),
    ...prose(lines.slice(end)),
  ];
}

const prose = (lines: readonly string[]): Roff =>
  lines.length > 0 ? paragraphs([lines.join('\n')]) : [];
