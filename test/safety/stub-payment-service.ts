/** A stub service with a clock, for safety tests. */

import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answering, reply } from '../helpers/stub-server.ts';
import type { Place } from './run-programs.ts';

type Answer = (response: ServerResponse, body: Readonly<Record<string, unknown>>) => void;

/**
 * A service whose payables `pay_…` can be paid, and `pay_new…` approved, and whose writes are answered by a function.
 */
export interface Asked extends Place {
  readonly baseUrl: string;
  /** The directory with all data of the program. */
  readonly folder: string;
  /** The method and path of every write: `POST /api/payments/initiate`. */
  readonly writes: readonly string[];
  /** Sets the answer to writes and, if given, to reads. */
  readonly answers: (write: Answer, read?: Answer) => void;
  /** Sets the difference of the service's clock to this machine's, in ms. */
  readonly setClock: (aheadMs: number) => void;
  readonly close: () => Promise<void>;
}

/** The command line that pays a payable of the service. */
export const PAY = 'pay initiate pay_1 --yes --json';

let quickPayments = 0;

/** Answers that the payment was accepted. */
export const taken: Answer = (response, { payableId = null }) => {
  const paymentId = `pmt_${payableId ?? `quick_${++quickPayments}`}`;
  reply(response, 201, { paymentId, status: 'PENDING', payableId });
};

/** Starts the service. */
export async function openAsked(): Promise<Asked> {
  const folder = await mkdtemp(join(tmpdir(), 'remit-safety-'));
  const writes: string[] = [];
  let write: Answer = taken;
  let read: Answer | undefined;
  let aheadMs = 0;
  const { baseUrl, close } = await answering((request, response, text) => {
    response.setHeader('date', new Date(Date.now() + aheadMs).toUTCString());
    const path = (request.url ?? '').split('?')[0] ?? '';
    if (request.method === 'GET') return read ? read(response, {}) : reply(response, 200, at(path));
    writes.push(`${request.method} ${path}`);
    write(response, text === '' ? {} : JSON.parse(text));
  });
  return {
    baseUrl,
    folder,
    writes,
    env: {
      ...{ REMIT_HOME: join(folder, 'home'), REMIT_BASE_URL: baseUrl, REMIT_BUSINESS: 'biz_1' },
      ...{ REMIT_TOKEN: 'token-of-the-test', TZ: 'America/New_York' },
    },
    answers: (how, reads) => {
      write = how;
      read = reads;
    },
    setClock: (ms) => {
      aheadMs = ms;
    },
    close: async () => {
      await close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the amount of a payable in dollars, another one for each: equal payments to one payee would stop each other. */
function amountOf(id: string): number {
  if (id === 'pay_1') return 12.5;
  const cents = [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 397, 0);
  return (1_300 + cents) / 100;
}

const DAY_MS = 86_400_000;

/** The program on a machine whose clock is so many days ahead of the true time. */
export function ahead({ folder, env }: Asked, days: number, more: Place['env'] = {}): Place {
  const file = join(folder, `clock-${days}.cjs`);
  writeFileSync(
    file,
    `const now = Date.now;
    globalThis.Date = class extends Date {
      constructor(...given) { super(...(given.length > 0 ? given : [now() + ${days * DAY_MS}])); }
      static now() { return now() + ${days * DAY_MS}; }
    };`,
  );
  return { env: { ...env, ...more, NODE_OPTIONS: `--require ${file}` } };
}

const CREATED_AT = '2026-03-02T15:00:00Z';
const bank = {
  ...{ id: 'fs_1', businessId: 'biz_1', status: 'verified', isDefault: true, last4: '0000' },
};

function at(path: string): unknown {
  const id = path.split('/').at(-1) ?? '';
  if (path.endsWith('/bank-accounts')) return [bank];
  if (path.endsWith('/activity-log')) return [];
  if (path.endsWith('/balance')) return { businessId: 'biz_1', available: 1000 };
  if (path.endsWith('/payables')) return manyPayables;
  if (path.includes('/connections/')) return { id, status: 'active' };
  return {
    ...{ id, status: id.startsWith('pay_new') ? 'SUBMITTED' : 'APPROVED', amount: amountOf(id) },
    ...{ payeeName: 'Coastal', createdAt: CREATED_AT },
  };
}

/** More rows than a pipe can buffer. */
const manyPayables = Array.from({ length: 3_000 }, (_, number) => ({
  ...{ id: `pay_${number}`, status: 'PAID', amount: 12.5, memo: 'as agreed, '.repeat(5) },
}));
