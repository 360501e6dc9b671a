import { UsageError } from '../cli/errors.ts';
import type { Group } from '../commands/tree.ts';
import type { Place } from './locate.ts';

/** The error for a word that names no command, with the nearest ones that do. */
export function unknownWord(place: Place, tree: Readonly<Record<string, Group>>): UsageError {
  const path = place.kind === 'root' ? [] : place.path;
  const known =
    place.kind === 'group' ? place.group.commands.map(({ name }) => name) : Object.keys(tree);
  const word = 'unknown' in place ? (place.unknown ?? '') : '';
  const near = known.filter(
    (name) => distance(word, name) <= Math.max(1, Math.floor(word.length / 3)),
  );
  const line = ['remit', ...path].join(' ');
  return new UsageError(`'${line} ${word}' is not a command.`, {
    next: near.length > 0 ? near.map((name) => `${line} ${name}`) : [`${line} --help`],
  });
}

/** Edits from one word to the other: a letter more, less or other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...a].entries()) row = nextRow(row, letter, b, i + 1);
  return row[b.length] ?? 0;
}

function nextRow(row: readonly number[], letter: string, b: string, first: number): number[] {
  const next = [first];
  for (const [j, other] of [...b].entries()) {
    const kept = (row[j] ?? 0) + (letter === other ? 0 : 1);
    next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, kept));
  }
  return next;
}
