import type { RenderOptions } from '../../render/options.ts';
import { render } from '../../render/render.ts';
import type { Tabular } from '../../render/view.ts';

/**
 * Leaves out the commands of the last rows of a table that is higher than `room` lines, with one for what is left out
 * and one for the prompt, so that no figure scrolls away.
 * `leftOut` is their number; a table that is too high without any is left as it is.
 */
export async function fitCommands(
  rows: readonly unknown[],
  room: number,
  { view, renderOptions }: { readonly view: Tabular; readonly renderOptions: RenderOptions },
): Promise<{ readonly rows: readonly unknown[]; readonly leftOut: number }> {
  const columns = 'columns' in view ? view.columns : [];
  const keys = columns.filter(({ kind }) => kind === 'command').map(({ key }) => key);
  const none = Object.fromEntries(keys.map((key) => [key, null]));
  const hasCommand = (row: unknown) =>
    Object.entries(row as object).some(([key, value]) => keys.includes(key) && value);
  for (let kept = rows.length; kept >= 0; kept--) {
    const fewer = rows.map((row, at) => (at < kept ? row : { ...(row as object), ...none }));
    if ((await heightOf(fewer, view, renderOptions)) <= room - 2)
      return { rows: fewer, leftOut: rows.slice(kept).filter(hasCommand).length };
    if (keys.length === 0) break;
  }
  return { rows, leftOut: 0 };
}

async function heightOf(rows: readonly unknown[], view: Tabular, options: RenderOptions) {
  let text = '';
  for await (const part of render(view, rows, options)) text += part;
  return text.split('\n').length - 1;
}
