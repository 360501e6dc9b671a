/** A service that records writes. */

import type { IncomingMessage } from 'node:http';
import { answering, reply } from '../helpers/stub-server.ts';

/** A recorded write, not interpreted. */
export interface Recorded {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

const payables: Readonly<Record<string, number>> = {
  pay_small: 1,
  pay_mid: 750,
  pay_big: 25_000,
  pay_none: Number.NaN,
};

/** Starts a service that accepts and records every write. Reads return records that can be paid. */
export async function startRecorder() {
  let writes: Recorded[] = [];
  let reads: string[] = [];
  let changed: Readonly<Record<string, object>> = {};
  let said: object = {};
  let refusal: { readonly status: number; readonly body: object } | undefined;
  const written = (url: string, text: string): readonly [status: number, body: object] =>
    refusal ? [refusal.status, refusal.body] : [201, { ...answerTo(url, text), ...said }];
  const shown = (url: string): readonly [status: number, body: object] => {
    const record = readAt(url);
    const id = url.split('?')[0]?.split('/').at(-1) ?? '';
    return [200, Array.isArray(record) ? record : { ...record, ...changed[id] }];
  };
  const server = await answering((request, response, text) => {
    const { method = '', url = '', headers } = request;
    const isWrite = method !== 'GET' || 'x-http-method-override' in headers;
    if (isWrite) writes.push({ method, url, headers, text });
    else reads.push(url);
    reply(response, ...(isWrite ? written(url, text) : shown(url)));
  });
  return {
    port: Number(new URL(server.baseUrl).port),
    baseUrl: server.baseUrl,
    /** Returns the writes since the last call. */
    takeWrites: () => {
      const taken = writes;
      writes = [];
      return taken;
    },
    /** Sets fields of payables by id, and resets the responses to writes. */
    changes: (by: Readonly<Record<string, object>>) => {
      changed = by;
      said = {};
      refusal = undefined;
      reads = [];
    },
    /** Rejects all writes from now on. */
    refusesWith: (status: number, body: object) => {
      refusal = { status, body };
    },
    /** Sets additional fields of the responses to writes. */
    answersWith: (members: object) => {
      said = members;
    },
    /** Returns how often a path was read. */
    reads: (path: string) => reads.filter((it) => it.includes(path)).length,
    close: server.close,
  };
}

function readAt(url: string): object {
  const path = url.split('?')[0] ?? '';
  if (path.includes('bank-accounts')) {
    const of = { businessId: 'biz_1', status: 'verified', last4: '0001' };
    return [
      { id: 'fs_1', ...of, isDefault: true },
      { id: 'fs_2', ...of, isDefault: false },
    ];
  }
  if (path.includes('/connections/')) {
    const id = path.split('/').at(-1);
    return { id, status: 'active', connectedBusinessId: 'biz_2', connectedBusinessName: 'Coastal' };
  }
  if (path.endsWith('activity-log') || path.endsWith('/payables')) return [];
  if (path.endsWith('/balance')) return { businessId: 'biz_1', available: 1_000_000 };
  const id = path.split('/').at(-1) ?? '';
  const amount = payables[id];
  return {
    id,
    status: 'APPROVED',
    ...(amount !== undefined && !Number.isNaN(amount) && { amount }),
    connectionId: 'conn_1',
    senderBusinessId: 'biz_2',
    payerBusinessId: 'biz_1',
    payeeName: 'Coastal',
    invoiceNumber: `INV-${id}`,
  };
}

let made = 0;

function answerTo(url: string, text: string): object {
  const rows = rowsIn(jsonIn(text));
  if (/bulk/i.test(url)) return { payments: rows.map(payment) };
  return payment(jsonIn(text));
}

const payment = (order: unknown) => {
  const { payableId } = membersOf(order);
  return {
    paymentId: `pmt_${++made}`,
    id: `pmt_${made}`,
    status: 'PENDING',
    ...(typeof payableId === 'string' && { payableId }),
  };
};

/**
 * Returns the cents that the most lenient service would move for a write: ignoring escapes, case and slashes in its
 * path, accepting other names of its list and amounts as strings. `undefined` for a write that resembles no money path.
 */
export function movedBy(
  { url, text }: Recorded,
  unit: 'dollars' | 'cents' = 'dollars',
): readonly number[] | undefined {
  const inCents = (amount: number) => Math.round(unit === 'cents' ? amount : amount * 100);
  const path = decodedPath(url);
  const body = jsonIn(text);
  if (/\/payments\/bulk-initiate\b/.test(path)) return rowsIn(body).flatMap(owed).map(inCents);
  if (/\/payments\/initiate\b/.test(path)) return owed(body).map(inCents);
  if (/\/payments\/quick-pay\b|\/withdraw-balance\b/.test(path)) return amountIn(body).map(inCents);
  return /\/payments\/[^/]+\/cancel\b/.test(path) ? [] : undefined;
}

function decodedPath(url: string): string {
  let path = url.split('?')[0] ?? '';
  for (let round = 0; round < 4; round++) {
    path = path.replace(/%[0-9a-f]{2}/gi, (it) =>
      String.fromCharCode(Number.parseInt(it.slice(1), 16)),
    );
  }
  return path
    .toLowerCase()
    .replace(/;[^/]*/g, '')
    .replace(/\/+/g, '/');
}

function rowsIn(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body;
  const lists = Object.values(membersOf(body)).filter(Array.isArray);
  return lists.flat();
}

function owed(order: unknown): number[] {
  const { payableId } = membersOf(order);
  const amount = payables[String(payableId)];
  return amount === undefined ? [] : [amount];
}

function amountIn(body: unknown): number[] {
  const { amount, value } = membersOf(body);
  const said = value ?? amount;
  return said === undefined ? [] : [Number(said)];
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
