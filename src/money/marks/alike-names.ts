/** Names of businesses that a reader could take for one another. */

import { toLatin } from './confusables.ts';

/**
 * The way in which two names are alike: equal except for case, spaces, punctuation and legal form; drawn alike, with other
 * characters; or one or two characters apart.
 */
export type Likeness = 'equal' | 'drawnAlike' | 'near';

/** A name in the forms that are compared. */
export interface ComparedName {
  /** Without case, spaces, punctuation and legal form. */
  readonly plain: string;
  /** In addition with one character for those that are drawn alike. */
  readonly skeleton: string;
}

/** Returns a name in the forms that are compared. */
export function comparedName(name: string): ComparedName {
  const visible = name
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '');
  return {
    plain: withoutLegalForm(name.normalize('NFKC')),
    skeleton: [...withoutLegalForm(toLatin(visible))]
      .map((character) => oneOf[character] ?? character)
      .join('')
      .replaceAll('rn', 'm')
      .replaceAll('vv', 'w'),
  };
}

/** Characters that are drawn like a letter. */
const oneOf: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '1': 'l', i: 'l', '5': 's', '8': 'b', '2': 'z' },
};

const LEGAL_FORMS: ReadonlySet<string> = new Set([
  ...['inc', 'incorporated', 'llc', 'llp', 'lp', 'ltd', 'limited', 'corp', 'corporation'],
  ...['co', 'company', 'plc', 'pllc', 'pc'],
]);

function withoutLegalForm(name: string): string {
  const words = name
    .toLowerCase()
    .replaceAll(/[.'’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  while (words.length > 1 && LEGAL_FORMS.has(words.at(-1) ?? '')) words.pop();
  return words.join('');
}

/** Returns the way in which two names are alike; `undefined` if they are not. */
export function likenessOf(one: ComparedName, other: ComparedName): Likeness | undefined {
  if (one.skeleton === '' || other.skeleton === '') return undefined;
  if (one.skeleton === other.skeleton) return one.plain === other.plain ? 'equal' : 'drawnAlike';
  const shorter = Math.min(one.skeleton.length, other.skeleton.length);
  const most = shorter >= LONG ? 2 : shorter >= SHORT ? 1 : 0;
  const isNear = digitsOf(one) === digitsOf(other) && isWithin(most, one.skeleton, other.skeleton);
  return isNear ? 'near' : undefined;
}

/** The lengths from which names that are one or two characters apart are alike. */
const SHORT = 5;
const LONG = 12;

/** Numbered branches of a business are not alike. */
const digitsOf = ({ plain }: ComparedName): string => plain.replaceAll(/\D/g, '');

/** Reports whether at most `most` insertions, deletions and substitutions turn one text into another. */
function isWithin(most: number, one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > most) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  const [left, right] = [one.slice(start), other.slice(start)];
  if (left === '' || right === '') return true;
  if (most === 0) return false;
  return (
    isWithin(most - 1, left.slice(1), right.slice(1)) ||
    isWithin(most - 1, left.slice(1), right) ||
    isWithin(most - 1, left, right.slice(1))
  );
}

/** Two of several names that are alike, by their places. */
type Pair = readonly [one: number, other: number];

/**
 * Returns the pairs of different names that are alike, the smaller place first. Takes time in proportion to the names,
 * not to their pairs.
 */
export function alikePairs(names: readonly ComparedName[]): readonly Pair[] {
  const places = names.map((_, at) => at);
  const lengthOf = (at: number) => names[at]?.skeleton.length ?? 0;
  const skeletonAt = (at: number) => names[at]?.skeleton ?? '';
  const candidates = [
    ...candidatePairs(places, (at) => [skeletonAt(at)]),
    ...candidatePairs(
      places.filter((at) => lengthOf(at) >= SHORT && lengthOf(at) <= LONG),
      (at) => piecesOf(skeletonAt(at), 2),
      (at) => partsOf(skeletonAt(at), 1),
    ),
    ...candidatePairs(
      places.filter((at) => lengthOf(at) >= LONG),
      (at) => piecesOf(skeletonAt(at), 3),
      (at) => partsOf(skeletonAt(at), 2),
    ),
  ];
  const found = new Map(candidates.map((pair) => [pair.join(' '), pair]));
  return [...found.values()].filter(([one, other]) => {
    const [left, right] = [names[one], names[other]];
    return left && right && likenessOf(left, right) !== undefined;
  });
}

/** Returns the pairs of places of which an earlier one is stored under a key that the later one is looked up by. */
function* candidatePairs(
  places: readonly number[],
  keysOf: (at: number) => readonly string[],
  lookedUpBy: (at: number) => readonly string[] = keysOf,
): Generator<Pair> {
  const stored = new Map<string, number[]>();
  for (const at of places) {
    const earlier = new Set(lookedUpBy(at).flatMap((key) => stored.get(key) ?? []));
    for (const other of earlier) yield [other, at];
    for (const key of new Set(keysOf(at))) {
      const same = stored.get(key);
      if (same) same.push(at);
      else stored.set(key, [at]);
    }
  }
}

/** Splits a text into pieces of about the same length: of `count` pieces, `count - 1` changes leave one as it is. */
function piecesOf(text: string, count: number): readonly string[] {
  const bounds = Array.from({ length: count + 1 }, (_, at) =>
    Math.floor((text.length * at) / count),
  );
  return bounds.slice(1).map((end, at) => text.slice(bounds[at], end));
}

/** Returns the parts of a text that may be a piece of one that is at most `most` changes away. */
function partsOf(text: string, most: number): readonly string[] {
  const shortest = Math.floor((text.length - most) / (most + 1));
  const longest = Math.ceil((text.length + most) / (most + 1));
  const parts: string[] = [];
  for (let length = Math.max(1, shortest); length <= longest; length++) {
    for (let start = 0; start + length <= text.length; start++) {
      parts.push(text.slice(start, start + length));
    }
  }
  return parts;
}
