/** A file that cannot be read; lines count from 1, and 0 is the whole file. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
  readonly problems: readonly FileProblem[];

  constructor(problems: readonly FileProblem[]) {
    super(problems[0]?.what ?? 'cannot be read');
    this.problems = problems;
  }
}

/** A problem of a file, such as `the amount '1,2' is not a number`. */
export interface FileProblem {
  readonly line: number;
  readonly what: string;
}

export const unreadable = (line: number, what: string): UnreadableFileError =>
  new UnreadableFileError([{ line, what }]);

/** Replaces control, format and line-breaking characters and runs of spaces with one space each. */
export const cleanText = (text: string): string =>
  text.replace(/[\s\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** Shows a value in a message: cleaned, quoted, at most 40 characters. */
export function quoted(value: string): string {
  const letters = [...cleanText(value)];
  return `'${letters.length > 40 ? `${letters.slice(0, 39).join('')}…` : letters.join('')}'`;
}
