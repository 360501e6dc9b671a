import Table from 'cli-table3';
import type { Column, Columns } from './view.ts';

/** The number of spaces between two columns. */
export const GAP = 2;

/** Drawn rows, and the widths of their columns. */
export interface Grid {
  readonly text: string;
  readonly widths: readonly number[];
}

/**
 * Draws rows in aligned columns. `first` holds the headings, or the widths of rows drawn before, which are minimums.
 */
export function grid(
  first: readonly (string | number)[],
  rows: readonly string[][],
  columns: Columns,
): Grid {
  // The library measures the columns. It gets no widths, since it would truncate cells to them.
  const table = new Table({ chars, style, truncate, colAligns: columns.map(alignmentOf) });
  const isHeading = first.some((cell) => typeof cell === 'string');
  const ruler = columns.map((_, at) => first[at] ?? 1);
  table.push(
    ruler.map((cell) => (typeof cell === 'string' ? cell : 'x'.repeat(cell))),
    ...rows,
  );

  const [border = '', head = '', ...lines] = table.toString().split('\n');
  const allLines = isHeading ? [head, ...lines] : lines;
  return {
    text: allLines.map((line) => `${line.trimEnd()}\n`).join(''),
    widths: border.split(BORDER_JOINT).map(({ length }) => length),
  };
}

const alignmentOf = ({ kind }: Column) =>
  kind === 'money' || kind === 'number' ? 'right' : 'left';

/** The mark of columns in the top border, which is not printed: the marks give the width of every column. */
const BORDER_JOINT = '┬';

/**
 * The mark of truncated text, which is not printed either. For a message that nobody reads, the library shortens every cell
 * to ten characters, in quadratic time if the cell has wide ones. With a mark of that length nothing is left to shorten.
 */
const truncate = '…'.repeat(10);

const style = { head: [], border: [], compact: true, 'padding-left': 0, 'padding-right': 0 };

const chars = {
  top: '─',
  'top-mid': BORDER_JOINT,
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: ' '.repeat(GAP),
};
