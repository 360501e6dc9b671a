/** Journals and drafts for tests. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kill, pid } from 'node:process';
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import type { Destination } from '../../src/money/journal/destination.ts';
import type { StoredIntent } from '../../src/money/journal/intent.ts';
import {
  type IntentDraft,
  type IntentInput,
  intentOf,
} from '../../src/money/journal/intent-draft.ts';
import { openJournal } from '../../src/money/journal/journal.ts';
import type { CurrentProcess } from '../../src/money/journal/process-identity.ts';
import type { OutcomeDetails, SendContext } from '../../src/money/journal/send-context.ts';
import { isOnServer } from '../../src/storage/catalog.ts';
import { openAt } from '../../src/storage/open-database.ts';
import type { Statement } from '../../src/storage/tables.ts';
import { databaseFor } from '../helpers/test-database.ts';

/** The origin of the service. */
export const origin = 'https://pay.example';
/** The live environment of the service. */
export const live: Destination = { origin, environment: 'live' };

/** Returns a state directory that is removed after the test. */
export function stateFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'remit-journal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'state');
}

/** Returns the location of a state directory's journal: the directory, or the schema that replaces it. */
export const whereOf = (folder: string): string => databaseFor(folder) ?? folder;

/** The test's own process. */
export const self: CurrentProcess = { pid, isAlive };

/** Reports whether a process is alive. */
export function isAlive(id: number): boolean {
  try {
    return kill(id, 0);
  } catch {
    return false;
  }
}

/** Opens a journal whose wall clock the test moves with `wait` (ms). */
export async function givenJournal({ folder = stateFolder(), as = self } = {}) {
  let ms = Date.parse('2026-03-02T15:00:00.000Z');
  const journal = await openJournal(whereOf(folder), as, () => ms, folder);
  onTestFinished(() => journal.close());
  const wait = (durationMs: number) => {
    ms += durationMs;
  };
  return { journal, folder, wait };
}

/** Returns the draft of an operation. Throws if the operation is not journaled. */
export function draftOf(operation: string, input: IntentInput, to = live): IntentDraft {
  const draft = intentOf(operation, input, to);
  if (!draft) throw new Error(`${operation} is not journaled`);
  return draft;
}

/** Returns the draft of a payment. */
export const initiate = (payableId = 'pay_1', to = live) =>
  draftOf('pay.initiate', { body: { payableId, fundingSourceId: 'fs_1' } }, to);

/** Returns the draft of a quick payment. Amount in dollars. */
export const quickPay = (amount = 12.5, to = live) =>
  draftOf(
    'pay.quickPay',
    { body: { connectionId: 'con_1', amount, fundingSourceId: 'fs_1', memo: 'Linen for March' } },
    to,
  );

/** Returns the draft of a withdrawal. */
export const withdrawal = () =>
  draftOf('business.withdraw', {
    params: { businessId: 'biz_1' },
    body: { amount: 1000, fundingSourceId: 'fs_1' },
  });

/** Returns the draft of a batch. */
export const batch = (...payableIds: string[]) =>
  draftOf('pay.bulkInitiate', {
    body: { payments: payableIds.map((payableId) => ({ payableId, fundingSourceId: 'fs_1' })) },
  });

/** Returns the draft of a cancellation. */
export const cancellation = (paymentId: string) => draftOf('pay.cancel', { params: { paymentId } });

/** Returns the context of a request. */
export const sender = (more: Partial<SendContext> = {}): SendContext => ({
  profile: 'sandbox',
  tokenPrint: '3f79bb7b435b',
  idempotencyKey: 'd8f0a1de-33f5-4a5e-8f43-0a3ac1f2a001',
  ...more,
});

/** Returns the details of a successful response. */
export const seen = (serverId: string | null = null): OutcomeDetails => ({
  requestId: 'req_1',
  serverId,
  status: 201,
  code: null,
});

/** Returns an applied payment of a payable, as stored in the journal. */
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
  contradicted: false,
  serviceTime: null,
  ...more,
});

/** Changes the database of a journal directly. */
export async function changed(folder: string, ...changes: readonly Statement[]) {
  const address = databaseFor(folder);
  const { db, close } = await openAt(
    address === undefined ? { file: join(folder, 'journal.db') } : { address, schema: '' },
  );
  try {
    for (const change of changes) {
      const { sqlite, postgres } =
        typeof change === 'string' ? { sqlite: change, postgres: change } : change;
      await sql.raw(isOnServer(db) ? postgres : sqlite).execute(db);
    }
  } finally {
    await close();
  }
}

/** Returns the change that sets the version of a journal's schema. */
export const versionIs = (version: number): Statement => ({
  sqlite: `pragma user_version = ${version}`,
  postgres: `update shape set version = ${version}`,
});
