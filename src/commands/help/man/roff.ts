/** A part of a manual page in man(7), line by line. */
export type Roff = readonly string[];

/** Escapes a text: no part of it is a request, and every character is printed as it was typed. */
export function escapeRoff(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\e')
    .replace(/[-'`^~]/g, (character) => escapes[character] ?? character)
    .replace(
      /[^\n -~]/gu,
      (character) =>
        `\\[u${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`,
    );
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped;
}

/** Characters that a formatter would replace by typographic ones, which could not be copied as code. */
const escapes: Readonly<Record<string, string>> = {
  '-': '\\-',
  "'": '\\(aq',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
};

const bold = (text: string) => `\\fB${escapeRoff(text)}\\fR`;

/** Returns the first line of a page: its name in capitals, its section, and its date, `YYYY-MM-DD`. */
export const title = (name: string, section: number, date: string, version: string): string =>
  `.TH "${escapeRoff(name.toUpperCase())}" ${section} ${date} "remit ${version}" "remit"`;

/** Returns a heading with its body; nothing if the body is empty. */
export const section = (heading: string, body: Roff): Roff =>
  body.length > 0 ? [`.SH ${heading.toUpperCase()}`, ...body] : [];

/** Returns paragraphs that are wrapped to the width of the terminal. */
export const paragraphs = (texts: readonly string[]): Roff =>
  texts.flatMap((text, at) => [...(at > 0 ? ['.PP'] : []), ...fill(text)]);

export const literalBlock = (lines: readonly string[]): Roff =>
  lines.length > 0 ? ['.EX', ...lines.map(escapeRoff), '.EE'] : [];

export const terms = (rows: readonly (readonly [term: string, meaning: string])[]): Roff =>
  rows.flatMap(([term, meaning]) => ['.TP', bold(term), ...fill(meaning)]);

export const bullets = (items: readonly string[]): Roff =>
  items.flatMap((item) => ['.IP \\(bu 2', ...fill(item)]);

/** Splits a text into source lines that are short enough for every formatter. */
function fill(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < SOURCE_WIDTH)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map(escapeRoff);
}

const SOURCE_WIDTH = 60;
