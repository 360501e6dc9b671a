import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { verdictOf } from './bounds.mjs';
import { majorOf, nodesOf } from './nodes.mjs';
import { missingFor, rows } from './rows.mjs';
import { clear, folder } from './surroundings.mjs';
import { tableOf } from './table.mjs';

/**
 * Runs every benchmark on several versions of Node.js, as a ratio to its baseline on the same machine, and prints a
 * Markdown table. The exit code is 1 if a benchmark failed or there is none; a limit that is missed is only shown.
 *
 *   npm run build && npm run bench -- [--nodes 20,22,24,26] [--pairs 15] [--rows 1000000] [--only export,match]
 *     [--json bench/figures.json]
 *
 * `--json` writes the figures to a file; with `--only`, the other figures of the file are kept.
 */
const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '20,22,24,26' },
    pairs: { type: 'string', default: '15' },
    rows: { type: 'string', default: '1000000' },
    only: { type: 'string', default: '' },
    json: { type: 'string' },
  },
});

const settings = { pairs: Number(values.pairs), rows: Number(values.rows) };
const nodes = nodesOf(values.nodes);
const executableNode = majorOf(JSON.parse(readFileSync('packaging/node.json', 'utf8')).version);
const words = values.only.split(',').filter((it) => it !== '');
const isSelected = ({ name }) => words.length === 0 || words.some((it) => name.includes(it));
const selected = rows.filter(isSelected);
if (selected.length === 0) throw new Error(`No benchmark is named ${values.only}.`);

const from = performance.now();
const results = [];
// The benchmark that runs is interrupted, too, and stops its sandboxes; then the directory is removed.
process.once('SIGINT', () => {
  process.exitCode = 130;
});
try {
  const versions = nodes.map(({ version }) => version).join(', ');
  console.error(`Node ${versions}; ${cpus().length} processors, ${settings.rows} rows`);
  const missing = [...new Set(selected.flatMap(missingFor))];
  if (missing.length > 0) console.error(`Missing: ${missing.join(', ')}`);
  for (const row of selected) if (!process.exitCode) results.push(await resultOf(row));
} finally {
  clear();
}
const seconds = Math.round((performance.now() - from) / 1000);
const report = reportOf(results);
if (values.json && !process.exitCode)
  writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
console.error(`\n${seconds} s\n`);
console.log(tableOf({ ...report, results }));
const measured = results.flatMap(({ figures = {} }) => Object.values(figures));
if (measured.some(({ error }) => error)) process.exitCode ??= 1;

/** Measures a benchmark on each Node.js for which it means something. */
async function resultOf(row) {
  const { name, most, least, isStart } = row;
  const result = {
    name,
    ...(most && { most }),
    ...(least && { least }),
    ...(isStart && { isStart }),
  };
  const missing = missingFor(row);
  if (nodesFor(row).length === 0) missing.push(`Node ${executableNode}`);
  if (missing.length > 0) {
    console.error(`${name.padEnd(48)} not measured: ${missing.join(', ')} missing`);
    return { ...result, missing };
  }
  const figures = {};
  for (const node of nodesFor(row)) {
    if (process.exitCode) break;
    const began = performance.now();
    const found = await measuredOn(node, name);
    const { error, median } = found;
    const at = majorOf(node.version);
    const took = `${Math.round((performance.now() - began) / 1000)} s`;
    const said = error ?? `${median.toFixed(2)} ${verdictOf(row, at, median)}`;
    console.error(`${name.padEnd(48)} Node ${at}: ${said} (${took})`);
    figures[at] = found;
  }
  return { ...result, figures };
}

/** Returns the versions for which a benchmark means something. */
function nodesFor({ on }) {
  return nodes.filter(({ version }) => on !== 'executable' || majorOf(version) === executableNode);
}

/** Runs one benchmark in a process of its own. */
function measuredOn({ path }, name) {
  const env = { ...process.env, REMIT_BENCH_FOLDER: folder };
  delete env.NODE_EXTRA_CA_CERTS;
  const child = spawn(path, ['bench/row.mjs', name, JSON.stringify(settings)], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  return new Promise((resolve) => {
    child.once('close', (code) => {
      const figures = code === 0 ? JSON.parse(text) : {};
      const isWhole = Number.isFinite(figures.median);
      resolve(isWhole ? figures : { error: `failed with exit code ${code}` });
    });
  });
}

/** Returns what is written: the figures of this run in place of those of the file. */
function reportOf(found) {
  const now = {
    measured: new Date().toISOString().slice(0, 10),
    processors: cpus().length,
    nodes: nodes.map(({ version }) => version),
    ...settings,
  };
  if (words.length === 0 || !values.json || !existsSync(values.json))
    return { ...now, seconds, results: found };
  const before = JSON.parse(readFileSync(values.json, 'utf8'));
  const results = rows.flatMap(({ name }) => {
    const of = (its) => its.find((it) => it.name === name);
    const [old, its] = [of(before.results), of(found)];
    if (!its?.figures || !old?.figures) return old?.figures ? old : (its ?? old ?? []);
    return { ...its, figures: { ...old.figures, ...its.figures } };
  });
  const others = before.nodes.filter(
    (it) => !now.nodes.some((its) => majorOf(its) === majorOf(it)),
  );
  const all = [...now.nodes, ...others].sort((a, b) => majorOf(a) - majorOf(b));
  return { ...now, nodes: all, seconds: before.seconds, results };
}
