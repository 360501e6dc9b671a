/** Bars of text. Each has its figures beside it: without the bar nothing is lost. */

/** The characters of bars: block elements, ASCII, or none. */
export type BarStyle = 'blocks' | 'ascii' | 'none';

const glyphs = {
  blocks: {
    full: '█',
    rest: '·',
    negative: '░',
    parts: ['█', '▓', '▒', '░'],
    done: '●',
    failed: '✗',
  },
  ascii: {
    full: '#',
    rest: '.',
    negative: '-',
    parts: ['#', '=', '+', '-'],
    done: '*',
    failed: 'x',
  },
} as const;

/** Returns a share from 0 to 1 as a bar with its percentage, `███····  43 %`; the percentage alone without bars. */
export function shareBar(share: number, barStyle: BarStyle, length: number): string {
  const percent = `${Math.round(share * 100)} %`.padStart(5);
  if (barStyle === 'none') return percent;
  const { full, rest } = glyphs[barStyle];
  const filled = cellsOf(share, length);
  return `${full.repeat(filled)}${rest.repeat(length - filled)} ${percent}`;
}

/** Returns a level from -1 to 1 as a bar of up to `length` columns; one below zero has another pattern. */
export function levelBar(level: number, barStyle: BarStyle, length: number): string {
  if (barStyle === 'none') return '';
  const { full, negative } = glyphs[barStyle];
  return (level < 0 ? negative : full).repeat(Math.ceil(Math.min(1, Math.abs(level)) * length));
}

/** Returns the number of cells for a share: none for 0 alone, and all of them for 1 alone. */
const cellsOf = (share: number, length: number): number =>
  share <= 0 || share >= 1
    ? Math.round(share) * length
    : Math.min(length - 1, Math.max(1, Math.round(share * length)));

/** An amount above 0 in a stacked bar. */
export interface BarPart {
  readonly label: string;
  readonly amount: number;
}

/**
 * Returns up to four amounts as one bar of `length` columns, each at least one wide and of its own pattern, and the
 * labels, each after its pattern.
 */
export function stackedBar(
  parts: readonly BarPart[],
  barStyle: Exclude<BarStyle, 'none'>,
  length: number,
): { readonly bar: string; readonly legend: readonly string[] } {
  const patterns = glyphs[barStyle].parts;
  const patternOf = (at: number) => patterns[at % patterns.length] ?? '';
  const widths = widthsOf(
    parts.map(({ amount }) => amount),
    length,
  );
  return {
    bar: widths.map((width, at) => patternOf(at).repeat(width)).join(''),
    legend: parts.map(({ label }, at) => `${patternOf(at)} ${label}`),
  };
}

/** Splits `length` columns by amounts: each gets one, and the others go where most is missing. */
function widthsOf(amounts: readonly number[], length: number): number[] {
  const total = amounts.reduce((sum, it) => sum + it, 0);
  const widths = amounts.map(() => 1);
  for (let left = length - amounts.length; left > 0; left--) {
    const missing = amounts.map((it, at) => (it / total) * length - (widths[at] ?? 0));
    const most = missing.indexOf(Math.max(...missing));
    widths[most] = (widths[most] ?? 0) + 1;
  }
  return widths;
}
