import { rmSync } from 'node:fs';
import process from 'node:process';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runs } from '../../helpers/property-runs.ts';
import { temporaryFolder } from '../open-sandbox.ts';
import { type ServingProcess, serveInProcess } from './sandbox-process.ts';

/** How often it is killed; REMIT_KILLS says otherwise. */
const kills = Number(process.env['REMIT_KILLS'] ?? Math.min(50, runs(3)));
const WRITERS = 32;

const dataDir = temporaryFolder();
let serving: ServingProcess;
let payer: string;
let payee: string;
let connectionId: string;
let banks: Readonly<Record<string, string>>;

/** What the sandbox said it had done. */
const payables = new Map<string, { status: 'SUBMITTED' | 'APPROVED'; paymentId?: string }>();
const withdrawals = new Set<string>();
let told = 0;

beforeAll(async () => {
  serving = await serveInProcess({
    ...{ dataDir, pid: process.pid, seed: 'basic', clock: 'frozen', onFault: () => {} },
    now: new Date('2026-03-02T15:00:00Z'),
  });
  const [first, second] = await serving.businesses();
  payer = first?.id ?? '';
  payee = second?.id ?? '';
  connectionId = (await ask('GET', '/api/connections'))[0].id;
  const accounts: { id: string; businessId: string }[] = await ask('GET', '/api/bank-accounts');
  banks = Object.fromEntries(accounts.map((it) => [it.businessId, it.id]));
  await control('POST', '/sandbox/ledger/credits', { businessId: payee, amount: 100_000 });
});
afterAll(async () => {
  await serving.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test(`killed ${kills} times with ${WRITERS} writers, it has lost no acknowledged write`, {
  timeout: 30_000 + kills * 10_000,
}, async ({ annotate }) => {
  const starts: number[] = [];
  for (let round = 1; round <= kills; round++) {
    await writeUntilKilled(60 + ((round * 37) % 200));
    starts.push(await timed(() => serving.startAgain()));
    await checkKept();
  }
  expect(payables.size).toBeGreaterThan(kills * 5);
  expect(withdrawals.size).toBeGreaterThan(kills);
  const slowest = Math.round(Math.max(...starts));
  await annotate(`${told} acknowledged, ${payables.size} payables, slowest start ${slowest} ms`);
});

/** All write at once; when so many requests more have been acknowledged, the process is killed under the others. */
async function writeUntilKilled(more: number): Promise<void> {
  const enough = told + more;
  let killed: Promise<void> | undefined;
  const acknowledge = () => {
    told += 1;
    if (told >= enough) killed ??= serving.kill();
  };
  await Promise.all(Array.from({ length: WRITERS }, () => write(acknowledge)));
  await killed;
}

/** Creates, approves, pays and withdraws, and records what was acknowledged, until the server is gone. */
async function write(acknowledge: () => void): Promise<void> {
  const approve = (id: string) => `/api/businesses/${payer}/payables/${id}/approve`;
  const withdraw = `/api/businesses/${payee}/withdraw-balance`;
  try {
    for (;;) {
      const body = { connectionId, amount: 12.34, submit: true };
      const { id } = await ask('POST', `/api/businesses/${payee}/payables`, body);
      payables.set(id, { status: 'SUBMITTED' });
      acknowledge();
      await ask('POST', approve(id));
      payables.set(id, { status: 'APPROVED' });
      acknowledge();
      const order = { payableId: id, fundingSourceId: banks[payer] };
      const { paymentId } = await ask('POST', '/api/payments/initiate', order);
      payables.set(id, { status: 'APPROVED', paymentId });
      acknowledge();
      const sent = { amount: 0.01, fundingSourceId: banks[payee] };
      withdrawals.add((await ask('POST', withdraw, sent)).withdrawalId);
      acknowledge();
    }
  } catch (error) {
    if (error instanceof Refused) throw error;
  }
}

/** What was asked for after the last answer may have happened or not: a state may be further on, and never further back. */
async function checkKept(): Promise<void> {
  const csv = await ask('POST', `/api/businesses/${payee}/payables/export`, {});
  const rows: Record<string, string>[] = parse(csv, { columns: true });
  const kept = new Map(rows.map((it) => [it['id'], it]));
  const lost = [...payables].filter(([id, { status, paymentId }]) => {
    const row = kept.get(id);
    const isThere = row?.['status'] === status || row?.['status'] === 'APPROVED';
    return !isThere || (paymentId !== undefined && row?.['paymentId'] !== paymentId);
  });
  expect(lost).toEqual([]);
  const paidOut: { withdrawalId: string }[] = await control('GET', '/sandbox/withdrawals');
  const known = new Set(paidOut.map((it) => it.withdrawalId));
  expect([...withdrawals].filter((id) => !known.has(id))).toEqual([]);
  expect(await control('GET', '/sandbox/ledger/check')).toMatchObject({ ok: true, difference: 0 });
}

/** The sandbox answered, and did not do as it was asked. */
class Refused extends Error {}

const ask = (method: string, path: string, body?: unknown) =>
  sent(serving.token(), method, path, body);
const control = (method: string, path: string, body?: unknown) =>
  sent(serving.controlToken, method, path, body);

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
async function sent(token: string, method: string, path: string, body?: unknown): Promise<any> {
  const response = await fetch(`${serving.baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Refused(`${method} ${path}: ${response.status} ${text}`);
  return /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
