/** The hints that the source declares: texts that tell which command to type next. */

import { parseAst } from 'rolldown/parseAst';
import { type Source, sources } from '../architecture/sources.ts';

/** The place of a value that is known only when a hint is printed. */
export const SLOT = '…';

/** A text of the source that names commands, with a slot for each value. */
export interface SourceHint {
  readonly path: string;
  readonly text: string;
}

/** Pages of help, whose examples have tests of their own, and what is no output of a command. */
const notHints = [
  /^commands\/(?:help|help-topics|demo|mcp)\b/,
  /^sandbox\/(?:web|notifications)\//,
  /^api\/(?:controls|operations)\//,
  /^mcp\//,
];

/** Members that describe a command. */
const described = new Set([
  'about',
  'args',
  'description',
  'details',
  'examples',
  'flags',
  'help',
  'summary',
]);

/** Words before which `remit` is the name of the program. */
const COMMAND = /(?<=^|[\s(:])(?<!\b(?:of|no|install) )remit (?=[a-z])/;

/** Texts that name a command without a word of what to type next: the subject of an error, or of a signature. */
const names =
  /^(?:What )?remit (?:[a-z]+ signature|forecast|on …|payable recur|status|status would say)$/;

/** Returns all hints, in the order of the files. */
export const readSourceHints = (): readonly SourceHint[] =>
  textsWith((text) => COMMAND.test(text) && !names.test(text));

/** Returns all texts that tell to add a flag, in the order of the files. */
export const readFlagHints = (): readonly SourceHint[] =>
  textsWith((text) => /\badd --[a-z]/.test(text));

const textsWith = (isHint: (text: string) => boolean): readonly SourceHint[] =>
  sources
    .filter(({ path }) => !notHints.some((it) => it.test(path)))
    .flatMap((source) => textsIn(source, isHint));

function textsIn({ path, text: code }: Source, isHint: (text: string) => boolean): SourceHint[] {
  const found: SourceHint[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null || isDescription(node)) return;
    const text = textOf(node);
    if (text !== undefined && isHint(text)) found.push({ path, text });
    for (const it of Object.values(node)) visit(it);
  };
  visit(parseAst(code, { lang: 'ts' }));
  return found;
}

/** A node of the syntax tree, with the members that are read here. */
interface Node {
  readonly type?: string;
  readonly key?: { readonly name?: string };
  readonly value?: unknown;
  readonly quasis?: readonly { readonly value: { readonly cooked: string } }[];
}

const isDescription = ({ type, key }: Node): boolean =>
  type === 'Property' && described.has(key?.name ?? '');

/** Returns the text of a literal; a template has a slot for each expression. */
function textOf({ type, value, quasis }: Node): string | undefined {
  if (type === 'Literal') return typeof value === 'string' ? value : undefined;
  return type === 'TemplateLiteral' ? quasis?.map((it) => it.value.cooked).join(SLOT) : undefined;
}

/**
 * Returns the commands in a hint, each as its words after `remit`. A command ends before a comma, a bracket, two spaces or
 * a word of prose.
 */
export function commandsIn(hint: string): string[][] {
  return [...hint.matchAll(new RegExp(COMMAND, 'g'))].map(({ 0: remit, index }) => {
    const words = shellWords(hint.slice(index + remit.length));
    const end = words.findIndex((word) =>
      /^(?:and|or|then|to|shows|with|for|which|that|>)$/.test(word),
    );
    return words.slice(0, end < 0 ? undefined : end);
  });
}

/** Splits the start of a text that a shell would read: quotes and placeholders group words. */
function shellWords(text: string): string[] {
  const words: string[] = [];
  const word = /\s?((?:'[^']*'|"[^"]*"|<[^>]*>|,(?=\S)|[^\s'"<,;()])+)([,;)]|\.?$|\s\s)?/y;
  for (let it = word.exec(text); it; it = word.exec(text)) {
    words.push((it[1] ?? '').replace(/\.$/, '').replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));
    if (it[2] !== undefined || it[1]?.endsWith('.')) break;
  }
  return words;
}
