/** A sandbox for tests. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { expect } from 'vitest';
import type { Role } from '../../src/api/controls/people.ts';
import type { Seed } from '../../src/api/controls/state.ts';
import type { FixedOptions } from '../../src/sandbox/context/settings.ts';
import {
  openSandboxService,
  type SandboxConfig,
  type SandboxService,
} from '../../src/sandbox/server/serve.ts';
import { copyTemplate, moveLinks, type SandboxTemplate } from '../helpers/sandbox-template.ts';
import { databaseFor } from '../helpers/test-database.ts';
import { frontOf } from '../prism/validating-proxy.ts';
import { watchCommits } from './watch-commits.ts';

/** Options of `openSandbox`. */
export interface SandboxWishes {
  /** The domain clock; Monday 2026-03-02 10:00 ET by default. */
  readonly now?: string;
  readonly seed?: Seed;
  readonly clock?: SandboxConfig['clock'];
  readonly options?: Partial<FixedOptions>;
  readonly tokenTtlSeconds?: number;
  readonly perMinute?: number;
  readonly webhookUrl?: string | undefined;
  /** True to send requests over a real socket; in process by default. */
  readonly listens?: boolean;
  /** A directory that outlives the sandbox; by default a temporary one, which is removed at the end. */
  readonly dataDir?: string;
  /** True to create it from nothing; by default it is a copy of one that was created so, where that is the same. */
  readonly isFresh?: boolean;
  /** Starts the sandbox; in this process by default. */
  readonly serves?: (config: SandboxConfig) => Promise<SandboxService>;
  /** Called after every request. */
  readonly onAnswered?: (method: string, path: string, status: number) => void;
}

/** A response. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly bytes: Uint8Array;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
  readonly body: any;
}

/** The parts of a request. */
export interface Sending {
  readonly token?: string | undefined;
  /** Sent as JSON, unless it is a string or a form. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The host name of the URL. */
  readonly host?: string;
}

/** An open sandbox. */
export type TestSandbox = Awaited<ReturnType<typeof openSandbox>>;

/** Creates a temporary directory. */
export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'remit-sandbox-'));

/** Opens a sandbox in process, on a real database in a temporary directory. The ledger is checked after every request. */
export async function openSandbox(wishes: SandboxWishes = {}) {
  const { now = '2026-03-02T15:00:00Z', seed = 'empty', clock = 'frozen' } = wishes;
  const dataDir = wishes.dataDir ?? temporaryFolder();
  const wall = { now: new Date(now) };
  const faults: unknown[] = [];
  const isCopy = clock === 'frozen' && (await copyCreated(dataDir, { now, seed }, wishes));
  const listens = wishes.listens || process.env['REMIT_PRISM'] !== undefined;
  const service = await (wishes.serves ?? openSandboxService)({
    database: databaseFor(dataDir),
    ...{ dataDir, seed, clock, pid: process.pid, now: new Date(now) },
    ...(listens && { port: 0 }),
    options: wishes.options,
    tokenTtlSeconds: wishes.tokenTtlSeconds,
    perMinute: wishes.perMinute,
    webhookUrl: wishes.webhookUrl,
    wallNow: () => wall.now,
    onFault: (fault) => faults.push(fault),
  });
  if (isCopy && listens) await moveLinks(dataDir, service.baseUrl);
  const front = await frontOf(() => service.baseUrl);
  const commits = await watchCommits(dataDir);

  /** Sends a request without any checks. */
  async function plain(method: string, path: string, sending: Sending = {}): Promise<Answered> {
    const { token, body, headers, host = 'localhost' } = sending;
    const request = {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !isWritten(body) && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isWritten(body) ? body : JSON.stringify(body) }),
    };
    const response = await (listens
      ? fetch(`${front.url()}${path}`, request)
      : service.fetch(new Request(`http://${host}${path}`, request)));
    const bytes = new Uint8Array(await response.arrayBuffer());
    const text = new TextDecoder().decode(bytes);
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    const read = isJson ? JSON.parse(text) : text;
    return { status: response.status, headers: response.headers, text, bytes, body: read };
  }

  /**
   * Sends a request to the service. Throws after an internal error or if the ledger check fails, which is left out only
   * if nothing was committed since the last one.
   */
  async function send(method: string, path: string, sending?: Sending): Promise<Answered> {
    const answered = await plain(method, path, sending);
    wishes.onAnswered?.(method, path, answered.status);
    if (commits.areNew()) {
      await checkLedger();
      commits.see();
    }
    if (faults.length > 0) throw faults[0];
    return answered;
  }

  /** Calls a control path that must succeed. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
  async function control(method: string, path: string, body?: unknown): Promise<any> {
    const { status, body: read, text } = await tryControl(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
    return read;
  }

  const tryControl = (method: string, path: string, body?: unknown) =>
    send(method, path, { token: service.controlToken, body });

  async function checkLedger(): Promise<void> {
    const { body } = await plain('GET', '/sandbox/ledger/check', { token: service.controlToken });
    if (!body.ok) expect(body).toMatchObject({ ok: true });
  }

  return {
    send,
    control,
    tryControl,
    checkLedger,
    fetch: service.fetch,
    /** Sends a request of a browser: in process, unless the sandbox listens. */
    browse: (url: string, init: RequestInit): Promise<Response> =>
      listens ? fetch(url, init) : service.fetch(new Request(url, init)),
    dataDir,
    baseUrl: service.baseUrl,
    /** Returns the URL of the sandbox, or of the proxy in front of it. */
    get frontUrl() {
      return front.url();
    },
    settings: service.settings,
    controlToken: service.controlToken,
    faults,
    ownerToken: async () => (await service.ownerToken()).token,
    businesses: service.businesses,
    /** Returns a token of the owner's account with this role. */
    token: async (role: Role): Promise<string> =>
      (await control('POST', '/sandbox/tokens', { role })).token,
    async newAccount(name: string) {
      const email = `${name.toLowerCase().replaceAll(/\W+/g, '-')}@remit.test`;
      const made = await control('POST', '/sandbox/accounts', {
        ...{ name, email, password: 'correct horse' },
      });
      const { token, account, user } = made;
      return { token, email, accountId: account.id, userId: user.id } as Person;
    },
    /** Advances the clock: `{ to }`, `{ by }`, `{ businessDays }` or `{ untilState }`. */
    advance: (how: Readonly<Record<string, unknown>>) =>
      control('POST', '/sandbox/clock/advance', how),
    clock: async (): Promise<string> => (await control('GET', '/sandbox/clock')).now,
    /** Advances the wall clock, which only credentials and transport use. */
    passWallTime(ms: number) {
      wall.now = new Date(wall.now.getTime() + ms);
    },
    async close() {
      await front.close();
      await commits.close();
      await service.close();
      if (wishes.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Copies a sandbox that was created with the same wishes. Reports whether it did. */
async function copyCreated(
  dataDir: string,
  created: Required<Pick<SandboxWishes, 'now' | 'seed'>>,
  { options, isFresh = false, ...wishes }: SandboxWishes,
): Promise<boolean> {
  if (isFresh || wishes.dataDir !== undefined) return false;
  const facts = await copyTemplate(
    createdWith({ ...created, ...(options && { options }) }),
    dataDir,
  );
  return facts !== undefined;
}

const createdWith = (
  wishes: Pick<SandboxWishes, 'now' | 'seed' | 'options'>,
): SandboxTemplate<true> => ({
  key: ['created', wishes],
  async fill(dataDir) {
    await (await openSandbox({ ...wishes, dataDir })).close();
    return true;
  },
});

const isWritten = (body: unknown): body is string | FormData =>
  typeof body === 'string' || body instanceof FormData;

/** A user, their account and their token. */
export interface Person {
  readonly token: string;
  readonly email: string;
  readonly accountId: string;
  readonly userId: string;
}
