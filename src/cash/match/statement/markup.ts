/** Elements of OFX and XML files, whichever reader made them. */

/** An element: its text, and the elements in it, in the order of the file. */
export interface Markup {
  readonly name: string;
  /** The line of the file that it begins on, from 1. */
  readonly line: number;
  readonly attributes: Readonly<Record<string, string>>;
  /** Trimmed; empty for an element with other elements only. */
  readonly text: string;
  readonly children: readonly Markup[];
}

/** The deepest nesting that is read: real statements have less than 20 levels. */
export const DEEPEST = 64;

/** Returns the first element at a path of names; `undefined` if there is none. */
export function elementAt(from: Markup, ...path: readonly string[]): Markup | undefined {
  let found: Markup | undefined = from;
  for (const name of path) found = found?.children.find((it) => it.name === name);
  return found;
}

/** Returns the text of the first element at a path; `null` if there is none, or it is empty. */
export const textAt = (from: Markup, ...path: readonly string[]): string | null =>
  elementAt(from, ...path)?.text || null;

export const childrenAt = (from: Markup, name: string): readonly Markup[] =>
  from.children.filter((it) => it.name === name);

/** Returns all elements of a name below an element, in the order of the file; not those within another one. */
export function findAll(from: Markup, names: readonly string[]): Markup[] {
  return from.children.flatMap((it) => (names.includes(it.name) ? [it] : findAll(it, names)));
}

/** Returns the first element of a name anywhere below an element. */
export function findFirst(from: Markup, name: string): Markup | undefined {
  for (const it of from.children) {
    const found = it.name === name ? it : findFirst(it, name);
    if (found) return found;
  }
  return undefined;
}

export class LineIndex {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    // A line may end with CR, LF or both.
    for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n/g)) {
      this.#starts.push(index + end.length);
    }
  }

  /** Returns the line of an offset, from 1. */
  lineAt(offset: number): number {
    let [low, high] = [0, this.#starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }
}

/** Decodes the five predefined entities of XML and character references; others are left as they are. */
export const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,7})|#x([\da-f]{1,6}));/gi, replaced)
    : text;

function replaced(whole: string, name?: string, decimal?: string, hex?: string): string {
  if (name !== undefined) return predefined[name.toLowerCase()] ?? whole;
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}

const predefined: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};
