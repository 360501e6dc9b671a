/** The commands that errors and notices tell to type next. */

import { shortFlagPattern } from './flags/global-flags.ts';

/** A flag that selects where a command acts. */
interface Place {
  readonly names: readonly string[];
  /** The words that the command to type next needs the flag less with. */
  readonly unless: RegExp;
}

const places: readonly Place[] = [
  { names: ['-P', '--profile'], unless: /-P |--profile |profile (?:use|remove) / },
  // A business that the command names as an argument excludes -b.
  { names: ['-b', '--business'], unless: /-b |--business |remit business / },
  { names: ['--base-url'], unless: /--base-url |profile set baseUrl / },
];

/** Commands that act nowhere, and pages of help. */
const PLACELESS = /^(?:help|explain|commands|completion|version|demo)\b|^[a-z -]+ --help\b/;

/**
 * Returns a line with the `-P`, `-b` and `--base-url` of the command line that it follows added to each `remit …` in it,
 * so that it acts in the same place. A flag that the line has is kept.
 */
export function nextLine(line: string, argv: readonly string[]): string {
  return line.replaceAll(/(?<=^|[\s(:])remit (?=[a-z])/g, (word, at: number) => {
    const rest = line.slice(at + word.length);
    if (PLACELESS.test(rest)) return word;
    const flags = places
      .filter(({ unless }) => !unless.test(line.slice(at)))
      .flatMap(({ names }) => {
        const value = typedValue(argv, names);
        return value === undefined ? [] : [names[0], shellWord(value)];
      });
    return `${['remit', ...flags].join(' ')} `;
  });
}

/** Groups and commands that take ids of another group. */
const listedBy: Readonly<Record<string, string>> = {
  invitation: 'invite',
  link: 'payable',
  'pay bulk': 'payable',
  'pay initiate': 'payable',
  'pay quick': 'connection',
};
const lists = ['accounting', 'bank', 'connection', 'invite', 'pay', 'payable'];

/** Returns the command that lists the ids that a command line takes; none if that is what it does, or none is known. */
export function idsHint(argv: readonly string[]): readonly string[] {
  const flags = places.flatMap(({ names }) => names);
  const at = argv.findIndex(
    (word, nth) => lists.includes(listedBy[word] ?? word) && !flags.includes(argv[nth - 1] ?? ''),
  );
  const [group = '', verb] = at < 0 ? [] : argv.slice(at);
  if (group === '' || verb === 'list') return [];
  return [`find the id: remit ${listedBy[`${group} ${verb}`] ?? listedBy[group] ?? group} list`];
}

/** Returns the last value of a flag in a command line: `-P x`, `-Px`, `-qP x`, `--profile x` or `--profile=x`. */
function typedValue(argv: readonly string[], names: readonly string[]): string | undefined {
  const end = argv.indexOf('--');
  const words = end < 0 ? argv : argv.slice(0, end);
  const patterns = names.map((name) =>
    name.startsWith('--') ? new RegExp(`^${name}(?:=(.*))?$`, 's') : shortFlagPattern(name),
  );
  return words
    .flatMap((word, at) => {
      const found = patterns.map((it) => it.exec(word)).find((it) => it !== null);
      return found ? found[1] || (words[at + 1] ?? []) : [];
    })
    .at(-1);
}

/** Returns a word as a POSIX shell reads it: quoted if it holds anything but plain characters. */
export const shellWord = (word: string): string =>
  /^[\w./,:+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
