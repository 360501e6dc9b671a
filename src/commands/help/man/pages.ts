import type { CatalogEntry, CatalogFlag } from '../../command-catalog.ts';
import { commandPage, flagSections, pageName, topicPage } from './command-page.ts';
import { escapeRoff, paragraphs, type Roff, section, terms, title } from './roff.ts';

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
