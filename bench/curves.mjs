import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { drawing } from './drawing.mjs';
import { peakOf, timed } from './measure.mjs';
import { clear, environment, folder, remit } from './surroundings.mjs';

/**
 * How time and memory grow with the payables of a sandbox: one of each size is seeded, and the same things are done in each.
 *
 *   npm run build && node bench/curves.mjs [--most 1000000] > figures.json      draws docs/growth.svg
 */
const { most } = parseArgs({ options: { most: { type: 'string', default: '1000000' } } }).values;
const sizes = [1000, 10_000, 100_000, 1_000_000].filter((size) => size <= Number(most));

/** Beyond this, one request of the clock takes longer than an answer is waited for. */
const MOST_SETTLED = 10_000;

const file = (name) => ['--out', join(folder, name), '--force'];

/** What is done, and whether its time may grow with the rows. */
const works = {
  'list, 100 rows': ['payable', 'list', '--limit', '100'],
  'list, filtered': ['payable', 'list', '--status', 'APPROVED', '--limit', '100'],
  export: ['payable', 'export', ...file('export.csv')],
  'JSON pages to CSV': ['payable', 'list', '--csv', ...file('pages.csv')],
  'plan of all approved': ['run', 'plan', ...file('run.json')],
};

try {
  const figures = [];
  for (const size of sizes) {
    const found = await measured(size);
    console.error(size, JSON.stringify(found));
    figures.push({ size, works: found });
  }
  console.log(JSON.stringify(figures, null, 2));
  writeFileSync('docs/growth.svg', drawing(figures));
} finally {
  clear();
}

async function measured(size) {
  const env = environment({ REMIT_HOME: join(folder, String(size)) });
  const run = (...words) => timed([...remit, ...words], env);
  await run('sandbox', 'start', '--port', '0', '--seed', 'big', '--payables', String(size));
  const found = {};
  for (const [name, words] of Object.entries(works)) {
    const { wall } = await run(...words);
    found[name] = { ms: wall, mib: await peakOf([...remit, ...words], env) };
  }
  if (size <= MOST_SETTLED) {
    const { wall } = await run('sandbox', 'clock', 'advance', '10bd');
    found['settling all that is due'] = { ms: wall };
  }
  await run('sandbox', 'stop');
  return found;
}
