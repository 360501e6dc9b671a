/** What a terminal shows of what was written to it. */

import { Terminal } from '@xterm/headless';

/** The rows of a terminal: those on the screen, and those that scrolled away above it. */
export interface Rows {
  readonly visible: readonly string[];
  readonly above: readonly string[];
}

/** Returns the rows of a terminal of this size after this output. */
export async function rowsAfter(
  output: string,
  size: { readonly columns: number; readonly rows: number },
): Promise<Rows> {
  const terminal = new Terminal({
    ...{ cols: size.columns, rows: size.rows },
    ...{ scrollback: 10_000, allowProposedApi: true },
  });
  await new Promise<void>((written) => terminal.write(output, written));
  const buffer = terminal.buffer.active;
  const rows = Array.from(
    { length: buffer.length },
    (_, at) => buffer.getLine(at)?.translateToString(true) ?? '',
  );
  return { visible: rows.slice(buffer.baseY), above: rows.slice(0, buffer.baseY) };
}
