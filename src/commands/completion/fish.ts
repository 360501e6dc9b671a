import type { FlagWord, Outline, Place, Word } from './completion-spec.ts';
import { fishEngine } from './fish-engine.ts';

/** The completion of fish: a table of what may follow each command, and the engine that reads it. */
export function fishScript({ places, globals, writing }: Outline): string {
  return [
    '# Completions of remit for fish, written by `remit completion fish`.',
    '',
    '# What may follow the words of a command, a line each: `w` a word, `f` a flag (a value after =), `a` an argument.',
    'function __remit_at',
    '    switch "$argv[1]"',
    ...places.flatMap(branch),
    '    end',
    'end',
    '',
    ...lister('__remit_globals', flagLines(globals)),
    '',
    ...lister('__remit_writing', flagLines(writing)),
    '',
    fishEngine,
  ].join('\n');
}

function branch({ path, words, flags, args, writes }: Place): string[] {
  const lines = [
    ...words.map((it) => `w ${line(it)}`),
    ...flagLines(flags),
    ...args.map((it) => `a ${it}`),
  ];
  return [
    `        case ${quoted(path)}`,
    ...lines.map((it) => `            echo ${quoted(it)}`),
    ...(writes ? ['            __remit_writing'] : []),
  ];
}

const lister = (name: string, lines: readonly string[]) => [
  `function ${name}`,
  ...lines.map((it) => `    echo ${quoted(it)}`),
  'end',
];

const flagLines = (flags: readonly FlagWord[]) =>
  flags.map(
    ({ name, wants, help }) =>
      `f ${line({ name: wants === undefined ? name : `${name}=${wants}`, help })}`,
  );

const line = ({ name, help }: Word) => `${name} ${help}`;

const quoted = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`;
