/** Measurements of the settlement of many payments at the same time. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spread } from './measure.mjs';
import { payAll } from './paying.mjs';
import { startLargeSandbox } from './sandbox.mjs';
import { folder } from './surroundings.mjs';

/** Measures the settlement of a share of the rows, in ms for each payment. */
export const settling =
  (share) =>
  async ({ rows }) =>
    spread([await settled(rows * share)]);

/** Measures the settlement of a payment among ten times as many, as a ratio. */
export async function settlingOfMore({ rows }) {
  const [more, fewer] = [await settled(rows / 10), await settled(rows / 100)];
  return spread([more / fewer]);
}

/**
 * Pays a tenth of the payables of a sandbox, and advances its clock until all of them have settled. Returns the ms for
 * each payment, measured once in a run.
 */
async function settled(count) {
  const kept = join(folder, `settled-${count}.json`);
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8'));
  const sandbox = await startLargeSandbox(count * 10);
  try {
    const plan = join(folder, `settled-${count}-plan.json`);
    await sandbox.run('run', 'plan', '--out', plan, '--force');
    const payments = JSON.parse(readFileSync(plan, 'utf8')).plan.payments.slice(0, count);
    if (payments.length < count) throw new Error(`The plan has ${payments.length} payments.`);
    await payAll(sandbox, payments);
    const events = ['--out', join(folder, 'events.tsv'), '--force'];
    const from = performance.now();
    await sandbox.run('sandbox', 'clock', 'advance', '3bd', ...events);
    const ms = (performance.now() - from) / count;
    const { ok } = await sandbox.json('sandbox', 'ledger', 'check');
    if (!ok) throw new Error('The books are wrong.');
    writeFileSync(kept, JSON.stringify(ms));
    return ms;
  } finally {
    await sandbox.close();
  }
}
