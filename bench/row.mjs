import process from 'node:process';
import { rows } from './rows.mjs';
import { stopSandboxes } from './sandbox.mjs';
import { clear } from './surroundings.mjs';

/**
 * Measures one benchmark on the Node.js that runs this, and prints its figures as JSON. Used by `bench/run.mjs`.
 *
 *   node bench/row.mjs <name> '{"pairs":15,"rows":1000000}'
 */
const [name, settings] = process.argv.slice(2);
const stop = async () => {
  await stopSandboxes();
  clear();
};
// Sandboxes run on their own, and would outlive an interrupted run.
process.once('SIGINT', () => stop().finally(() => process.exit(130)));
try {
  const figures = await rows.find((it) => it.name === name).measure(JSON.parse(settings));
  console.log(JSON.stringify(figures));
} finally {
  await stop();
}
