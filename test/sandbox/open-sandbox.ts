import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { expect } from 'vitest';
import type { FixedOptions, SeedName } from '../../src/sandbox/context/settings.ts';
import type { Role } from '../../src/sandbox/database/tables.ts';
import {
  openSandboxService,
  type SandboxConfig,
  type SandboxService,
} from '../../src/sandbox/server/serve.ts';
import { databaseFor } from '../helpers/test-database.ts';
import { frontOf } from '../prism/validating-proxy.ts';

export interface SandboxWishes {
  /** Where the domain clock stands; Monday 2026-03-02 10:00 in New York when absent. */
  readonly now?: string;
  readonly seed?: SeedName;
  readonly clock?: SandboxConfig['clock'];
  readonly options?: Partial<FixedOptions>;
  readonly tokenTtlSeconds?: number;
  readonly perMinute?: number;
  readonly webhookUrl?: string | undefined;
  /** Whether requests come over a real socket; in process when absent. */
  readonly listens?: boolean;
  /** A folder that is to outlive this sandbox; one of its own, removed at the end, when absent. */
  readonly dataDir?: string;
  /** What serves; this very process when absent. */
  readonly serves?: (config: SandboxConfig) => Promise<SandboxService>;
  /** Told of every request that was answered. */
  readonly onAnswered?: (method: string, path: string, status: number) => void;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly bytes: Uint8Array;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
  readonly body: any;
}

export interface Sending {
  readonly token?: string | undefined;
  /** JSON, unless it is a string or a form already. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The name that the sandbox is called by. */
  readonly host?: string;
}

export type TestSandbox = Awaited<ReturnType<typeof openSandbox>>;

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'remit-sandbox-'));

/** A sandbox in process on a real database in a temporary folder. After every request its books are checked. */
export async function openSandbox(wishes: SandboxWishes = {}) {
  const { now = '2026-03-02T15:00:00Z', seed = 'empty', clock = 'frozen' } = wishes;
  const dataDir = wishes.dataDir ?? temporaryFolder();
  const wall = { now: new Date(now) };
  const faults: unknown[] = [];
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
  const front = await frontOf(() => service.baseUrl);

  /** One request as it is, nothing checked afterwards. */
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

  /** One request of the service; fails when something broke inside or the books are wrong after it. */
  async function send(method: string, path: string, sending?: Sending): Promise<Answered> {
    const answered = await plain(method, path, sending);
    wishes.onAnswered?.(method, path, answered.status);
    await checkLedger();
    if (faults.length > 0) throw faults[0];
    return answered;
  }

  /** One control of the sandbox, that has to succeed. */
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
    dataDir,
    baseUrl: service.baseUrl,
    /** Where requests go: to the sandbox, or to what stands in front of it. */
    get frontUrl() {
      return front.url();
    },
    notices: service.notices,
    controlToken: service.controlToken,
    faults,
    ownerToken: async () => (await service.ownerToken()).token,
    businesses: service.businesses,
    /** A token of the owner's account with this role, or of the user with this email in any account. */
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
    /** Lets time pass: `{ to }`, `{ by }`, `{ businessDays }` or `{ untilState }`. */
    advance: (how: Readonly<Record<string, unknown>>) =>
      control('POST', '/sandbox/clock/advance', how),
    clock: async (): Promise<string> => (await control('GET', '/sandbox/clock')).now,
    /** Lets wall time pass, which only credentials and transport see. */
    passWallTime(ms: number) {
      wall.now = new Date(wall.now.getTime() + ms);
    },
    async close() {
      await front.close();
      await service.close();
      if (wishes.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const isWritten = (body: unknown): body is string | FormData =>
  typeof body === 'string' || body instanceof FormData;

export interface Person {
  readonly token: string;
  readonly email: string;
  readonly accountId: string;
  readonly userId: string;
}
