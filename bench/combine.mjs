import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { spread } from './measure.mjs';

/**
 * Combines the figures of several runs of the benchmarks: the median of their medians, and the extremes of all.
 *
 *   npm run bench:combine -- <figures.json>... --json bench/figures.json
 *
 * A benchmark that a run lacks or that failed in it has the figures of the others.
 */
const { values, positionals } = parseArgs({
  options: { json: { type: 'string' } },
  allowPositionals: true,
});
if (positionals.length === 0 || !values.json)
  throw new Error('Name the files of some runs, and --json.');
const runs = positionals.map((path) => JSON.parse(readFileSync(path, 'utf8')));
const newest = runs.at(-1);

const results = newest.results.map((row) => {
  const figuresOf = runs.map(
    ({ results }) => results.find(({ name }) => name === row.name)?.figures,
  );
  const nodes = new Set(figuresOf.flatMap((figures) => Object.keys(figures ?? {})));
  if (nodes.size === 0) return row;
  const combined = [...nodes].map((node) => [
    node,
    combine(figuresOf.flatMap((figures) => figures?.[node] ?? [])),
  ]);
  return { ...row, figures: Object.fromEntries(combined) };
});
// Runs differ in their pairs and in how long they took.
const { pairs, seconds, ...same } = newest;
const report = { ...same, runs: runs.length, results };
writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);

/** Combines figures of one benchmark on one Node.js; the error of the first if none was measured. */
function combine(all) {
  const measured = all.filter(({ error }) => !error);
  if (measured.length === 0) return all[0];
  return {
    median: spread(measured.map(({ median }) => median)).median,
    least: Math.min(...measured.map(({ least }) => least)),
    most: Math.max(...measured.map(({ most }) => most)),
    count: measured.reduce((sum, { count }) => sum + count, 0),
  };
}
