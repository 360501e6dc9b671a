import type { FlagWord, Outline, Place, Word } from './completion-spec.ts';
import { zshEngine } from './zsh-engine.ts';

/** The completion of zsh: a table of what may follow each command, and the engine that reads it. */
export function zshScript({ places, globals, writing }: Outline): string {
  return [
    '#compdef remit',
    '# Completions of remit for zsh, written by `remit completion zsh`.',
    '',
    '# What may follow the words of a command: further words, flags (a value after =), arguments, and what each is for.',
    '_remit_at() {',
    '  below=() flags=() args=()',
    '  case $1 in',
    ...places.flatMap(branch),
    '  esac',
    '}',
    '',
    ...array('_remit_globals', flagLines(globals), ''),
    ...array('_remit_writing', flagLines(writing), ''),
    '',
    zshEngine,
  ].join('\n');
}

const branch = ({ path, words, flags, args, writes }: Place): string[] => [
  `    ${quoted(path)})`,
  ...array('below', words.map(line), '      '),
  ...array('flags', flagLines(flags), '      '),
  ...(writes ? ['      flags+=($_remit_writing)'] : []),
  ...(args.length > 0 ? [`      args=(${args.map(quoted).join(' ')})`] : []),
  '      ;;',
];

function array(name: string, lines: readonly string[], margin: string): string[] {
  if (lines.length === 0) return [];
  return [`${margin}${name}=(`, ...lines.map((it) => `${margin}  ${quoted(it)}`), `${margin})`];
}

const flagLines = (flags: readonly FlagWord[]) =>
  flags.map(({ name, wants, help }) =>
    line({ name: wants === undefined ? name : `${name}=${wants}`, help }),
  );

const line = ({ name, help }: Word) => `${name} ${help}`;

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
