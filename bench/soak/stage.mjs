/** The sandbox of a soak test, which is killed and started again, and requests to it. */

import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { startSandbox } from '../sandbox.mjs';
import { environment, folder } from '../surroundings.mjs';

/** Milliseconds after which a request counts as lost. */
const PATIENCE_MS = 20_000;
const AGAIN_MS = 150;

/** The faults of the service: lost responses, lost requests, bodies cut short, errors. */
const faults = [
  ['--operation', 'pay.initiate', '--drop', 'after', '--probability', '0.1'],
  ['--method', 'POST', '--drop', 'after', '--probability', '0.01'],
  ['--method', 'POST', '--drop', 'before', '--probability', '0.01'],
  ['--method', 'POST', '--cut', '20', '--probability', '0.01'],
  ['--method', 'GET', '--cut', '20', '--probability', '0.005'],
  ['--http-status', '503', '--probability', '0.005'],
];

/** Starts a sandbox, still without faults. */
export async function openStage() {
  const heaps = join(folder, 'heaps');
  mkdirSync(heaps, { recursive: true });
  process.env.REMIT_SOAK_FOLDER = heaps;
  process.env.NODE_OPTIONS = `--require ${resolve(import.meta.dirname, 'heap.cjs')}`;
  const sandbox = await startSandbox();
  const port = new URL(sandbox.baseUrl).port;
  const home = join(folder, 'soak-home');
  const stage = {
    ...sandbox,
    /** The environment of the program. */
    env: environment({
      REMIT_HOME: home,
      REMIT_BASE_URL: sandbox.baseUrl,
      REMIT_TOKEN: sandbox.token,
      REMIT_BUSINESS: sandbox.payer,
    }),
    wal: join(sandbox.dataDir, 'sandbox.db-wal'),
    /** Returns the bytes of the heap, as the sandbox wrote them last. */
    heap: () => JSON.parse(readFileSync(join(heaps, `${stage.pid}.json`), 'utf8')).heap,
    /** Kills the sandbox, and starts it again on its data and port. */
    async kill() {
      process.kill(stage.pid, 'SIGKILL');
      await untilGone(stage.pid);
      const { pid, token, controlToken } = await sandbox.json('sandbox', 'start', '--port', port);
      Object.assign(stage, { pid, token, controlToken });
      stage.env.REMIT_TOKEN = token;
    },
    /** Calls a control path. */
    control: (method, path, body) => insist(stage, { method, path, body, isControl: true }),
    /** Injects faults into requests from now on. */
    async addFaults() {
      for (const [at, words] of faults.entries()) {
        const always = ['--times', 'none', '--random-seed', String(at + 1)];
        await sandbox.json('sandbox', 'fault', 'add', ...words, ...always);
      }
    },
    /** Lets all requests pass from now on. */
    noFaults: () => sandbox.json('sandbox', 'fault', 'remove'),
  };
  return stage;
}

async function untilGone(pid) {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await pause(20);
  }
}

/** Resolves after some milliseconds. */
export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * Sends a request until it is answered, each time with the same idempotency key. Resolves to status and body. `onLost`
 * is called for each request without a whole answer, `onTime` with the milliseconds of each that was answered.
 *
 * @throws {Error} if the request is refused
 */
export async function insist(stage, { onLost = () => {}, onTime = () => {}, ...wish }) {
  for (;;) {
    const from = performance.now();
    const answer = await answered(stage, wish).catch(() => undefined);
    if (answer && answer.status < 300) {
      onTime(performance.now() - from);
      return answer.body;
    }
    if (answer && answer.status < 500 && answer.status !== 429)
      throw new Error(`${wish.method} ${wish.path}: ${answer.status} ${answer.text}`);
    onLost();
    await pause(AGAIN_MS);
  }
}

/** Sends a request once. Rejects if the connection is lost or the body is incomplete. */
async function answered(stage, { method, path, body, key, agent, isControl }) {
  const text = body === undefined ? '' : JSON.stringify(body);
  const outgoing = request(`${stage.baseUrl}${path}`, {
    method,
    agent,
    signal: AbortSignal.timeout(PATIENCE_MS),
    headers: {
      authorization: `Bearer ${isControl ? stage.controlToken : stage.token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      ...(key && { 'idempotency-key': key }),
    },
  });
  outgoing.end(text);
  const [response] = await once(outgoing, 'response');
  const chunks = [];
  for await (const chunk of response) chunks.push(chunk);
  const said = Buffer.concat(chunks).toString();
  const status = response.statusCode;
  return { status, text: said, body: status < 300 ? JSON.parse(said) : undefined };
}
