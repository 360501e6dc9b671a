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
  const theirs = () => load(bare.url, creationOn(sandbox.connection));
  return ratesInTurn(pairs, creatingIn(sandbox), theirs).finally(async () => {
    await bare.close();
    await sandbox.close();
  });
}

/** Compares the rates of two loads that run in turn. The first pair is a warm-up of both. */
export async function ratesInTurn(pairs, ours, theirs) {
  const ratios = [];
  for (let pair = 0; pair <= Math.ceil(pairs / 3); pair++) {
    const { rate: base } = await theirs();
    const { rate } = await ours();
    if (pair > 0) ratios.push(rate / base);
  }
  return spread(ratios);
}

/** Returns a load of creations in a sandbox. */
export function creatingIn({ baseUrl, payee, connection, token }) {
  const body = creationOn(connection);
  return () => load(`${baseUrl}/api/businesses/${payee}/payables`, body, token);
}

const creationOn = (connectionId) => JSON.stringify({ connectionId, amount: 12.5, memo: 'A row' });

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
