/** Escaping of characters that would act in a terminal. */

/**
 * Escapes control, format, bidirectional and invisible characters and lone surrogates; none are dropped.
 *
 * A memo is written by another business: it must not move the cursor, ring the bell, break the row or reorder the text.
 */
export const sanitize = (text: string): string => show(text, hidden);

/** Escapes like `sanitize`, but keeps line breaks. */
export const sanitizeLines = (text: string): string => text.split('\n').map(sanitize).join('\n');

/** Replaces line breaks with spaces, so that foreign text cannot start a line of its own. */
export const sanitizeInline = (text: string): string =>
  text.replaceAll(/\s*[\n\v\f\r\u0085\u2028\u2029]\s*/g, ' ');

/**
 * Escapes characters that act in a terminal, for cells that programs read. Joiners, which scripts and emoji need, are
 * kept.
 */
export const sanitizeCell = (text: string): string => show(text, acting);

/** Escapes like `sanitizeCell`, but keeps tabs and line breaks, for a quoted cell. */
export const sanitizeQuotedCell = (text: string): string => show(text, actingInQuotes);

/**
 * Escapes the characters of a pattern. Visible ASCII, nearly all text, needs no Unicode pattern, which is slow to
 * compile.
 */
const show = (text: string, pattern: () => RegExp): string =>
  visible.test(text) ? text : text.replace(pattern(), escapeUnicode);

const visible = /^[ -~]*$/;

/** Returns the escapes of a text's UTF-16 code units: `\u001b`. */
export const escapeUnicode = (characters: string): string =>
  characters
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/** Invisible characters. Variation selectors are kept: they only choose the appearance of the character before them. */
const hidden = () =>
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|(?!\p{Variation_Selector})\p{Default_Ignorable_Code_Point}/gu;
const acting = () => /[\p{Cc}\p{Bidi_Control}\p{Cs}\p{Zl}\p{Zp}]/gu;
const actingInQuotes = () => /(?![\t\n\r])[\p{Cc}\p{Bidi_Control}\p{Cs}\p{Zl}\p{Zp}]/gu;
