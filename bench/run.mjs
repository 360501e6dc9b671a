import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { isPossible, rows } from './rows.mjs';
import { clear } from './surroundings.mjs';

/**
 * Runs every benchmark, as a ratio to its baseline on the same machine.
 *
 *   npm run build && npm run bench -- [--pairs 15] [--rows 1000000] [--only export] [--json figures.json]
 */
const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '15' },
    rows: { type: 'string', default: '1000000' },
    only: { type: 'string', default: '' },
    json: { type: 'string' },
  },
});

const settings = { pairs: Number(values.pairs), rows: Number(values.rows) };
const results = [];
try {
  console.log(`Node ${process.version}, ${cpus().length} processors, ${settings.rows} rows`);
  console.log(`${'Benchmark'.padEnd(42)}${head('median', 'least', 'most', 'limit', 'target')}`);
  for (const row of rows.filter(({ name }) => name.includes(values.only))) {
    const figures = isPossible(row) ? await row.measure(settings) : undefined;
    results.push({ name: row.name, most: row.most, least: row.least, figures });
    console.log(lineOf(row, figures));
  }
  if (values.json)
    writeFileSync(
      values.json,
      `${JSON.stringify({ node: process.version, ...settings, results }, null, 2)}\n`,
    );
} finally {
  clear();
}

function lineOf({ name, most, least, needs }, figures) {
  const [limit, target] = most ?? least;
  const sign = most ? '≤' : '≥';
  if (!figures) return `${name.padEnd(42)}not measured: ${needs.join(' and ')} must be installed`;
  const numbers = [figures.median, figures.least, figures.most].map((it) => it.toFixed(2));
  return `${name.padEnd(42)}${head(...numbers, `${sign} ${limit}`, `${sign} ${target}`)}${verdict(figures.median, { most, least })}`;
}

function verdict(median, { most, least }) {
  const holds = (bound) => (most ? median <= bound : median >= bound);
  const [limit, target] = most ?? least;
  if (holds(target)) return '  target met';
  return holds(limit) ? '  limit met' : '  MISSED';
}

function head(...cells) {
  return cells.map((it) => it.padStart(9)).join('');
}
