/** The chart of payables by status: one stacked bar. */

import { type Html, html } from '../../html.ts';

/** Rows of one status. */
export interface StateCount {
  readonly name: string;
  readonly count: number;
}

const WIDTH = 1000;

/** Returns a bar with a part for each status, as wide as its share. The counts are to be written beside it. */
export function payableStateBar(counts: readonly StateCount[]): Html {
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return html``;
  let before = 0;
  const parts = counts.flatMap(({ name, count }) => {
    const x = widthOf(before, all);
    before += count;
    const width = widthOf(before, all) - x;
    return count === 0
      ? []
      : [
          html`<rect class="${name}" x="${x}" width="${Math.round(width * 100) / 100}" height="14"><title>${name}: ${count}</title></rect>`,
        ];
  });
  return html`<svg class="picture state-bar" viewBox="0 0 ${WIDTH} 14" preserveAspectRatio="none" role="img"
    aria-label="Shares of the states: ${sharesText(counts, all)}">${parts}</svg>`;
}

const widthOf = (count: number, all: number): number =>
  Math.round((WIDTH * 100 * count) / all) / 100;

const sharesText = (counts: readonly StateCount[], all: number): string =>
  counts
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${name} ${Math.round((100 * count) / all)} %`)
    .join(', ');
