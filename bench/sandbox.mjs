/** Services that the benchmarks run against. */

import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const program = fileURLToPath(new URL('../bin/remit.js', import.meta.url));
const run = promisify(execFile);

/** Starts the built program's sandbox in its own folder, with a frozen clock. Needs `npm run build`. */
export async function startSandbox(...flags) {
  const folder = await mkdtemp(join(tmpdir(), 'remit-bench-'));
  const { NODE_EXTRA_CA_CERTS: _, ...rest } = process.env;
  const env = { ...rest, REMIT_HOME: folder };
  const json = async (...words) => {
    const { stdout } = await run(process.execPath, [program, ...words, '--json'], {
      env,
      maxBuffer: Number.POSITIVE_INFINITY,
    });
    return JSON.parse(stdout);
  };
  const moment = ['--clock', 'frozen', '--now', '2026-03-02T15:00:00Z'];
  const always = ['--port', '0', '--token-ttl', '86400', ...moment];
  const started = await json('sandbox', 'start', ...always, ...flags);
  const [payer, payee] = started.businesses.map(({ id }) => id);
  const [{ id: connection }] = await json('connection', 'list');
  const banks = await json('bank', 'list');
  return {
    ...started,
    ...{ payer, payee, connection, json },
    bank: banks.find(({ businessId }) => businessId === payer).id,
    async close() {
      await run(process.execPath, [program, 'sandbox', 'stop'], { env });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts the bare service in its own process: `{ url, close }`. */
export async function startBare() {
  const folder = await mkdtemp(join(tmpdir(), 'remit-bare-'));
  const file = fileURLToPath(new URL('bare-service.mjs', import.meta.url));
  const child = spawn(process.execPath, [file, join(folder, 'bare.db')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await new Promise((resolve) => child.stdout.once('data', (it) => resolve([it])));
  return {
    url: String(line).trim(),
    async close() {
      child.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
