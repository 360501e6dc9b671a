/** Names of businesses that a reader could take for one another. */

/**
 * The way in which two names are alike: equal except for case, spaces, punctuation and legal form; drawn alike, with other
 * characters; or one character apart: another, a missing, an added one, or two that changed places.
 */
export type Likeness = 'equal' | 'drawnAlike' | 'near';

export interface ComparedName {
  /** Without case, spaces, punctuation and legal form. */
  readonly plain: string;
  /** In addition with one character for those that are drawn alike. */
  readonly skeleton: string;
}

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
      .replaceAll('vv', 'w')
      .slice(0, MAX_LENGTH),
  };
}

/** The length at which names are cut: nobody reads on to tell them apart. */
const MAX_LENGTH = 100;

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
  const isLong = Math.min(one.skeleton.length, other.skeleton.length) >= SHORT;
  const isNear =
    isLong && digitsOf(one) === digitsOf(other) && isOneChange(one.skeleton, other.skeleton);
  return isNear ? 'near' : undefined;
}

/** The length from which names that are one character apart are alike. */
const SHORT = 5;

/** Numbered branches of a business are not alike. */
const digitsOf = ({ plain }: ComparedName): string => plain.replaceAll(/\D/g, '');

/** Reports whether two different texts are one insertion, deletion, substitution or swap of neighbors apart. */
function isOneChange(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  let end = 0;
  const most = Math.min(one.length, other.length) - start;
  while (end < most && one.at(-1 - end) === other.at(-1 - end)) end++;
  const [left, right] = [one, other].map((text) => text.slice(start, text.length - end));
  if (left === undefined || right === undefined) return false;
  return Math.max(left.length, right.length) <= 1 || left === [...right].reverse().join('');
}

/** Two of several names that are alike, by their places. */
type Pair = readonly [one: number, other: number];

/**
 * Returns the pairs of different names that are alike, the smaller place first. Takes time in proportion to the names and
 * the pairs: two texts that are one change apart are equal after one deletion in each, or in one of them.
 */
export function alikePairs(names: readonly ComparedName[]): readonly Pair[] {
  const stored = new Map<string, number[]>();
  return names.flatMap((name, at) =>
    storeAndFind(stored, withOneDeletion(name.skeleton), at).flatMap((earlier): Pair[] => {
      const other = names[earlier];
      return other && likenessOf(name, other) !== undefined ? [[earlier, at]] : [];
    }),
  );
}

/** Stores a place under keys, and returns the places that were stored under one of them before. */
function storeAndFind(
  stored: Map<string, number[]>,
  keys: Iterable<string>,
  at: number,
): readonly number[] {
  const found = new Set<number>();
  for (const key of keys) {
    const same = stored.get(key);
    for (const earlier of same ?? []) found.add(earlier);
    if (same) same.push(at);
    else stored.set(key, [at]);
  }
  return [...found];
}

/** Returns a text, and all texts that it is without one character. */
function withOneDeletion(text: string): ReadonlySet<string> {
  const shorter = Array.from(
    { length: text.length < SHORT ? 0 : text.length },
    (_, at) => text.slice(0, at) + text.slice(at + 1),
  );
  return new Set([text, ...shorter]);
}

/**
 * Letters that are drawn like a Latin letter or digit: those of Cyrillic, Greek and extended Latin that names are forged with, from
 * the confusables of Unicode. Letters that NFKC maps are not repeated.
 */
const drawnAlike: Readonly<Record<string, string>> = {
  // Cyrillic
  ...pairs('АВЕЅІЈКМНОРСТУХԚԜ', 'ABESIJKMHOPCTYXQW'),
  ...pairs('авеѕіјкмнорстухԛԝһԁӏгпь', 'abesijkmhopctyxqwhdlrnb'),
  // Greek
  ...pairs('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'),
  ...pairs('αεικνορτυχγωϲημ', 'aeikvoptuxywcnu'),
  // Latin letters that do not decompose
  ...pairs('ıłøđħɑɡſŁØĐĦ', 'ilodhagsLODH'),
};

function pairs(letters: string, latin: string): Record<string, string> {
  return Object.fromEntries([...letters].map((letter, at) => [letter, latin.charAt(at)]));
}

/** Returns a text with the Latin letter in place of each that is drawn like it. */
const toLatin = (text: string): string =>
  /^[ -~]*$/.test(text)
    ? text
    : text.replaceAll(/[^ -~]/gu, (letter) => drawnAlike[letter] ?? letter);
