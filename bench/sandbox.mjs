/** Services that the benchmarks run against. */

import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { folder } from './surroundings.mjs';

const program = fileURLToPath(new URL('../bin/remit.js', import.meta.url));
const run = promisify(execFile);
const ALWAYS = [
  ...['--port', '0', '--ttl', '86400'],
  ...['--clock', 'frozen', '--now', '2026-03-02T15:00:00Z'],
];

const open = new Set();

/**
 * Starts the built program's sandbox in its own folder, with a frozen clock. Large seeds are created once in a run, and
 * copied from then on. Needs `npm run build`.
 */
export async function startSandbox(...flags) {
  const home = await mkdtemp(join(folder, 'sandbox-'));
  const at = programIn(home);
  const close = async () => {
    if (!open.delete(close)) return;
    await at.run('sandbox', 'stop');
    await rm(home, { recursive: true, force: true });
  };
  open.add(close);
  // What is in a server's database is not copied.
  if (flags.includes('big') && !flags.includes('--database')) await copySeeded(home, flags);
  const started = await at.json('sandbox', 'start', ...ALWAYS, ...flags);
  const [payer, payee] = started.businesses.map(({ id }) => id);
  const [{ id: connection }] = await at.json('connection', 'list');
  const banks = await at.json('bank', 'list');
  return {
    ...started,
    ...{ payer, payee, connection, json: at.json, run: at.run, close },
    bank: banks.find(({ businessId }) => businessId === payer).id,
  };
}

/** Stops the sandboxes that still run, such as after an error. */
export const stopSandboxes = () => Promise.all([...open].map((close) => close()));

/** Returns functions that run the program with a state folder. */
function programIn(home) {
  const { NODE_EXTRA_CA_CERTS: _, ...rest } = process.env;
  const env = { ...rest, REMIT_HOME: home };
  const start = (...words) =>
    run(process.execPath, [program, ...words], { env, maxBuffer: Number.POSITIVE_INFINITY });
  return {
    run: start,
    json: async (...words) => JSON.parse((await start(...words, '--json')).stdout),
  };
}

/** Copies the data of a sandbox with a large seed. The first call of a run creates it. */
async function copySeeded(home, flags) {
  const seeded = join(folder, `seeded-${flags.join('').replaceAll(/[^a-z0-9]/g, '')}`);
  const data = join('data', 'sandbox');
  if (!existsSync(seeded)) {
    // It has its name when it is complete.
    const incomplete = `${seeded}-incomplete`;
    const at = programIn(incomplete);
    await rm(incomplete, { recursive: true, force: true });
    await at.run('sandbox', 'start', ...ALWAYS, ...flags);
    await at.run('sandbox', 'stop');
    await rename(incomplete, seeded);
  }
  await cp(join(seeded, data), join(home, data), { recursive: true });
}

/** Starts the bare service in its own process: `{ url, close }`. */
export async function startBare() {
  const data = await mkdtemp(join(folder, 'bare-'));
  const file = fileURLToPath(new URL('bare-service.mjs', import.meta.url));
  const child = spawn(process.execPath, [file, join(data, 'bare.db')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await new Promise((resolve) => child.stdout.once('data', (it) => resolve([it])));
  return {
    url: String(line).trim(),
    async close() {
      child.kill();
      await rm(data, { recursive: true, force: true });
    },
  };
}
