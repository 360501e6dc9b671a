/** Drawings of measurements. */

const [width, height] = [720, 380];
const frame = { left: 70, right: 200, top: 40, bottom: 50 };
const colors = ['#0b6e4f', '#c8553d', '#2f4b7c', '#8a508f', '#b8860b', '#555555', '#1f8a9e'];

/** Draws time and memory over the number of rows as one self-contained SVG. All axes are logarithmic. */
export function drawing(figures) {
  const open = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${2 * height}" font-family="sans-serif" font-size="12">`;
  const parts = [
    ...panel(figures, { title: 'Time', of: ({ ms }) => ms, words: time }),
    `<g transform="translate(0 ${height})">`,
    ...panel(figures, { title: 'Most memory', of: ({ mib }) => mib, words: (mib) => `${mib} MiB` }),
    '</g>',
  ];
  return `${open}\n<title>Time and memory over payables</title>\n<rect width="100%" height="100%" fill="#ffffff"/>\n${parts.join('\n')}\n</svg>\n`;
}

/** Returns the measurements as a Markdown table: time and memory of each command at each size. */
export function tableOf(figures) {
  const sizes = figures.map(({ size }) => many(size));
  const row = (cells) => `| ${cells.join(' | ')} |`;
  const lines = namesIn(figures).map((name) =>
    row([name, ...figures.map(({ works }) => cell(works[name]))]),
  );
  return [row(['', ...sizes]), row(['---', ...sizes.map(() => '---')]), ...lines].join('\n');
}

const cell = (it) => {
  if (!it) return '';
  const of = it.payments === undefined ? '' : ` (${it.payments})`;
  return `${time(it.ms)}, ${Math.round(it.mib)} MiB${of}`;
};

const namesIn = (figures) => Object.keys(figures[0].works);

function panel(figures, { title, of, words }) {
  const names = namesIn(figures);
  const values = figures.flatMap(({ works }) => Object.values(works).map(of));
  const sizes = figures.map(({ size }) => size);
  const x = scale(sizes, frame.left, width - frame.right);
  const y = scale(values, height - frame.bottom, frame.top);
  return [
    mark(frame.left, frame.top - 18, title, 'start', '#000000'),
    ...sizes.map((size) => mark(x.at(size), height - frame.bottom + 20, many(size), 'middle')),
    ...y.tens.map(
      (ten) => `${line(y.at(ten))}${mark(frame.left - 8, y.at(ten) + 4, words(ten), 'end')}`,
    ),
    ...names.map((name, at) => curve(name, colors[at], figures, { x, y, of })),
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

function curve(name, color, figures, { x, y, of }) {
  const points = figures
    .filter(({ works }) => works[name])
    .map(({ size, works }) => [x.at(size), y.at(of(works[name]))]);
  const dots = points.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3" fill="${color}"/>`);
  const path = `<polyline points="${points.join(' ')}" fill="none" stroke="${color}" stroke-width="2"/>`;
  return `${path}${dots.join('')}`;
}

/** Draws the name at the end of each curve, moved down if it would overlap another. */
function labels(names, figures, { x, y, of }) {
  let last = Number.NEGATIVE_INFINITY;
  const { size } = figures.at(-1);
  const endOf = (name) => of(figures.findLast(({ works }) => works[name]).works[name]);
  return names
    .map((name, at) => ({ name, color: colors[at], end: y.at(endOf(name)) }))
    .toSorted((one, other) => one.end - other.end)
    .map(({ name, color, end }) => {
      last = Math.max(end, last + 14);
      return mark(x.at(size) + 8, last + 4, name, 'start', color);
    });
}

const line = (at) =>
  `<line x1="${frame.left}" x2="${width - frame.right}" y1="${at}" y2="${at}" stroke="#dddddd"/>`;

const mark = (x, y, text, anchor, color = '#333333') =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="${color}">${text}</text>`;

const many = (size) => (size < 1_000_000 ? `${size / 1000} k` : `${size / 1_000_000} M`);
const time = (ms) => (ms < 1000 ? `${Math.round(ms)} ms` : `${round(ms / 1000)} s`);
const round = (value) => Math.round(value * 10) / 10;
