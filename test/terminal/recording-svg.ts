/** A recording of a terminal as an animated SVG image, in the colors of the viewer's theme. */

import { type IBufferCell, Terminal } from '@xterm/headless';

/** What happens in a recorded terminal. */
export type Event =
  /** Keys that appear one after the other. */
  | { readonly kind: 'type'; readonly text: string }
  | { readonly kind: 'print'; readonly output: string }
  | { readonly kind: 'wait'; readonly seconds: number };

/** Seconds between two typed keys. */
const KEY_SECONDS = 0.055;
const CELL = { width: 8.4, height: 19, font: 14 };
const MARGIN = 16;

/** The rows of a screen as SVG, from this time on. */
interface Frame {
  readonly start: number;
  readonly rows: readonly string[];
}

/**
 * Returns the recording of events in a terminal of this size. It repeats without end; a viewer that prefers reduced motion,
 * or shows no animations, sees the last screen.
 */
export async function recordingOf(
  events: readonly Event[],
  {
    columns,
    rows,
    title,
  }: { readonly columns: number; readonly rows: number; readonly title: string },
): Promise<string> {
  const terminal = new Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 0 });
  const write = (output: string) => new Promise<void>((done) => terminal.write(output, done));
  const frames: Frame[] = [];
  let time = 0;
  const show = async (output: string, seconds: number) => {
    await write(output);
    frames.push({ start: time, rows: screenOf(terminal) });
    time += seconds;
  };
  for (const event of events) {
    if (event.kind === 'wait') time += event.seconds;
    else if (event.kind === 'print') await show(event.output, 0);
    else for (const key of event.text) await show(key, KEY_SECONDS);
  }
  const [width, height] = [columns * CELL.width + 2 * MARGIN, rows * CELL.height + 2 * MARGIN];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${tidy(width)} ${height}" role="img" aria-label="${xmlText(title)}">`,
    `<title>${xmlText(title)}</title>`,
    `<style>${STYLE}</style>`,
    `<rect class="screen" width="100%" height="100%" rx="10"/>`,
    ...animated(frames, time),
    '</svg>\n',
  ].join('\n');
}

const STYLE = [
  ':root{color-scheme:light dark;--bg:#fbfbfa;--fg:#24292f;--dim:#6e7781;',
  '--c1:#b42318;--c2:#1a7f37;--c3:#8a5a00;--c4:#0969da;--c5:#8250df;--c6:#0f6c75;--c7:#24292f;--c8:#6e7781}',
  '@media (prefers-color-scheme:dark){:root{--bg:#0f1419;--fg:#e6e9ec;--dim:#8b949e;',
  '--c1:#ff8077;--c2:#6fdd8b;--c3:#e9b949;--c4:#79b8ff;--c5:#d2a8ff;--c6:#6fd3dc;--c7:#e6e9ec;--c8:#8b949e}}',
  `text{font:${CELL.font}px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:var(--fg);white-space:pre}`,
  '.screen{fill:var(--bg)}.b{font-weight:700}.d{fill:var(--dim)}',
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((color) => `.c${color}{fill:var(--c${color})}`),
].join('');

/** Returns each row that was on the screen, once for each time that it was, with an animation that shows it then. */
function animated(frames: readonly Frame[], seconds: number): string[] {
  const lines: string[] = [];
  const names = new Map<string, string>();
  for (const row of frames[0]?.rows.keys() ?? []) {
    for (const { start, end, markup } of intervalsOf(frames, row, seconds)) {
      if (markup === '') continue;
      const isLast = end === seconds;
      const span = `${percent(start, seconds)} ${percent(end, seconds)}`;
      const name = names.get(span) ?? `k${names.size}`;
      names.set(span, name);
      const visible = isLast ? '' : ' visibility="hidden"';
      const y = MARGIN + row * CELL.height + CELL.font;
      lines.push(
        `<g${visible} class="${name}" transform="translate(${MARGIN} ${y})">${markup}</g>`,
      );
    }
  }
  const keyframes = [...names].map(([span, name]) => keyframesOf(name, span.split(' ')));
  const moving = [...names.values()].map(
    (name) => `.${name}{animation:${name} ${tidy(seconds)}s step-end infinite}`,
  );
  const motion = `@media (prefers-reduced-motion:no-preference){${moving.join('')}}`;
  return [`<style>${keyframes.join('')}${motion}</style>`, ...lines];
}

function keyframesOf(name: string, [start = '0', end = '100']: readonly string[]): string {
  const before = start === '0' ? '' : '0%{visibility:hidden}';
  const after = end === '100' ? '' : `${end}%{visibility:hidden}`;
  return `@keyframes ${name}{${before}${start}%{visibility:visible}${after}}`;
}

/** Returns the times in which a row of the screen did not change. */
function intervalsOf(frames: readonly Frame[], row: number, seconds: number) {
  const intervals: { start: number; end: number; markup: string }[] = [];
  for (const { start, rows } of frames) {
    const markup = rows[row] ?? '';
    const last = intervals.at(-1);
    if (last?.markup === markup) continue;
    if (last) last.end = start;
    intervals.push({ start, end: seconds, markup });
  }
  return intervals.filter(({ start, end }) => end > start);
}

/** Returns the rows of a screen as SVG text elements, one for each run of cells that look the same. */
function screenOf(terminal: Terminal): string[] {
  const buffer = terminal.buffer.active;
  return Array.from({ length: terminal.rows }, (_, y) => {
    const line = buffer.getLine(buffer.baseY + y);
    const runs: { column: number; cells: number; text: string; look: string }[] = [];
    for (let column = 0; column < terminal.cols; column++) {
      const cell = line?.getCell(column);
      if (cell === undefined || cell.getWidth() === 0) continue;
      const look = lookOf(cell);
      const last = runs.at(-1);
      const text = cell.getChars() || ' ';
      if (last?.look === look) {
        last.text += text;
        last.cells += cell.getWidth();
      } else runs.push({ column, cells: cell.getWidth(), text, look });
    }
    return runs.map(textOf).join('');
  });
}

function textOf({ column, text, look }: { column: number; text: string; look: string }): string {
  const shown = text.trimEnd();
  const start = shown.length - shown.trimStart().length;
  const content = shown.slice(start);
  if (content === '') return '';
  const x = tidy((column + start) * CELL.width);
  const length = tidy([...content].length * CELL.width);
  const css = look === '' ? '' : ` class="${look}"`;
  return `<text${css} x="${x}" textLength="${length}">${xmlText(content)}</text>`;
}

/** Returns the CSS classes of a cell: bold, dim, and one of the terminal's eight colors. */
function lookOf(cell: IBufferCell): string {
  const color = cell.isFgPalette()
    ? (cell.getFgColor() % 8) + (cell.getFgColor() === 8 ? 8 : 0)
    : 0;
  return [
    ...(cell.isBold() ? ['b'] : []),
    ...(cell.isDim() ? ['d'] : []),
    ...(color > 0 ? [`c${color}`] : []),
  ].join(' ');
}

const tidy = (value: number): string => String(Number(value.toFixed(2)));

const percent = (time: number, seconds: number): string => tidy((100 * time) / seconds);

const xmlText = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
