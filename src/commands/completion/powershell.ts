import type { FlagWord, Outline, Place, Word } from './completion-spec.ts';
import { powershellEngine } from './powershell-engine.ts';

/** The completion of PowerShell, 5.1 and later: a table of what may follow each command, and the engine that reads it. */
export function powershellScript({ places, globals, writing }: Outline): string {
  return [
    '# Completions of remit for PowerShell, written by `remit completion powershell`.',
    '',
    '$global:RemitGlobals = @(',
    ...flagLines(globals).map((it) => `  ${quoted(it)}`),
    ')',
    '$global:RemitWriting = @(',
    ...flagLines(writing).map((it) => `  ${quoted(it)}`),
    ')',
    '',
    '# What may follow the words of a command: further words, flags (a value after =), arguments, and what each is for.',
    '$global:RemitPlaces = @{',
    ...places.flatMap(row),
    '}',
    '',
    powershellEngine,
  ].join('\n');
}

const row = ({ path, words, flags, args, writes }: Place): string[] => [
  `  ${quoted(path)} = @{`,
  ...member('Words', words.map(line)),
  ...member('Flags', flagLines(flags)),
  ...member('Args', args),
  ...(writes ? ['    Writes = $true'] : []),
  '  }',
];

const member = (name: string, lines: readonly string[]): string[] =>
  lines.length === 0
    ? []
    : [`    ${name} = @(`, ...lines.map((it) => `      ${quoted(it)}`), '    )'];

const flagLines = (flags: readonly FlagWord[]) =>
  flags.map(({ name, wants, help }) =>
    line({ name: wants === undefined ? name : `${name}=${wants}`, help }),
  );

const line = ({ name, help }: Word) => `${name} ${help}`;

/** PowerShell takes the typographic quotes for quotes too. */
const quoted = (text: string) => `'${text.replace(/['‘’‚‛]/g, '$&$&')}'`;
