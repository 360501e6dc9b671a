/** Measurements of a sandbox on PostgreSQL beside one on SQLite. Runs TypeScript, so needs Node 22.18 or newer. */

import { creatingIn, ratesInTurn } from './creations.mjs';
import { pagesInTurn } from './pages-of-many.mjs';
import { startLargeSandbox, startSandbox, stopSandboxes } from './sandbox.mjs';

/** The share of all rows that lists are read from. */
const SHARE = 100;

/** Measures durable creations per second on PostgreSQL, as a ratio to those on SQLite, alternating. */
export const creationsOnServer = ({ pairs }) =>
  onServer(async (database) => {
    const ours = await startSandbox('--database', database);
    const theirs = await startSandbox();
    return ratesInTurn(pairs, creatingIn(ours), creatingIn(theirs));
  });

/** Measures the time of a page of a list on PostgreSQL, as a ratio to that on SQLite, alternating. */
export const pagesOnServer = ({ rows, pairs }) =>
  onServer(async (database) => {
    const ours = await startLargeSandbox(rows / SHARE, database);
    return pagesInTurn(pairs, ours, await startLargeSandbox(rows / SHARE));
  });

/** Runs a measurement beside a database server whose commits are as durable as those of SQLite, and stops both. */
async function onServer(measure) {
  const { startServer } = await import('../test/postgres/server.ts');
  const server = await startServer({ isDurable: true });
  try {
    return await measure(server.address);
  } finally {
    await stopSandboxes();
    await server.close();
  }
}
