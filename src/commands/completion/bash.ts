import { bashEngine } from './bash-engine.ts';
import type { FlagWord, Outline, Place } from './completion-spec.ts';

/** The completion of bash, 3.2 and later: a table of what may follow each command, and the engine that reads it. */
export function bashScript({ places, globals, writing }: Outline): string {
  return [
    '# Completions of remit for bash, written by `remit completion bash`.',
    '',
    '# What may follow the words of a command: further words, flags (a value after =), arguments.',
    '_remit_at() {',
    "  words='' flags='' args=''",
    '  case $1 in',
    ...places.map((it) => `    ${quoted(it.path)}) ${assignments(it)} ;;`),
    '  esac',
    '}',
    '',
    `_remit_globals=${quoted(flagsText(globals))}`,
    `_remit_writing=${quoted(flagsText(writing))}`,
    '',
    bashEngine,
  ].join('\n');
}

const assignments = ({ words, flags, args, writes }: Place) =>
  [
    words.length > 0 && `words=${quoted(words.map(({ name }) => name).join(' '))}`,
    flags.length > 0 && `flags=${quoted(flagsText(flags))}`,
    writes && 'flags="$flags $_remit_writing"',
    args.length > 0 && `args=${quoted(args.join(' '))}`,
  ]
    .filter(Boolean)
    .join(' ');

const flagsText = (flags: readonly FlagWord[]) =>
  flags.map(({ name, wants }) => (wants === undefined ? name : `${name}=${wants}`)).join(' ');

const quoted = (text: string) => `'${text}'`;
