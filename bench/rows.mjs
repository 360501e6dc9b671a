/** The measurements of the performance budget. */

import { closeSync, fsyncSync, openSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { duplicates, forecast, match, names, status } from './books.mjs';
import { creations } from './creations.mjs';
import { csvWriters } from './csv-writers.mjs';
import { inspectorRows } from './inspector.mjs';
import { inTurn, peakOf, spread, timed } from './measure.mjs';
import { openInspectors } from './open-inspectors.mjs';
import { pagesOfMany } from './pages-of-many.mjs';
import { creationsOnServer, pagesOnServer } from './postgres.mjs';
import { apply, reconcile } from './runs.mjs';
import { settling, settlingOfMore } from './settling.mjs';
import {
  executable,
  folder,
  isInstalled,
  node,
  postgres,
  remit,
  serving,
} from './surroundings.mjs';

/**
 * The measurements, with their limit and target: `most` is an upper bound, `least` a lower one. Startup is measured in
 * processor time, which other programs disturb least; commands that wait or use several processors in wall time. Bounds
 * of a `start` are wider on Node 20. With `on: 'executable'` only the Node.js in the executable means something.
 */
export const rows = [
  {
    name: 'remit --version / bare node',
    isStart: true,
    most: [1.5, 1.15],
    measure: start(['--version']),
  },
  { name: 'remit --help / bare node', isStart: true, most: [1.9, 1.5], measure: start(['--help']) },
  {
    name: 'TAB in a shell / bare node',
    isStart: true,
    most: [1.9, 1.6],
    measure: start(['__complete', 'payable', 'li']),
  },
  {
    name: 'remit payable list, 25 rows / bare node',
    isStart: true,
    most: [2.3, 1.7],
    measure: start(['payable', 'list']),
  },
  {
    name: 'the same without a code cache / bare node',
    isStart: true,
    most: [3, 2.4],
    measure: startWithoutCache(['payable', 'list']),
  },
  {
    name: 'remit payable list, 25 rows / gh api',
    isStart: true,
    needs: ['gh'],
    most: [1.15, 0.85],
    measure: besideGh,
  },
  {
    name: 'the executable: --version / bare node',
    needs: [executable],
    on: 'executable',
    most: [1.5, 1.15],
    measure: start(['--version'], [executable]),
  },
  {
    name: 'the executable: payable list / bare node',
    needs: [executable],
    on: 'executable',
    most: [2.3, 1.7],
    measure: start(['payable', 'list'], [executable]),
  },
  {
    name: 'the executable: payable list / the package',
    needs: [executable],
    on: 'executable',
    most: [1, 0.9],
    measure: executableBesidePackage,
  },
  { name: 'export passed through / curl -o', needs: ['curl'], most: [1.6, 1.3], measure: exported },
  { name: 'memory of the export, MiB', most: [120, 90], measure: memory },
  { name: 'memory of an export of a thousandth, MiB', most: [120, 90], measure: memoryOfFew },
  {
    name: 'JSON pages to CSV, times curl | jq',
    needs: ['curl', 'jq'],
    least: [2, 3.5],
    measure: converted,
  },
  {
    name: '50 ms per page, times one at a time',
    needs: ['curl'],
    least: [4, 6],
    measure: fetchedAhead,
  },
  { name: 'sandbox: creations / a bare handler', least: [0.6, 0.8], measure: creations },
  {
    name: 'creations, 50 inspectors open / none',
    least: [0.95, 0.98],
    measure: openInspectors('rate'),
  },
  {
    name: 'creations, 50 inspectors: processor time',
    most: [1.05, 1.02],
    measure: openInspectors('cpu'),
  },
  { name: 'sandbox: a page of all / of a thousand', most: [2, 1.2], measure: pagesOfMany },
  {
    name: 'PostgreSQL: creations / on SQLite',
    needs: [postgres],
    on: 'executable',
    least: [0.05, 0.2],
    measure: creationsOnServer,
  },
  {
    name: 'PostgreSQL: a page / on SQLite',
    needs: [postgres],
    on: 'executable',
    most: [4, 2],
    measure: pagesOnServer,
  },
  {
    name: 'settling 10,000 payments, ms each',
    on: 'executable',
    most: [4, 2],
    measure: settling(1 / 100),
  },
  {
    name: 'settling 100,000 payments, ms each',
    on: 'executable',
    most: [4, 2],
    measure: settling(1 / 10),
  },
  {
    name: 'settling a payment, 100,000 / 10,000',
    on: 'executable',
    most: [1.5, 1.1],
    measure: settlingOfMore,
  },
  { name: 'status / the export of the same', most: [1.5, 1.1], measure: status },
  { name: 'forecast / the export of the same', most: [1.5, 1.1], measure: forecast },
  { name: 'duplicates / the export of the same', most: [1.5, 1.5], measure: duplicates },
  { name: 'payable list by names / by ids', most: [1.1, 1.1], measure: names },
  { name: 'match, 10,000 lines / the export', most: [1.5, 1.1], measure: match },
  { name: 'run apply, 10,000 payments, ms of it each', most: [2, 1], measure: apply },
  { name: 'reconcile of 100 lost responses, s', most: [5, 2], measure: reconcile },
  ...inspectorRows,
  { name: 'CSV rows, times csv-stringify', least: [1, 2], measure: csvWriters('csv-stringify') },
  { name: 'CSV rows, times papaparse', least: [1, 2], measure: csvWriters('papaparse') },
];

/** Returns the programs that a measurement needs and that are not installed. */
export const missingFor = ({ needs = [] }) => needs.filter((it) => !isInstalled(it));

const cpu = (ours, theirs) => ours.cpu / theirs.cpu;
const wall = (ours, theirs) => ours.wall / theirs.wall;
const timesAsFast = (ours, theirs) => theirs.wall / ours.wall;

function start(words, program = remit) {
  return async ({ pairs }) => {
    const { env, stop } = await serving(25);
    const bare = () => timed([node, '-e', '0'], env);
    const ours = () => timed([...program, ...words], env);
    return inTurn(pairs, ours, bare, cpu).finally(stop);
  };
}

/** Measures the first start on a machine, such as in a CI job: there is no cache directory. */
function startWithoutCache(words) {
  return async ({ pairs }) => {
    const { env, stop } = await serving(25);
    const unused = { ...env, REMIT_HOME: join(folder, `unused-${process.pid}`) };
    const bare = () => timed([node, '-e', '0'], env);
    return inTurn(pairs, () => timed([...remit, ...words], unused), bare, cpu).finally(stop);
  };
}

async function executableBesidePackage({ pairs }) {
  const { env, stop } = await serving(25);
  const words = ['payable', 'list'];
  const ours = () => timed([executable, ...words], env);
  return inTurn(pairs, ours, () => timed([...remit, ...words], env), cpu).finally(stop);
}

async function besideGh({ pairs }) {
  const { env, list, stop } = await serving(25);
  const gh = () => timed(['gh', 'api', list], { ...env, GH_TOKEN: 'x' });
  return inTurn(pairs, () => timed([...remit, 'payable', 'list'], env), gh, cpu).finally(stop);
}

const [ours, theirs] = ['ours.csv', 'theirs.csv'].map((name) => join(folder, name));
const exporting = [...remit, 'payable', 'export', '--out', ours, '--force'];

/**
 * Measures an export against curl. The program calls fsync before it ends; for curl, fsync is called outside of its
 * time.
 */
async function exported({ rows: count, pairs }) {
  const { env, list, stop } = await serving(count);
  const curl = ['curl', '-s', '-X', 'POST', `${list}/export`, '-o', theirs];
  const byCurl = async () => {
    const figure = await timed(curl, env);
    onDisk(theirs);
    return figure;
  };
  return inTurn(pairs, () => timed(exporting, env), byCurl, wall).finally(stop);
}

function onDisk(path) {
  const file = openSync(path);
  fsyncSync(file);
  closeSync(file);
}

function memory({ rows: count, pairs }) {
  return peaks(count, few(pairs));
}

function memoryOfFew({ rows: count, pairs }) {
  return peaks(count / 1000, few(pairs));
}

async function peaks(count, times) {
  const { env, stop } = await serving(count);
  const figures = [];
  for (let time = 0; time < times; time++) figures.push(await peakOf(exporting, env));
  stop();
  return spread(figures);
}

const columns =
  '[.id,.invoiceNumber,.status,.connectionId,.payeeName,.amount,.dueDate,.memo,.createdAt]';

/**
 * Returns the shell command of the baseline: one curl process reads all pages over one connection, one jq writes the
 * CSV.
 */
const oneByOne = (list, count) =>
  `curl -s "${list}?limit=100&offset=[0-${count - 1}:100]" | jq -r '.data[] | ${columns} | @csv'`;

async function converted({ rows: count, pairs }) {
  const some = count / 5;
  const { env, list, stop } = await serving(some);
  const ours = () => timed([...remit, 'payable', 'list', '--csv'], env);
  const theirs = () => timed(['bash', '-c', oneByOne(list, some)], env);
  return inTurn(few(pairs), ours, theirs, timesAsFast).finally(stop);
}

async function fetchedAhead({ pairs }) {
  const { env, list, stop } = await serving(8000, 50);
  const ours = () => timed([...remit, 'payable', 'list', '--csv'], env);
  const theirs = () =>
    timed(['bash', '-c', `curl -s "${list}?limit=100&offset=[0-7999:100]"`], env);
  return inTurn(few(pairs), ours, theirs, timesAsFast).finally(stop);
}

/** Returns a smaller number of pairs, for measurements that take seconds. */
const few = (pairs) => Math.ceil(pairs / 3);
