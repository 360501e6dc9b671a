import { cutText, MAX_COLUMNS, screenRows } from '../../render/cut-text.ts';
import { Cuttable, type QuestionLine } from '../../render/cuttable.ts';
import { sanitize } from '../../render/sanitize.ts';
import { wrapLines } from '../../render/wrap-text.ts';
import type { SystemOutput } from '../system.ts';

/** The smallest one: an amount, of up to 20 columns, is never cut. */
const LEAST_COLUMNS = 20;
/** The largest width of a line that is not known to contain such a text, but might. */
const MAX_OF_LINE = 320;
/** The widths that are tried on a screen on which amount, payee and question would not fit otherwise. */
const NARROWER = [40, LEAST_COLUMNS];

/** The size of a terminal, in columns and rows. */
type Screen = Pick<SystemOutput, 'columns' | 'rows'>;

/** The text of a question: its lines, the first of which has amount and payee, and the sentence that asks. */
export interface QuestionParts {
  readonly lines: readonly QuestionLine[];
  readonly question: QuestionLine;
  /** Returns the hint after the sentence; if something was cut, it names the answer that shows all. */
  readonly hintFor: (isCut: boolean) => string;
}

/**
 * Returns a question as it is drawn: texts of others are cut at 60 columns, or at fewer on a small screen. Its last line
 * ends with a space. If the lines do not fit on the screen, the first is repeated above the sentence that asks.
 */
export function fitQuestion(parts: QuestionParts, screen: Screen): string {
  const { columns = 80, rows = 24 } = screen;
  const fits = (lines: readonly string[]) => screenRows(lines.join('\n'), columns).length < rows;
  const widest = Math.min(MAX_COLUMNS, Math.max(columns, LEAST_COLUMNS));
  let head: readonly string[] = [];
  let all: readonly string[] = [];
  for (const width of [widest, ...NARROWER.filter((it) => it < widest)]) {
    const { above, asks } = drawnAt(parts, width, columns);
    all = [...above, asks];
    head = [...above.slice(0, 1), asks];
    if (fits(head)) break;
    const room = rows - 1 - screenRows(asks, columns).length;
    head = [...screenRows(above[0] ?? '', columns).slice(0, Math.max(1, room)), asks];
  }
  const shown = fits(all) ? all : [...all.slice(0, -1), ...head];
  return `${shown.join('\n')} `;
}

/** Returns the lines of a question with nothing cut, and the sentence that asks if others chose a part of it. */
export const wholeQuestion = ({ lines, question }: QuestionParts, { columns }: Screen): string =>
  [...lines, ...(question instanceof Cuttable ? [question] : [])]
    .map((line) => `${wrapLines(sanitize(`${line}`), columns)}\n`)
    .join('');

/** A question at one width of its texts: the lines above, and the sentence that asks with its hint. */
interface Drawing {
  readonly above: readonly string[];
  readonly asks: string;
}

function drawnAt(
  { lines, question, hintFor }: QuestionParts,
  width: number,
  columns: number,
): Drawing {
  let isCut = false;
  const cut = (value: string, most: number) => {
    const short = cutText(value, most);
    isCut ||= short !== sanitize(value);
    return short;
  };
  const textOf = (line: QuestionLine) =>
    typeof line === 'string'
      ? cut(line, MAX_OF_LINE)
      : sanitize(line.cutBy((value) => cut(value, width)));
  const above = lines.map((line) => wrapLines(textOf(line), columns));
  const asked = textOf(question);
  return { above, asks: wrapLines(`${asked} ${hintFor(isCut)}`, columns) };
}
