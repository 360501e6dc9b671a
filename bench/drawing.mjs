const [width, height] = [720, 440];
const frame = { left: 70, right: 200, top: 30, bottom: 50 };
const colors = ['#0b6e4f', '#c8553d', '#2f4b7c', '#8a508f', '#b8860b', '#555555'];

/** Curves of time over rows, both in steps of ten, as one SVG that needs nothing else. */
export function drawing(figures) {
  const names = Object.keys(figures[0].works);
  const times = figures.flatMap(({ works }) => Object.values(works).map(({ ms }) => ms));
  const x = scale(
    figures.map(({ size }) => size),
    frame.left,
    width - frame.right,
  );
  const y = scale(times, height - frame.bottom, frame.top);
  const parts = [
    ...figures.map(({ size }) =>
      mark(x.at(size), height - frame.bottom + 20, `${size / 1000} k`, 'middle'),
    ),
    ...y.tens.map(
      (ms) => `${line(y.at(ms))}${mark(frame.left - 8, y.at(ms) + 4, words(ms), 'end')}`,
    ),
    ...names.map((name, at) => curve(name, colors[at], figures, { x, y })),
    ...labels(names, figures, { x, y }),
    mark((frame.left + width - frame.right) / 2, height - 8, 'payables', 'middle'),
  ];
  const open = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`;
  return `${open}\n<title>Time over payables</title>\n<rect width="100%" height="100%" fill="#ffffff"/>\n${parts.join('\n')}\n</svg>\n`;
}

/** From values to places, by powers of ten. */
function scale(values, from, to) {
  const least = Math.floor(Math.log10(Math.min(...values)));
  const most = Math.ceil(Math.log10(Math.max(...values)));
  const at = (value) => round(from + ((Math.log10(value) - least) / (most - least)) * (to - from));
  return { at, tens: Array.from({ length: most - least + 1 }, (_, i) => 10 ** (least + i)) };
}

function curve(name, color, figures, { x, y }) {
  const points = figures
    .filter(({ works }) => works[name])
    .map(({ size, works }) => [x.at(size), y.at(works[name].ms)]);
  const dots = points.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3" fill="${color}"/>`);
  const path = `<polyline points="${points.join(' ')}" fill="none" stroke="${color}" stroke-width="2"/>`;
  return `${path}${dots.join('')}`;
}

/** A name at the end of each curve, pushed down where it would cover another. */
function labels(names, figures, { x, y }) {
  let last = Number.NEGATIVE_INFINITY;
  const { size } = figures.at(-1);
  const endOf = (name) => figures.findLast(({ works }) => works[name]).works[name].ms;
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

const words = (ms) => (ms < 1000 ? `${ms} ms` : `${ms / 1000} s`);
const round = (value) => Math.round(value * 10) / 10;
