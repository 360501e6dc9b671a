/** The sandbox behind a proxy that injects faults. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FixedOptions } from '../../src/sandbox/context/settings.ts';
import { remit, type TestRun } from '../helpers/run-command.ts';
import { databaseFor } from '../helpers/test-database.ts';
import { served } from '../postgres/two-servers.ts';
import { type Fault, type FaultProxy, faultProxy } from './fault-proxy.ts';

/** A sandbox behind a fault-injecting proxy, and the program that uses it. */
export interface Stage {
  readonly options: Partial<FixedOptions>;
  readonly payer: string;
  readonly payee: string;
  readonly payerBank: string;
  readonly payeeBank: string;
  readonly connection: string;
  readonly proxy: FaultProxy;
  readonly env: Environment;
  /** One environment per state directory; the first is `env`. */
  readonly envs: readonly Environment[];
  /** Writes a file for commands to read. Resolves to its path. */
  readonly file: (name: string, text: string) => Promise<string>;
  /** Runs the program, each time in the next state directory. */
  readonly run: (line: string) => Promise<TestRun>;
  /** Sends a request that bypasses the proxy and must succeed. */
  readonly ask: <Body = { id: string }>(
    method: string,
    path: string,
    body?: unknown,
  ) => Promise<Body>;
  /** Calls a control path of the sandbox. */
  readonly control: (method: string, path: string, body?: unknown) => Promise<unknown>;
  /** Sets the faults of the next requests, in order; later requests pass unchanged. */
  readonly plan: (
    writes: readonly (Fault | undefined)[],
    reads?: readonly (Fault | undefined)[],
  ) => void;
  /** Returns the events of a type since the last call of `mark`. */
  readonly since: (type: string) => Promise<Event[]>;
  readonly mark: () => Promise<void>;
  /** Throws if the ledger check fails. */
  readonly checkLedger: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** An event of the sandbox. */
export interface Event {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

type Environment = Readonly<Record<string, string>>;

interface StageWishes {
  /** Called for each write request before the proxy handles it. */
  readonly onWrite?: (() => void) | undefined;
  /** The number of state directories that share a journal in the database; one directory with its own journal if absent. */
  readonly sharing?: number | undefined;
}

/** Opens a sandbox, the proxy before it, and the program's environments. */
export async function openStage(
  options: Partial<FixedOptions>,
  { onWrite = () => {}, sharing }: StageWishes = {},
): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'remit-faults-'));
  const service = await served({
    dataDir: join(folder, 'sandbox'),
    database: databaseFor(folder),
    port: 0,
    pid: process.pid,
    clock: 'frozen',
    now: new Date('2026-03-02T15:00:00Z'),
    options,
    onFault: (fault) => {
      throw fault;
    },
  });
  const { token } = await service.ownerToken();
  const request = async (bearer: string, method: string, path: string, body?: unknown) => {
    const answer = await service.fetch(
      new Request(`${service.baseUrl}${path}`, {
        method,
        headers: { authorization: `Bearer ${bearer}` },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  };
  const ask: Stage['ask'] = (method, path, body) => request(token, method, path, body);
  const control = (method: string, path: string, body?: unknown) =>
    request(service.controlToken, method, path, body);

  const [payer, payee] = (await service.businesses()).map(({ id }) => id);
  const bankOf = async (business: string | undefined) => {
    const banks = await ask<{ id: string }[]>('GET', `/api/bank-accounts?businessId=${business}`);
    return banks[0]?.id ?? '';
  };
  const connections = await ask<{ id: string }[]>('GET', '/api/connections');
  let writes: (Fault | undefined)[] = [];
  let reads: (Fault | undefined)[] = [];
  const proxy = await faultProxy(service, ({ method }) => {
    if (method === 'GET') return reads.shift();
    onWrite();
    return writes.shift();
  });
  let marked = '';
  const home = join(folder, 'home');
  const env = {
    REMIT_HOME: home,
    REMIT_BASE_URL: proxy.baseUrl,
    REMIT_TOKEN: token,
    REMIT_BUSINESS: payer ?? '',
    TZ: 'America/New_York',
  };
  const envs = sharing === undefined ? [env] : inFolders(env, home, sharing);
  let lines = 0;
  return {
    options,
    payer: payer ?? '',
    payee: payee ?? '',
    payerBank: await bankOf(payer),
    payeeBank: await bankOf(payee),
    connection: connections[0]?.id ?? '',
    proxy,
    env: envs[0] ?? env,
    envs,
    file: async (name, text) => {
      await writeFile(join(folder, name), text);
      return join(folder, name);
    },
    run: (line) => remit(line, { cwd: folder, env: envs[lines++ % envs.length] ?? env }),
    ask,
    control,
    plan: (forWrites, forReads = []) => {
      writes = [...forWrites];
      reads = [...forReads];
    },
    since: (type) => control('GET', `/sandbox/events?type=${type}&after=${marked}`),
    mark: async () => {
      const all = await control('GET', `/sandbox/events?after=${marked}`);
      marked = all.at(-1)?.id ?? marked;
    },
    checkLedger: async () => {
      const { ok, invariants } = await control('GET', '/sandbox/ledger/check');
      if (!ok) throw new Error(`The books are wrong: ${JSON.stringify(invariants)}`);
    },
    close: async () => {
      await proxy.close();
      await service.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the environments of state directories below `home` that share one journal in the database. */
function inFolders(env: Environment, home: string, count: number): Environment[] {
  const journal = databaseFor(home);
  if (journal === undefined) throw new Error('Journals are shared where tests have a database.');
  return Array.from({ length: count }, (_, at) => ({
    ...env,
    REMIT_HOME: join(home, `${at + 1}`),
    REMIT_JOURNAL_DATABASE: journal,
  }));
}
