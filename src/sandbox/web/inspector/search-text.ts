/** Text that a person searches or filters by. */

/** Greater than every character that text can contain, in UTF-8 too. */
export const LAST_CHARACTER = '\u{10ffff}';

/** Returns the text of a field, without control characters: PostgreSQL refuses U+0000. At most 100 characters. */
export const searchedText = (text: string | null): string =>
  (text ?? '')
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 100);

/** Returns the cents of a text such as `$1,840.00`; `undefined` for other text. */
export function searchedCents(text: string): number | undefined {
  const [, dollars = '', fraction = ''] =
    /^\$?\s*(\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  if (dollars === '') return undefined;
  return Number(dollars.replaceAll(',', '')) * 100 + Number(fraction.padEnd(2, '0'));
}

/** Returns the text with ASCII letters in lower case, as `lower` of the database does. */
export const lowerCase = (text: string): string =>
  text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
