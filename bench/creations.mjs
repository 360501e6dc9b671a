import autocannon from 'autocannon';
import { spread } from './measure.mjs';
import { startBare, startSandbox } from './sandbox.mjs';

const CONNECTIONS = 16;
const SECONDS = 4;

/**
 * Measures durable creations per second as a ratio: the sandbox to the bare service, alternating, so that other load on
 * the machine affects both.
 */
export async function creations({ pairs }) {
  const sandbox = await startSandbox();
  const bare = await startBare();
  const url = `${sandbox.baseUrl}/api/businesses/${sandbox.payee}/payables`;
  const body = JSON.stringify({ connectionId: sandbox.connection, amount: 12.5, memo: 'A row' });
  const ratios = [];
  // The first pair is a warm-up of both.
  for (let pair = 0; pair <= Math.ceil(pairs / 3); pair++) {
    const { rate: theirs } = await load(bare.url, body);
    const { rate: ours } = await load(url, body, sandbox.token);
    if (pair > 0) ratios.push(ours / theirs);
  }
  await bare.close();
  await sandbox.close();
  return spread(ratios);
}

/** Sends the same creation over several connections for some seconds. Returns their number, and the rate in a second. */
export async function load(address, body, token) {
  const result = await autocannon({
    url: address,
    connections: CONNECTIONS,
    duration: SECONDS,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body,
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${address}: ${result.non2xx} refused`);
  return { count: result['2xx'], rate: result['2xx'] / result.duration };
}
