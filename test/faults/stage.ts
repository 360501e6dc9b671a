import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSandboxService } from '../../src/sandbox/serve.ts';
import type { FixedOptions } from '../../src/sandbox/settings.ts';
import { databaseFor } from '../database.ts';
import { type Ran, remit } from '../host.ts';
import { type Fault, type FaultProxy, faultProxy } from './proxy.ts';

/** A sandbox behind a proxy that loses what it is told to lose, and the program before both. */
export interface Stage {
  readonly options: Partial<FixedOptions>;
  readonly payer: string;
  readonly payee: string;
  readonly payerBank: string;
  readonly payeeBank: string;
  readonly connection: string;
  readonly proxy: FaultProxy;
  readonly env: Readonly<Record<string, string>>;
  /** A file for commands to read; its path. */
  readonly file: (name: string, text: string) => Promise<string>;
  readonly run: (line: string) => Promise<Ran>;
  /** A request that no proxy sees, and that has to succeed. */
  readonly ask: <Body = { id: string }>(
    method: string,
    path: string,
    body?: unknown,
  ) => Promise<Body>;
  /** A control of the sandbox. */
  readonly control: (method: string, path: string, body?: unknown) => Promise<unknown>;
  /** What happens to the requests from now on, in turn; nothing once it is used up. */
  readonly plan: (
    writes: readonly (Fault | undefined)[],
    reads?: readonly (Fault | undefined)[],
  ) => void;
  /** Events of a type since the last call of `mark`. */
  readonly since: (type: string) => Promise<Event[]>;
  readonly mark: () => Promise<void>;
  /** Throws when the books are wrong. */
  readonly checkLedger: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface Event {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** `onWrite` is told of each request that changes something, before anything becomes of it. */
export async function openStage(
  options: Partial<FixedOptions>,
  onWrite: () => void = () => {},
): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'remit-faults-'));
  const service = await openSandboxService({
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
  const proxy = await faultProxy(service.baseUrl, ({ method }) => {
    if (method === 'GET') return reads.shift();
    onWrite();
    return writes.shift();
  });
  let marked = '';
  const env = {
    REMIT_HOME: join(folder, 'home'),
    REMIT_BASE_URL: proxy.baseUrl,
    REMIT_TOKEN: token,
    REMIT_BUSINESS: payer ?? '',
    TZ: 'America/New_York',
  };
  return {
    options,
    payer: payer ?? '',
    payee: payee ?? '',
    payerBank: await bankOf(payer),
    payeeBank: await bankOf(payee),
    connection: connections[0]?.id ?? '',
    proxy,
    env,
    file: async (name, text) => {
      await writeFile(join(folder, name), text);
      return join(folder, name);
    },
    run: (line) => remit(line, { cwd: folder, env }),
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
