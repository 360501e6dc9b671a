/** Text of others in previews: a name, a memo or an invoice number must not read like a sentence of this program. */

import { looksLikeId, type ShownIds } from '../api/id-or-name.ts';
import { sanitize } from '../render/sanitize.ts';

/** The largest number of characters that are shown of one text. */
const MAX_SHOWN = 60;

/** Matches a name that needs no quotes: nothing in it ends a sentence, looks like an amount or hides characters. */
const plainName = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,&'’()/+-]*$/u;

/** Matches the words of the sentences that a name is part of. */
const sentenceWord =
  /\b(?:approves?|for|from|invoice|pays?|to|total|withdraws?)\b|[.,] ?\d|\d[.,]/i;

/** Returns a name as it is if it is an ordinary one, otherwise quoted, and with a note if it looks like an id that was shown. */
export const nameText = (name: string, shown?: ShownIds): string =>
  shown && looksLikeId(name, shown) ? `${quotedText(name)}${NOTE}` : plainOrQuoted(name);

/** Returns an invoice number as `wordText` does, with a note if it looks like an id that was shown. */
export const numberText = (number: string, shown: ShownIds): string =>
  looksLikeId(number, shown) ? `${quotedText(number)}${NOTE}` : wordText(number);

const NOTE = ' (a name, not an id)';

const plainOrQuoted = (name: string): string =>
  name.length <= MAX_SHOWN && plainName.test(name) && !sentenceWord.test(name)
    ? name
    : quotedText(name);

/** Returns an id or an invoice number as it is if it is one ordinary word, otherwise quoted. */
export const wordText = (word: string): string =>
  /^[A-Za-z0-9][\w.:/#-]*$/.test(word) && word.length <= MAX_SHOWN ? word : quotedText(word);

/**
 * Returns a text as a JSON string with control, bidirectional and invisible characters escaped. A long one is cut, and
 * its length is stated.
 */
export function quotedText(text: string): string {
  const characters = [...text];
  const isCut = characters.length > MAX_SHOWN;
  const shown = isCut ? `${characters.slice(0, MAX_SHOWN).join('')}…` : text;
  const quoted = sanitize(JSON.stringify(shown));
  return isCut ? `${quoted} (${characters.length.toLocaleString('en-US')} characters)` : quoted;
}
