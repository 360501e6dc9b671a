import { render } from '../render/render.ts';
import type { Tabular } from '../render/view.ts';
import type { Context } from './context.ts';
import { widthOf } from './output-format.ts';

/** Returns the lines of a table as the terminal prints it, for a question. */
export async function tableLines(
  { system, globalFlags: { utc } }: Context,
  view: Tabular,
  rows: readonly unknown[],
): Promise<readonly string[]> {
  let text = '';
  for await (const part of render(view, rows, { format: 'table', width: widthOf(system), utc })) {
    text += part;
  }
  return text.trimEnd().split('\n');
}
