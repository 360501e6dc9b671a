/** Evidence in the text of a bank statement: identifiers and names. */

/** The text of a transaction, prepared for many questions. */
export class StatementText {
  readonly #text: string;
  readonly #compact: string;
  readonly #words: ReadonlySet<string>;

  constructor(text: string) {
    this.#text = upper(text);
    this.#compact = compactOf(text);
    this.#words = new Set(wordsOf(text));
  }

  /**
   * Reports whether it contains an identifier, whatever separates its parts: `CL-1001` is in `INV CL 1001`. One of fewer
   * than five letters and digits, or without a digit, identifies nothing, except the id of a record, which is random and
   * can be all letters. A long one may be cut off after twelve.
   */
  hasIdentifier(identifier: string): boolean {
    const compact = compactOf(identifier);
    if (compact.length < SHORTEST || compact.length > LONGEST) return false;
    if (!/\d/.test(compact) && !ID.test(identifier)) return false;
    if (compact.length >= UNCUT && this.#compact.includes(compact.slice(0, CUT))) return true;
    if (!this.#compact.includes(compact)) return false;
    const parts = upper(identifier).match(/[A-Z0-9]+/g) ?? [];
    const separated = parts.join('[^A-Z0-9]{0,2}');
    return new RegExp(`(?<![A-Z0-9])${separated}(?![A-Z0-9])`).test(this.#text);
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
    if (this.#words.has(word)) return true;
    return [...this.#words].some((it) => it.length >= 4 && word.startsWith(it));
  }
}

/** Letters and digits of an identifier: fewer identify nothing, and more are no identifier. */
const SHORTEST = 5;
const LONGEST = 200;
/** The id of a record. */
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

const compactOf = (text: string): string => upper(text).replaceAll(/[^A-Z0-9]/g, '');

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
