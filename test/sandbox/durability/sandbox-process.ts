/** The sandbox in its own process. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { readServerInfo } from '../../../src/sandbox/server/pid-file.ts';
import type { SandboxConfig, SandboxService } from '../../../src/sandbox/server/serve.ts';

/** A sandbox process that can be killed and restarted on the same directory. */
export interface ServingProcess extends SandboxService {
  /** Returns the owner's token that the latest start printed. */
  readonly token: () => string;
  /** Kills the process with SIGKILL. Resolves when it has exited. */
  readonly kill: () => Promise<void>;
  readonly startAgain: () => Promise<void>;
}

/** Starts the built program's sandbox. Its URL and control token change with each start. */
export async function serveInProcess(config: SandboxConfig): Promise<ServingProcess> {
  let running = await start(config);
  const kill = async () => {
    const { child } = running;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  return {
    get baseUrl() {
      return running.printed.baseUrl;
    },
    get controlToken() {
      return running.printed.controlToken;
    },
    fetch: (request) => fetch(request),
    get settings() {
      const { settings } = readServerInfo(config.dataDir ?? '') ?? {};
      if (!settings) throw new Error('The sandbox is not serving.');
      return settings;
    },
    ownerToken: async () => ({ token: running.printed.token, expiresAt: '' }),
    businesses: async () => running.printed.businesses,
    token: () => running.printed.token,
    kill,
    startAgain: async () => {
      running = await start(config);
    },
    close: kill,
  };
}

interface Printed extends Pick<SandboxService, 'baseUrl' | 'controlToken'> {
  readonly token: string;
  readonly businesses: readonly { readonly id: string; readonly name: string }[];
}

async function start(config: SandboxConfig): Promise<{ child: ChildProcess; printed: Printed }> {
  const words = ['sandbox', 'start', '--foreground', '--port', '0', '-o', 'ndjson', '--no-input'];
  const child = spawn(process.execPath, [resolve('bin/remit.js'), ...words, ...flagsOf(config)], {
    env: { PATH: process.env['PATH'], REMIT_HOME: config.dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The sandbox ended with ${code} before it served.`);
  });
  ended.catch(() => {});
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), ended]);
  return { child, printed: JSON.parse(String(line)) };
}

function flagsOf({ dataDir, database, seed, clock, now, options }: SandboxConfig): string[] {
  const flags = {
    '--dir': dataDir,
    '--database': database,
    '--seed': seed,
    '--clock': clock,
    '--now': now?.toISOString(),
    '--idempotency': options?.idempotency,
    '--initiate-leaves-approved': options?.initiateLeavesApproved,
  };
  return Object.entries(flags).flatMap(([flag, it]) => (it === undefined ? [] : [flag, it]));
}
