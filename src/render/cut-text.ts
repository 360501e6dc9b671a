/** Texts measured in columns and rows of a terminal. */

import { shorten, widthOfText } from './fit-table.ts';
import { sanitize } from './sanitize.ts';

/** The largest width in columns at which a question shows a text that somebody else chose. */
export const MAX_COLUMNS = 60;

/** Sanitizes a text of others and cuts it to at most `width` columns of a terminal; the last of them is `…`. */
export const cutText = (text: string, width: number): string =>
  shorten(sanitize(text).replace(pileOfAccents(), '$1…'), width);

/** More accents than a language puts on one letter: a terminal draws them over the lines around it. */
const pileOfAccents = () => /(\p{M}{4})\p{M}+/gu;

/** Returns the rows in which a terminal of that many columns shows a text, which may have several lines. */
export const screenRows = (text: string, columns: number): readonly string[] =>
  text.split('\n').flatMap((line) => rowsOfLine(line, columns));

function rowsOfLine(line: string, columns: number): readonly string[] {
  const isNarrow = /^[ -~]*$/.test(line);
  if (isNarrow) return line.match(new RegExp(`.{1,${columns}}`, 'g')) ?? [''];
  const rows: string[] = [];
  let row = '';
  let width = 0;
  // A wide character that does not fit begins the next row.
  for (const { segment } of new Intl.Segmenter('en').segment(line)) {
    const segmentWidth = widthOfText(segment);
    if (width + segmentWidth > columns) {
      rows.push(row);
      [row, width] = ['', 0];
    }
    row += segment;
    width += segmentWidth;
  }
  return [...rows, row];
}
