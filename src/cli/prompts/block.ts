import { screenRows } from '../../render/cut-text.ts';
import type { SystemOutput } from '../system.ts';

/** Lines at the end of the screen that are drawn in place of themselves. */
export interface Block {
  /** Draws the lines of `textFor` the terminal's size where the block was drawn before. The cursor is at their end. */
  readonly draw: () => Promise<void>;
  /** Draws them below everything else, as if they had never been drawn. */
  readonly drawBelow: () => Promise<void>;
  /** Removes them, so that the next output is in their place. */
  readonly erase: () => Promise<void>;
}

/**
 * Creates a block. It erases as many rows as it drew and none above them; `textFor` returns at most as many rows as the
 * terminal has.
 */
export function createBlock(
  stderr: SystemOutput,
  textFor: (columns: number, rows: number) => string,
): Block {
  let shown = '';
  const replaceBy = (text: string) => {
    const up = screenRows(shown, columnsOf(stderr)).length - 1;
    shown = text;
    return stderr.write(`${up > 0 ? `\u001b[${up}A` : ''}\r\u001b[J${text}`);
  };
  const text = () => textFor(columnsOf(stderr), stderr.rows ?? 24);
  return {
    draw: () => replaceBy(text()),
    drawBelow() {
      shown = text();
      return stderr.write(shown);
    },
    erase: () => replaceBy(''),
  };
}

const columnsOf = ({ columns = 80 }: SystemOutput): number => columns;
