/** Reports of a soak test. */

/** The columns of a minute, with their heads. */
const columns = {
  minute: 'minute',
  answers: 'answers',
  p50: 'p50 ms',
  p95: 'p95 ms',
  p99: 'p99 ms',
  rss: 'memory MiB',
  heap: 'heap MiB',
  descriptors: 'descriptors',
  wal: 'WAL MiB',
  idle: 'idle',
};

/** Returns the heads of the columns, or the figures of a minute, as a line of text. */
export const columnsOf = (minute = columns) =>
  Object.keys(columns)
    .map((name) => String(minute[name] ?? '-').padStart(12))
    .join('');

const row = (cells) => `| ${cells.join(' | ')} |`;
/** The most minutes of the first and of the last column. */
const SIDE = 5;

/** Returns a Markdown report: the first and the last minutes side by side, what was done, and what is wrong. */
export function soakTable({ minutesSeen, done, checked, wrong }) {
  const count = Math.max(1, Math.min(SIDE, Math.floor(minutesSeen.length / 2)));
  const sides = [minutesSeen.slice(0, count), minutesSeen.slice(-count)];
  const names = Object.keys(columns).slice(1);
  const lines = names.map((name) =>
    row([columns[name], ...sides.map((its) => middle(its.map((it) => it[name])))]),
  );
  const minutes = count === 1 ? 'minute' : `${count} minutes`;
  return [
    row(['median of a minute', `first ${minutes}`, `last ${minutes}`]),
    row(['---', '---:', '---:']),
    ...lines,
    '',
    sentence('Done', done),
    sentence('Checked at the end', checked),
    '',
    wrong.length === 0 ? 'Nothing is wrong.' : wrong.map((it) => `- **${it}**`).join('\n'),
  ].join('\n');
}

const sentence = (head, counts) =>
  `${head}: ${Object.entries(counts)
    .map(([name, count]) => `${name} ${count.toLocaleString('en-US')}`)
    .join(', ')}.`;

function middle(values) {
  const known = values.filter((it) => it !== null).toSorted((a, b) => a - b);
  return known.length === 0 ? '-' : known[Math.floor(known.length / 2)];
}
