/** Texts whose values are cut where there is little room. */

/**
 * A text with values of any length, such as names, memos and invoice numbers that others chose. A question cuts each of
 * them; as a string it is whole.
 */
export class Cuttable {
  readonly #literals: readonly string[];
  readonly #values: readonly (string | number | Cuttable)[];

  constructor(literals: readonly string[], values: readonly (string | number | Cuttable)[]) {
    this.#literals = literals;
    this.#values = values;
  }

  /** Returns the text with each of its values, and of those of texts in it, as `cut` returns it. */
  cutBy(cut: (value: string) => string): string {
    const shown = this.#values.map((value) =>
      value instanceof Cuttable ? value.cutBy(cut) : cut(String(value)),
    );
    return this.#literals.map((literal, at) => `${literal}${shown[at] ?? ''}`).join('');
  }

  toString(): string {
    return this.cutBy((value) => value);
  }
}

/** A line of a question. One that is a string is cut as a whole. */
export type QuestionLine = string | Cuttable;

/** Returns the text of a template, whose values can be cut: cuttable`Pay ${usd(cents)} to ${name}`. */
export const cuttable = (
  literals: TemplateStringsArray,
  ...values: readonly (string | number | Cuttable)[]
): Cuttable => new Cuttable(literals, values);

/** Returns a text of this program, which is not cut where it is a value of another. */
export const uncut = (text: string): Cuttable => new Cuttable([text], []);

/** Joins texts, whose values can still be cut. */
export const joinCuttable = (texts: readonly Cuttable[], separator: string): Cuttable =>
  new Cuttable(['', ...texts.slice(1).map(() => separator), ''], texts);
