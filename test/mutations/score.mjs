// npm run mutation-score [-- <group>...]: makes every small change that Stryker knows to the code that decides about money,
// one at a time, and counts those that the tests notice. Writes the figures and their page; fails if a file is below the bound.
// What was measured is kept in node_modules/.cache/mutation-score, and only what changed since is measured again.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { majorOf, nodesOf } from '../../bench/nodes.mjs';
import { groups } from './score-groups.mjs';
import { BOUND, FIGURES, nameOf, PAGE, pageOf, reasonFor, scoreOf } from './score-page.mjs';

const kept = resolve('node_modules', '.cache', 'mutation-score');
/** The oldest Node.js that Stryker runs on. */
const NODE = '22';

/** The directory that Stryker is installed in. The project, which runs on an older Node.js, does not depend on it. */
const home = resolve('node_modules', '.cache', 'stryker');

const names = process.argv.slice(2);
const unknown = names.filter((name) => !groups.some((it) => it.name === name));
if (unknown.length > 0) throw new Error(`No group is named ${unknown.join(', ')}.`);
mkdirSync(kept, { recursive: true });
install();

const chosen = groups.filter(({ name }) => names.length === 0 || names.includes(name));
for (const group of chosen) keep(measured(group));
const below = chosen
  .flatMap(({ files }) => files)
  .filter((file) => scoreOf(figures()[nameOf(file)]) < BOUND);
for (const file of below) process.stdout.write(`below ${BOUND} %: ${file}\n`);
process.exitCode = below.length === 0 ? 0 : 1;

/** Installs the version of Stryker that the lock file names, unless it is there. */
function install() {
  const listed = join(home, 'node_modules', '.package-lock.json');
  const wanted = resolve('test', 'mutations', 'stryker');
  const { packages } = JSON.parse(readFileSync(join(wanted, 'package-lock.json'), 'utf8'));
  const there = existsSync(listed) ? JSON.parse(readFileSync(listed, 'utf8')).packages : {};
  const core = 'node_modules/@stryker-mutator/core';
  if (there[core]?.version === packages[core].version) return;
  process.stdout.write('Installs Stryker from npm.\n');
  cpSync(wanted, home, { recursive: true });
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['ci', '--prefix', home, ...quiet], { stdio: 'inherit' });
}

/** Returns the figures by file of a group: the number of changes, of those that were noticed, and the others. */
function measured({ name, files, tests }) {
  const temporary = mkdtempSync(join(tmpdir(), 'remit-score-'));
  const report = join(temporary, 'report.json');
  const options = {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'test/mutations/score.config.ts', related: false },
    mutate: files,
    coverageAnalysis: 'perTest',
    disableTypeChecks: false,
    tsconfigFile: 'none',
    concurrency: 1,
    timeoutMS: 15_000,
    timeoutFactor: 1.5,
    incremental: true,
    incrementalFile: join(kept, `${name}.json`),
    tempDirName: join(temporary, 'copy'),
    ignorePatterns: ['/*', '!/src', '!/test', '!/package.json'],
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: report },
  };
  try {
    const path = join(temporary, 'stryker.json');
    writeFileSync(path, JSON.stringify(options));
    const command = join(home, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
    const env = { ...process.env, SCORE_FILES: files.join(' '), SCORE_TESTS: tests.join(' ') };
    const { status } = spawnSync(node(), [command, 'run', path], { env, stdio: 'inherit' });
    if (status !== 0) throw new Error(`The group ${name} could not be measured.`);
    keepKilled(options.incrementalFile);
    const found = JSON.parse(readFileSync(report, 'utf8')).files;
    return Object.fromEntries(files.map((file) => [file, figuresOf(file, found[file])]));
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/**
 * Keeps only what made a test fail: Stryker would also keep a survivor of code that runs at load, whatever test is added, and
 * what a busy machine took too long for.
 */
function keepKilled(path) {
  const whole = JSON.parse(readFileSync(path, 'utf8'));
  for (const file of Object.values(whole.files)) {
    file.mutants = file.mutants.filter(({ status }) => status === 'Killed');
  }
  writeFileSync(path, JSON.stringify(whole));
}

function node() {
  const isNewEnough = Number(majorOf(process.versions.node)) >= Number(NODE);
  return isNewEnough ? process.execPath : nodesOf(NODE)[0].path;
}

/** Counts the changes of a file. What could not run is none; what no test reaches, or is ignored, was not noticed. */
function figuresOf(file, { source, mutants }) {
  const lines = source.split('\n');
  const ran = mutants.filter(({ status }) => !status.endsWith('Error'));
  const survivors = ran
    .filter(({ status }) => status !== 'Killed' && status !== 'Timeout')
    .map(({ location: { start, end }, replacement, status }) => {
      const from = lines.slice(start.line - 1, end.line).join('\n');
      const tail = lines[end.line - 1].slice(end.column - 1);
      const to = lines[start.line - 1].slice(0, start.column - 1) + replacement + tail;
      return { line: start.line, from: oneLine(from), to: oneLine(to), status };
    })
    .toSorted((one, two) => one.line - two.line);
  for (const it of survivors.filter(
    (survivor) => reasonFor(nameOf(file), survivor) === undefined,
  )) {
    process.stdout.write(`${it.status} ${file}:${it.line}\n  ${it.from}\n  ${it.to}\n`);
  }
  for (const { location, replacement } of ran.filter(({ status }) => status === 'Timeout')) {
    process.stdout.write(`endless ${file}:${location.start.line} ${oneLine(replacement)}\n`);
  }
  return {
    mutants: ran.length,
    survivors: survivors.map(({ from, to }) => ({ from, to })),
  };
}

function figures() {
  return JSON.parse(readFileSync(FIGURES, 'utf8'));
}

/** Writes figures, beside those of the other groups, and the page. */
function keep(found) {
  const all = figures();
  for (const [file, it] of Object.entries(found)) {
    const name = nameOf(file);
    all[name] = { ...it, before: all[name]?.before ?? null };
    process.stdout.write(`${scoreOf(all[name]).toFixed(1)} %  ${file}\n`);
  }
  writeFileSync(FIGURES, `${JSON.stringify(all, null, 2)}\n`);
  writeFileSync(PAGE, pageOf(all));
}

function oneLine(text) {
  return text.replaceAll(/\s+/g, ' ').trim();
}
