import { describeFlag } from '../../../cli/flags/describe-flag.ts';
import type { CatalogEntry, CatalogFlag } from '../../command-catalog.ts';
import { bullets, literalBlock, paragraphs, type Roff, section, terms } from './roff.ts';

/** Returns the name of a page: the words of its command, joined by hyphens. */
export const pageName = (command: string): string =>
  ['remit', ...command.split(' ')].filter(Boolean).join('-');

export function commandPage(entry: CatalogEntry, globals: readonly CatalogFlag[]): Roff {
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
export function flagSections(flags: readonly CatalogFlag[]): Roff {
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
export function topicPage(text: string): { readonly summary: string; readonly body: Roff } {
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
