/**
 * A memo is written by someone else: it may not move the cursor, ring the bell, break the row or turn the text around.
 * Control, format, bidirectional and invisible characters and lone surrogates are shown as what they are, never dropped.
 */
export const sanitize = (text: string): string => show(text, hidden);

/** The same for text of several lines: line breaks stay. */
export const sanitizeLines = (text: string): string => text.split('\n').map(sanitize).join('\n');

/** Text of others within a line of ours: it begins no line of its own. */
export const sanitizeInline = (text: string): string =>
  text.replaceAll(/\s*[\n\v\f\r\u0085\u2028\u2029]\s*/g, ' ');

/** For cells that programs read: what acts on a terminal is shown; the joiners that scripts and emoji are spelled with stay. */
export const sanitizeCell = (text: string): string => show(text, acting);

/** For a cell that is quoted: tabs and line breaks stay too. */
export const sanitizeQuotedCell = (text: string): string => show(text, actingInQuotes);

/** What is made of visible ASCII, as nearly all is, needs no expression of Unicode, which takes a while to be made. */
const show = (text: string, these: () => RegExp): string =>
  visible.test(text) ? text : text.replace(these(), escapeUnicode);

const visible = /^[ -~]*$/;

/** `\u001b` for every unit of it. */
export const escapeUnicode = (it: string): string =>
  it
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/** Variation selectors only choose how the character before them looks. */
const hidden = () =>
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|(?!\p{Variation_Selector})\p{Default_Ignorable_Code_Point}/gu;
const acting = () => /[\p{Cc}\p{Bidi_Control}\p{Cs}\p{Zl}\p{Zp}]/gu;
const actingInQuotes = () => /(?![\t\n\r])[\p{Cc}\p{Bidi_Control}\p{Cs}\p{Zl}\p{Zp}]/gu;
