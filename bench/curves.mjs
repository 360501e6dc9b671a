import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { matching } from './books.mjs';
import { tableOf } from './drawing.mjs';
import { heldBy, watched } from './measure.mjs';
import { payAll } from './paying.mjs';
import { createLarge, NOW } from './sandbox.mjs';
import { clear, environment, folder, remit } from './surroundings.mjs';

/**
 * Measures how time and memory grow with the payables of a sandbox: seeds one of each size and runs the same commands
 * in each. Prints a table, and writes the figures to bench/growth.json, from which `npm run bench:page` draws.
 *
 *   npm run build && npm run bench:curves -- [--sizes 1000,10000,100000,1000000] [--json <file>]
 */
const { sizes, json } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,10000,100000,1000000' },
    json: { type: 'string', default: 'bench/growth.json' },
  },
}).values;

const DAY_MS = 24 * 3_600_000;
/** The largest number of payables that are planned and settled. */
const MAX_PLANNED = 100_000;
/** The most lines of a bank statement. */
const MAX_LINES = 10_000;
/** The share of payables that are approved and owed by the business. */
const APPROVED = 0.135;

const file = (name) => ['--out', join(folder, name), '--force'];
const plan = join(folder, 'run.json');

/** The measured commands in order: functions that return the words of a command line. */
const works = {
  'list, 100 rows': () => ['payable', 'list', '--limit', '100'],
  'list, filtered': () => ['payable', 'list', '--status', 'APPROVED', '--limit', '100'],
  export: () => ['payable', 'export', ...file('export.csv')],
  'JSON pages to CSV': () => ['payable', 'list', '--csv', ...file('pages.csv')],
  status: () => ['status'],
  forecast: () => ['forecast', ...file('forecast.csv'), '--csv'],
  plan: (size) => ['run', 'plan', ...dueTo(size), ...file('run.json')],
  'plan read again': () => ['run', 'show', plan],
};

try {
  const figures = [];
  for (const size of sizes.split(',').map(Number)) {
    const found = await measured(size);
    figures.push({ size, works: found });
  }
  console.log(tableOf(figures));
  const today = new Date().toISOString().slice(0, 10);
  const surroundings = { measured: today, node: process.versions.node, processors: cpus().length };
  writeFileSync(json, `${JSON.stringify({ ...surroundings, figures }, null, 2)}\n`);
} finally {
  clear();
}

async function measured(size) {
  const env = environment({ REMIT_HOME: join(folder, String(size)) });
  const run = (...words) => watched([...remit, ...words], env);
  await createLarge({ dataDir: join(folder, String(size), 'data', 'sandbox') }, size);
  await run('sandbox', 'start', '--port', '0');
  try {
    return await figuresOf(size, env, run);
  } finally {
    await run('sandbox', 'stop');
  }
}

async function figuresOf(size, env, run) {
  const found = {};
  const note = (name, figure) => {
    found[name] = figure;
    console.error(size, name, JSON.stringify(figure));
  };
  for (const [name, wordsFor] of Object.entries(works)) {
    const { wall, mib } = await run(...wordsFor(size));
    note(name, { ms: wall, mib });
  }
  note('match', await matched(run, env));
  const { count, serving } = await payPlanned(env);
  const { wall } = await run('sandbox', 'clock', 'advance', '3bd', ...file('events.tsv'));
  note('settling', { ms: wall, mib: Math.round(heldBy(serving.pid)), count });
  const { output } = await run('sandbox', 'ledger', 'check', '--json', '--query', 'ok');
  if (output.trim() !== 'true') throw new Error('The books are wrong.');
  return found;
}

/** Measures `match` of as many lines as there are paid payables, at most 10,000. */
async function matched(run, env) {
  const paid = ['--status', 'PAID', '--direction', 'received', '--limit', String(MAX_LINES)];
  const read = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  await run('payable', 'list', ...paid, '--json', ...file('paid.json'));
  await run('bank', 'list', '--json', ...file('banks.json'));
  const payables = read('paid.json');
  const bank = read('banks.json').find(
    ({ businessId }) => businessId === payables[0].payerBusinessId,
  );
  // Unmatched lines are exit 11.
  const words = [...remit, ...(await matching(payables, bank.id))];
  const { wall, mib } = await watched(words, env, [0, 11]);
  return { ms: wall, mib, count: payables.length };
}

/**
 * Returns a filter for the payables due first, if all would be too many: due dates are spread evenly over two years.
 */
function dueTo(size) {
  const share = MAX_PLANNED / (size * APPROVED);
  if (share >= 1) return [];
  const dueMs = Date.parse(NOW) - (700 - 685 * share - 30) * DAY_MS;
  return ['--due-to', new Date(dueMs).toISOString().slice(0, 10)];
}

/** Pays the planned payables. */
async function payPlanned(env) {
  const token = (await watched([...remit, 'auth', 'token'], env)).output.trim();
  const data = join(env.REMIT_HOME, 'data', 'sandbox', 'sandbox.json');
  const serving = JSON.parse(readFileSync(data, 'utf8'));
  const { payments } = JSON.parse(readFileSync(plan, 'utf8')).plan;
  await payAll({ baseUrl: serving.baseUrl, token }, payments);
  return { count: payments.length, serving };
}
