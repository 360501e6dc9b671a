/** Drawings of measurements. */

const [width, height] = [720, 380];
const frame = { left: 70, right: 200, top: 40, bottom: 50 };
/** The colors of curves, on white and on a dark ground. */
const palettes = {
  light: [
    ...['#0b6e4f', '#c8553d', '#2f4b7c', '#8a508f', '#9a6700'],
    ...['#555555', '#0e7490', '#a8325e', '#4d7c0f', '#6d4c41'],
  ],
  dark: [
    ...['#4cc38a', '#ff9b85', '#8fb0ee', '#d3a0d8', '#e3b341'],
    ...['#b0b0b0', '#5fd0e0', '#f58cb4', '#a3d65c', '#c9a18f'],
  ],
};
const grounds = {
  light: { ground: '#ffffff', ink: '#333333', line: '#dddddd' },
  dark: { ground: '#0d1117', ink: '#d0d7de', line: '#30363d' },
};

/**
 * Draws time and memory over the number of rows as one self-contained SVG, with the colors that the reader prefers, light
 * or dark. All axes are logarithmic.
 */
export function drawing(figures) {
  const open = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${2 * height}" font-family="sans-serif" font-size="12">`;
  const parts = [
    '<title>Time and memory over payables</title>',
    `<style>${styleOf('light')}@media (prefers-color-scheme: dark) {${styleOf('dark')}}</style>`,
    '<rect width="100%" height="100%" class="ground"/>',
    ...panel(figures, { title: 'Time', of: ({ ms }) => ms, words: time }),
    `<g transform="translate(0 ${height})">`,
    ...panel(figures, { title: 'Most memory', of: ({ mib }) => mib, words: (mib) => `${mib} MiB` }),
    '</g>',
  ];
  return `${[open, ...parts, '</svg>'].join('\n')}\n`;
}

function styleOf(name) {
  const { ground, ink, line: lines } = grounds[name];
  const own = `.ground{fill:${ground}}text{fill:${ink}}.grid{stroke:${lines}}`;
  const curves = palettes[name].map(
    (color, at) => `.c${at}{stroke:${color}}.c${at} circle,text.c${at}{fill:${color};stroke:none}`,
  );
  return [own, ...curves].join('');
}

/** Returns the measurements as a Markdown table: time and memory of each command at each size. */
export function tableOf(figures) {
  const sizes = figures.map(({ size }) => many(size));
  const row = (cells) => `| ${cells.join(' | ')} |`;
  const lines = namesIn(figures).map((name) =>
    row([name, ...figures.map(({ works }) => cell(works[name]))]),
  );
  return [row(['command', ...sizes]), row(['---', ...sizes.map(() => '---')]), ...lines].join('\n');
}

const cell = (it) => {
  if (!it) return '';
  const of = it.count === undefined ? '' : ` (${it.count.toLocaleString('en-US')})`;
  return `${time(it.ms)}, ${Math.round(it.mib)} MiB${of}`;
};

/** Returns the names of all works, in the order of the size that has most of them. */
const namesIn = (figures) => [
  ...new Set(
    figures
      .toSorted((a, b) => Object.keys(b.works).length - Object.keys(a.works).length)
      .flatMap(({ works }) => Object.keys(works)),
  ),
];

function panel(figures, { title, of, words }) {
  const names = namesIn(figures);
  const values = figures.flatMap(({ works }) => Object.values(works).map(of));
  const sizes = figures.map(({ size }) => size);
  const x = scale(sizes, frame.left, width - frame.right);
  const y = scale(values, height - frame.bottom, frame.top);
  return [
    mark(frame.left, frame.top - 18, title, 'start'),
    ...sizes.map((size) => mark(x.at(size), height - frame.bottom + 20, many(size), 'middle')),
    ...y.tens.map(
      (ten) => `${line(y.at(ten))}${mark(frame.left - 8, y.at(ten) + 4, words(ten), 'end')}`,
    ),
    ...names.map((name, at) => curve(name, at, figures, { x, y, of })),
    ...labels(names, figures, { x, y, of }),
    mark((frame.left + width - frame.right) / 2, height - 8, 'payables', 'middle'),
  ];
}

/** Returns a logarithmic scale from values to coordinates, and its powers of ten. */
function scale(values, from, to) {
  const least = Math.floor(Math.log10(Math.min(...values)));
  const most = Math.max(least + 1, Math.ceil(Math.log10(Math.max(...values))));
  const at = (value) => round(from + ((Math.log10(value) - least) / (most - least)) * (to - from));
  return { at, tens: Array.from({ length: most - least + 1 }, (_, i) => 10 ** (least + i)) };
}

function curve(name, at, figures, { x, y, of }) {
  const points = figures
    .filter(({ works }) => works[name])
    .map(({ size, works }) => [x.at(size), y.at(of(works[name]))]);
  const dots = points.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3"/>`);
  const path = `<polyline points="${points.join(' ')}" fill="none" stroke-width="2"/>`;
  return `<g class="c${at}">${path}${dots.join('')}</g>`;
}

/** Draws the name at the end of each curve, moved down if it would overlap another. */
function labels(names, figures, { x, y, of }) {
  let last = Number.NEGATIVE_INFINITY;
  const { size } = figures.at(-1);
  const endOf = (name) => of(figures.findLast(({ works }) => works[name]).works[name]);
  return names
    .map((name, at) => ({ name, at, end: y.at(endOf(name)) }))
    .toSorted((one, other) => one.end - other.end)
    .map(({ name, at, end }) => {
      last = Math.max(end, last + 14);
      return mark(x.at(size) + 8, last + 4, name, 'start', `c${at}`);
    });
}

const line = (at) =>
  `<line x1="${frame.left}" x2="${width - frame.right}" y1="${at}" y2="${at}" class="grid"/>`;

const mark = (x, y, text, anchor, name) =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}"${name ? ` class="${name}"` : ''}>${text}</text>`;

const many = (size) => (size < 1_000_000 ? `${size / 1000} k` : `${size / 1_000_000} M`);
const time = (ms) => (ms < 1000 ? `${Math.round(ms)} ms` : `${round(ms / 1000)} s`);
const round = (value) => Math.round(value * 10) / 10;
