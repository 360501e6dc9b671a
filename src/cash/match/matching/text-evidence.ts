import { memoize } from '../../../memoize.ts';

/** The text of a transaction, prepared for many questions. */
export class StatementText {
  readonly #text: string;
  readonly #compact: string;
  readonly #words: () => ReadonlySet<string>;
  /** The position in the text of each letter and digit. */
  readonly #places: () => readonly number[];

  constructor(text: string) {
    this.#text = upper(text);
    this.#compact = this.#text.replaceAll(SEPARATOR, '');
    this.#words = memoize(() => new Set(wordsOf(text)));
    this.#places = memoize(() => [...this.#text.matchAll(/[A-Z0-9]/g)].map(({ index }) => index));
  }

  /**
   * Reports whether it contains an identifier, whatever separates its parts: `CL-1001` is in `INV CL 1001`. One of fewer
   * than five letters and digits, or without a digit, identifies nothing, except the id of a record, which is random and
   * can be all letters. A long one may be cut off after twelve.
   */
  hasIdentifier(identifier: string): boolean {
    const compact = compactOf(identifier);
    if (compact.length < SHORTEST || compact.length > LONGEST) return false;
    // A text has few of the identifiers that are looked for, so that this decides most often.
    const isUncut = this.#compact.includes(compact);
    const isCut = compact.length >= UNCUT && this.#compact.includes(compact.slice(0, CUT));
    if (!isUncut && !isCut) return false;
    if (!/\d/.test(compact) && !ID.test(identifier)) return false;
    return isCut || this.#hasParts(upper(identifier).match(/[A-Z0-9]+/g) ?? []);
  }

  /** Reports whether it contains parts as whole words, with at most two other characters from one to the next. */
  #hasParts(parts: readonly string[]): boolean {
    const compact = parts.join('');
    const starts = new Set<number>();
    let length = 0;
    for (const part of parts) {
      starts.add(length);
      length += part.length;
    }
    for (let at = this.#compact.indexOf(compact); at >= 0; ) {
      let next = at + 1;
      while (next < at + length && this.#gapBefore(next) <= (starts.has(next - at) ? 2 : 0)) next++;
      const isWhole = next === at + length && this.#gapBefore(next) > 0;
      if (isWhole && this.#gapBefore(at) > 0) return true;
      at = this.#compact.indexOf(compact, at + 1);
    }
    return false;
  }

  /** Returns the number of other characters before a letter or digit; infinite before the first and after the last. */
  #gapBefore(number: number): number {
    const places = this.#places();
    const before = places[number - 1] ?? Number.NEGATIVE_INFINITY;
    return (places[number] ?? Number.POSITIVE_INFINITY) - before - 1;
  }

  /**
   * Reports whether it contains a business name: at least 60 % of its letters in whole words, without `Inc`, `LLC` and
   * the like. Banks cut names, so a word may be cut after four letters.
   */
  hasName(name: string): boolean {
    const wanted = wordsOf(name).filter((it) => !FORMS.has(it));
    const found = wanted.filter((it) => this.#hasWord(it));
    return lettersIn(found) >= 3 && lettersIn(found) >= lettersIn(wanted) * 0.6;
  }

  #hasWord(word: string): boolean {
    const words = this.#words();
    return words.has(word) || [...words].some((it) => it.length >= 4 && word.startsWith(it));
  }
}

/** Letters and digits of an identifier: fewer identify nothing, and more are no identifier. */
const SHORTEST = 5;
const LONGEST = 200;
const ID = /^[a-z]+_[a-z0-9]{12,}$/i;
/** Identifiers of so many letters and digits are random enough that their first ones identify them. */
const UNCUT = 16;
const CUT = 12;

/** Legal forms and small words, which say nothing of a name. */
const FORMS = new Set(
  'INC INCORPORATED LLC LTD LIMITED CORP CORPORATION CO COMPANY LP LLP PLLC PC THE AND OF'.split(
    ' ',
  ),
);

const compactOf = (text: string): string => upper(text).replaceAll(SEPARATOR, '');

const SEPARATOR = /[^A-Z0-9]/g;

const wordsOf = (text: string): string[] =>
  upper(text)
    .replaceAll(/['’.]/g, '')
    .match(/[\p{L}\p{N}]+/gu) ?? [];

const lettersIn = (words: readonly string[]): number =>
  words.reduce((sum, it) => sum + it.length, 0);

const upper = (text: string): string =>
  (ASCII.test(text) ? text : text.normalize('NFKD').replaceAll(/\p{M}/gu, '')).toUpperCase();

/** Text without accents, such as nearly all identifiers: normalizing it would change nothing. */
const ASCII = /^[\x20-\x7e]*$/;
