import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kill, pid } from 'node:process';
import { onTestFinished } from 'vitest';
import type { Destination } from '../../src/journal/destination.ts';
import type { StoredIntent } from '../../src/journal/intent.ts';
import { type IntentDraft, type IntentInput, intentOf } from '../../src/journal/intent-draft.ts';
import { openJournal } from '../../src/journal/journal.ts';
import type { CurrentProcess } from '../../src/journal/process-identity.ts';
import type { OutcomeDetails, SendContext } from '../../src/journal/send-context.ts';
import { applyChanges, type Change } from '../../src/storage/ddl.ts';
import { openAt } from '../../src/storage/open-database.ts';
import { databaseFor } from '../helpers/test-database.ts';

export const origin = 'https://pay.example';
export const live: Destination = { origin, environment: 'live' };

/** A state folder that goes away with the test. */
export function stateFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'remit-journal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'state');
}

/** Where the journal of a state folder is: in it, or in the schema that stands for it. */
export const whereOf = (folder: string): string => databaseFor(folder) ?? folder;

export const self: CurrentProcess = { pid, isAlive };

export function isAlive(id: number): boolean {
  try {
    return kill(id, 0);
  } catch {
    return false;
  }
}

/** A journal whose wall clock the test moves. */
export async function givenJournal({ folder = stateFolder(), as = self } = {}) {
  let ms = Date.parse('2026-03-02T15:00:00.000Z');
  const journal = await openJournal(whereOf(folder), as, () => ms);
  onTestFinished(() => journal.close());
  const wait = (durationMs: number) => {
    ms += durationMs;
  };
  return { journal, folder, wait };
}

export function draftOf(operation: string, input: IntentInput, to = live): IntentDraft {
  const draft = intentOf(operation, input, to);
  if (!draft) throw new Error(`${operation} is not journaled`);
  return draft;
}

export const initiate = (payableId = 'pay_1', to = live) =>
  draftOf('pay.initiate', { body: { payableId, fundingSourceId: 'fs_1' } }, to);

export const quickPay = (amount = 12.5, to = live) =>
  draftOf(
    'pay.quickPay',
    { body: { connectionId: 'con_1', amount, fundingSourceId: 'fs_1', memo: 'Linen for March' } },
    to,
  );

export const withdrawal = () =>
  draftOf('business.withdraw', {
    params: { businessId: 'biz_1' },
    body: { amount: 1000, fundingSourceId: 'fs_1' },
  });

export const batch = (...payableIds: string[]) =>
  draftOf('pay.bulkInitiate', {
    body: { payments: payableIds.map((payableId) => ({ payableId, fundingSourceId: 'fs_1' })) },
  });

export const cancellation = (paymentId: string) => draftOf('pay.cancel', { params: { paymentId } });

export const sender = (more: Partial<SendContext> = {}): SendContext => ({
  profile: 'sandbox',
  tokenPrint: '3f79bb7b435b',
  idempotencyKey: 'd8f0a1de-33f5-4a5e-8f43-0a3ac1f2a001',
  ...more,
});

export const seen = (serverId: string | null = null): OutcomeDetails => ({
  requestId: 'req_1',
  serverId,
  status: 201,
  code: null,
});

/** An applied payment of a payable, as the journal keeps it. */
export const paid = (more: Partial<StoredIntent> = {}): StoredIntent => ({
  id: 'int_aaaaaaaaaaaaaaaa',
  operation: 'pay.initiate',
  outcome: 'applied',
  profile: null,
  origin,
  environment: 'live',
  businessId: null,
  payableId: 'pay_1',
  connectionId: null,
  paymentId: null,
  amount: null,
  idempotencyKey: 'k',
  requestId: null,
  createdAt: '2026-03-02T15:00:00.000Z',
  sentAt: '2026-03-02T15:00:00.000Z',
  settledAt: '2026-03-02T15:00:01.000Z',
  verdict: null,
  serviceTime: null,
  ...more,
});

/** Changes the journal behind its back. */
export async function changed(folder: string, ...changes: readonly Change[]) {
  const address = databaseFor(folder);
  const { db, close } = await openAt(
    address === undefined ? { file: join(folder, 'journal.db') } : { address, schema: '' },
  );
  await applyChanges(db, changes).finally(close);
}

/** Lets a journal say how far its shape has come. */
export const versionIs = (version: number): Change => ({
  sqlite: `pragma user_version = ${version}`,
  postgres: `update shape set version = ${version}`,
});

/** Takes a journal back to what it was before it knew environments. */
export const beforeEnvironments: readonly Change[] = [
  'drop table file_rows',
  'drop table files',
  'drop table former_origins',
  'alter table intents drop column environment',
];
