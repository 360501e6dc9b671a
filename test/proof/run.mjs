// npm run proof -- [<trial>...] [--runs 1000]: runs the trials that the page of proof names, by default all of them, keeps their
// figures, and writes docs/proof.md and docs/comparison.md. Without a run: npm run proof -- --pages; --check fails if they differ.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { pages, readFigures, writePages } from './pages.mjs';
import { countLines } from './source-lines.mjs';
import { FIGURES, trials } from './trials.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string' }, pages: { type: 'boolean' }, check: { type: 'boolean' } },
});
const unknown = positionals.filter((name) => !(name in trials));
if (unknown.length > 0) throw new Error(`No trial is named ${unknown.join(', ')}.`);
const chosen = positionals.length > 0 ? positionals : Object.keys(trials);

if (values.check) {
  const wrong = [...pages()].filter(([path, text]) => readFileSync(path, 'utf8') !== text);
  if (wrong.length > 0) throw new Error(`npm run proof -- --pages changes ${wrong[0][0]}.`);
  process.exit();
}

if (!values.pages) {
  run('npm', ['run', 'build', '--silent'], {});
  for (const name of chosen) keep(name, measure(trials[name]));
}
keep('lines', countLines());
writePages();

/** Runs a trial, and returns what it printed as figures. */
function measure({ project, file, env, usual, line, control }) {
  const runs = values.runs ?? String(usual);
  const text = run('npx', ['vitest', 'run', '--project', project, file], env(runs));
  return {
    asked: Number(runs),
    figures: figuresIn(text, line),
    ...(control && { control: figuresIn(text, control) }),
  };
}

function figuresIn(text, line) {
  const [, json] = line.exec(text) ?? [];
  if (json === undefined) throw new Error(`Nothing was printed that matches ${line}.`);
  return JSON.parse(json);
}

function run(program, words, env) {
  const { status, stdout } = spawnSync(program, words, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  if (status === 0) return stdout;
  process.stdout.write(stdout);
  throw new Error(`${program} ${words.join(' ')} failed: nothing was written.`);
}

function keep(name, measured) {
  const figures = readFigures();
  const date = new Date().toISOString().slice(0, 10);
  figures[name] = { measured: date, ...measured };
  writeFileSync(FIGURES, `${JSON.stringify(figures, null, 2)}\n`);
}
