/** Measurements of the inspector's pages among a tenth of the rows. */

import { spread } from './measure.mjs';
import { startLargeSandbox } from './sandbox.mjs';

const inside = '/sandbox/inspector';
const SHARE = 10;

/** The pages of each benchmark. */
const pages = {
  overview: ['/sandbox'],
  lists: ['businesses', 'payables', 'payables?status=APPROVED', 'payments', 'events', 'mail'].map(
    (it) => `${inside}/${it}`,
  ),
  search: ['b-00009', 'supplier', '%241%2C250.00', 'pay_a'].map((it) => `${inside}/search?q=${it}`),
  ledger: [`${inside}/ledger`],
};

/** The benchmarks, in ms: of several pages, the slowest counts. */
export const inspectorRows = Object.entries(pages).map(([name, paths]) => ({
  name: `inspector: ${name}, ms`,
  most: [100, 50],
  measure: slowestOf(paths),
}));

function slowestOf(paths) {
  return async ({ rows, pairs }) => {
    const sandbox = await startLargeSandbox(rows / SHARE);
    const read = await reader(sandbox);
    const found = [];
    for (const path of paths) {
      const figures = [];
      for (let time = -2; time < pairs; time++) {
        const ms = await read(path);
        if (time >= 0) figures.push(ms);
      }
      found.push(spread(figures));
    }
    await sandbox.close();
    return found.reduce((one, other) => (other.median > one.median ? other : one));
  };
}

/** Signs in. Returns a function that reads a page and resolves to the time that it took in ms. */
async function reader({ baseUrl, controlToken }) {
  const headers = { authorization: `Bearer ${controlToken}` };
  const opened = await fetch(`${baseUrl}/sandbox/open`, { method: 'POST', headers });
  const { search } = new URL((await opened.json()).url);
  const entered = await fetch(`${baseUrl}/sandbox/enter${search}`, { redirect: 'manual' });
  const cookie = (entered.headers.get('set-cookie') ?? '').split(';')[0];
  return async (path) => {
    const from = performance.now();
    const response = await fetch(`${baseUrl}${path}`, { headers: { cookie } });
    const text = await response.text();
    const ms = performance.now() - from;
    if (!response.ok || !text.includes('</html>')) throw new Error(`${path}: ${response.status}`);
    return ms;
  };
}
