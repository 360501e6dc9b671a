import process from 'node:process';
import autocannon from 'autocannon';
import { startBare, startSandbox } from './sandbox.mjs';

/**
 * Durable creations a second: the sandbox beside the bare service, in turns, so that whatever else the machine does
 * meets both. Prints each pair and the median of their ratios.
 *
 *   node bench/creations.mjs [pairs] [seconds]
 */
const [pairs = 5, seconds = 4] = process.argv.slice(2).map(Number);
const CONNECTIONS = 16;

const sandbox = await startSandbox();
const bare = await startBare();
const url = `${sandbox.baseUrl}/api/businesses/${sandbox.payee}/payables`;
const body = JSON.stringify({ connectionId: sandbox.connection, amount: 12.5, memo: 'A row' });

const ratios = [];
for (let pair = 0; pair <= pairs; pair++) {
  const [theirs, ours] = [await rateOf(bare.url), await rateOf(url, sandbox.token)];
  if (pair === 0) continue; // both warm up
  ratios.push(ours / theirs);
  console.log(`bare ${theirs}/s, sandbox ${ours}/s, ratio ${(ours / theirs).toFixed(2)}`);
}
const median = ratios.toSorted((one, other) => one - other)[Math.floor(ratios.length / 2)];
console.log(`median ratio ${median.toFixed(2)} (gate 0.5, goal 0.8)`);
await bare.close();
await sandbox.close();

async function rateOf(address, token) {
  const result = await autocannon({
    url: address,
    connections: CONNECTIONS,
    duration: seconds,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body,
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${address}: ${result.non2xx} refused`);
  return Math.round(result['2xx'] / result.duration);
}
