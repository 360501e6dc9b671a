import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { load } from './creations.mjs';
import { spread } from './measure.mjs';
import { startSandbox } from './sandbox.mjs';

/** Pages of the inspector that are open at once. */
const OPEN = 50;
/** The unit in which Linux counts processor time. */
const TICK_MS = 10;

let measured;

/**
 * Measures creations while 50 pages of the inspector are open and read, as a ratio to creations while none is,
 * alternating: `rate` in creations a second, `cpu` in processor time of the sandbox for each. Both are of one run.
 */
export function openInspectors(figure) {
  return async (settings) => {
    measured ??= measure(settings);
    return spread((await measured).map((it) => it[figure]));
  };
}

async function measure({ pairs }) {
  const sandbox = await startSandbox();
  const create = creationsOf(sandbox);
  const ratios = [];
  try {
    await create();
    for (let pair = 0; pair < pairs; pair++) {
      // Each is first in every other pair, since the database grows.
      const steps = [() => create(), () => withInspectors(sandbox, create)];
      const isSwapped = pair % 2 === 1;
      const figures = [];
      for (const step of isSwapped ? steps.reverse() : steps) figures.push(await step());
      const [none, open] = isSwapped ? figures.reverse() : figures;
      ratios.push({ rate: open.rate / none.rate, cpu: open.cpu / none.cpu });
    }
  } finally {
    await sandbox.close();
  }
  return ratios;
}

/** Returns a function that creates payables for some seconds, and returns their rate and the processor time of each. */
function creationsOf({ baseUrl, payee, connection, token, pid }) {
  const url = `${baseUrl}/api/businesses/${payee}/payables`;
  const body = JSON.stringify({ connectionId: connection, amount: 12.5, memo: 'A row' });
  return async () => {
    const from = processorMs(pid);
    const { rate, count } = await load(url, body, token);
    return { rate, cpu: (processorMs(pid) - from) / count };
  };
}

async function withInspectors(sandbox, work) {
  const { url } = await entranceOf(sandbox);
  const file = fileURLToPath(new URL('inspectors.mjs', import.meta.url));
  const child = spawn(process.execPath, [file, url, String(OPEN)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  const figures = await work();
  child.stdin.end();
  const { messages, pages } = JSON.parse((await lines.next()).value);
  if (Math.min(messages, pages) === 0) throw new Error('No change was read.');
  return figures;
}

async function entranceOf({ baseUrl, controlToken }) {
  const headers = { authorization: `Bearer ${controlToken}` };
  return (await fetch(`${baseUrl}/sandbox/open`, { method: 'POST', headers })).json();
}

/** Returns the processor time of a process so far, which Linux tells. */
function processorMs(pid) {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return (user + system) * TICK_MS;
}
