/** The layout of the emails about money. */

/** The parts of an email. */
interface LetterParts {
  readonly opening: string;
  /** Names and values, a line each; null and empty values are left out. */
  readonly facts?: readonly (readonly [string, string | null])[];
  /** More text after the facts. */
  readonly paragraphs?: readonly string[];
  /** The sentence about the link of the email. */
  readonly action?: string;
}

const NAME_WIDTH = 12;

/** Returns the text of an email: opening, facts in two columns, paragraphs and the sentence about its link. */
export function letterText({ opening, facts = [], paragraphs = [], action }: LetterParts): string {
  const lines = facts
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name.padEnd(NAME_WIDTH)}${value?.replaceAll(/\s+/g, ' ')}`);
  return [opening, lines.join('\n'), ...paragraphs, action ?? '']
    .filter((part) => part !== '')
    .join('\n\n');
}
