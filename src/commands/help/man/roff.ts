/** A page of the manual in the language of man(7), line by line. */
export type Roff = readonly string[];

/** Text as it shall be read: nothing in it is an instruction, and every sign is the one that was typed. */
export function escapeRoff(text: string): string {
  const signs = text
    .replaceAll('\\', '\\e')
    .replace(/[-'`^~]/g, (it) => typed[it] ?? it)
    .replace(
      /[^\n -~]/gu,
      (it) => `\\[u${it.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`,
    );
  return /^[.']/.test(signs) ? `\\&${signs}` : signs;
}

/** Where a printer would set something nicer, a person who copies wants the plain sign. */
const typed: Readonly<Record<string, string>> = {
  '-': '\\-',
  "'": '\\(aq',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
};

const bold = (text: string) => `\\fB${escapeRoff(text)}\\fR`;

/** The first line of a page. Its name in capitals, a section, the day it was made as YYYY-MM-DD. */
export const title = (name: string, section: number, date: string, version: string): string =>
  `.TH "${escapeRoff(name.toUpperCase())}" ${section} ${date} "remit ${version}" "remit"`;

/** A heading and what stands below it; nothing where there is nothing. */
export const section = (heading: string, body: Roff): Roff =>
  body.length > 0 ? [`.SH ${heading.toUpperCase()}`, ...body] : [];

/** Text that is set anew to the width of the terminal. */
export const paragraphs = (texts: readonly string[]): Roff =>
  texts.flatMap((text, at) => [...(at > 0 ? ['.PP'] : []), ...filled(text)]);

/** Lines that stay as they are. */
export const literalBlock = (lines: readonly string[]): Roff =>
  lines.length > 0 ? ['.EX', ...lines.map(escapeRoff), '.EE'] : [];

/** Terms and what they mean. */
export const terms = (rows: readonly (readonly [term: string, meaning: string])[]): Roff =>
  rows.flatMap(([term, meaning]) => ['.TP', bold(term), ...filled(meaning)]);

export const bullets = (items: readonly string[]): Roff =>
  items.flatMap((item) => ['.IP \\(bu 2', ...filled(item)]);

/** Lines of the source short enough for everything that reads them. */
function filled(text: string): string[] {
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
