/** A sandbox database for tests of payments and the ledger, without a server. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine } from '../../../src/sandbox/context/engine.ts';
import type { HandlerContext } from '../../../src/sandbox/context/handler-context.ts';
import { type SandboxTables, sandboxSchema } from '../../../src/sandbox/database/tables.ts';
import { balanceOf } from '../../../src/sandbox/ledger/balance.ts';
import type { PaymentDraft } from '../../../src/sandbox/payment/start.ts';
import { openStore } from '../../../src/storage/open-database.ts';
import { createSchema } from '../../../src/storage/tables.ts';

const payerId = 'biz_a';
/** The id of the payee. */
export const payeeId = 'biz_b';
/** Returns the id of the verified bank account of a business. */
export const bankIdOf = (businessId: string) => businessId.replace('biz', 'fs');

/** Returns the draft of a payment from the payer to the payee. */
export const draft = (cents: number, payableId: string | null = null): PaymentDraft => ({
  kind: 'quickPay',
  payable_id: payableId,
  connection_id: null,
  payer_id: payerId,
  payee_id: payeeId,
  external_payer: null,
  funding_source_id: bankIdOf(payerId),
  outcome: null,
  cents,
  speed: 'standard',
  scheduled_date: null,
  memo: null,
  sec_code: 'CCD',
  entry_description: 'PAYMENT',
});

/** Returns a withdrawal of the payee. */
export const payout = (cents: number) => ({
  businessId: payeeId,
  fundingSourceId: bankIdOf(payeeId),
  cents,
});

/** Returns the balance of the payee. */
export const balance = ({ db }: HandlerContext) => balanceOf(db, payeeId);

/** Opens a database with two verified businesses and a bank account each, without a server. */
export async function openBooks() {
  const folder = mkdtempSync(join(tmpdir(), 'remit-books-'));
  const store = await openStore<SandboxTables>(join(folder, 'books.db'));
  await store.write((db) => createSchema(db, sandboxSchema));
  const now = '2026-03-02T15:00:00.000Z';
  const engine = createEngine({
    store,
    clock: { mode: 'frozen', now },
    wallNow: () => new Date(now),
    secret: 'secret',
    options: {
      idempotency: 'on',
      initiateLeavesApproved: 'at-settlement',
      conflictStatus: 409,
      strict: 'on',
    },
    appUrl: 'http://localhost',
    tokenTtlSeconds: 3600,
  });
  await engine.transact(async (world) => {
    for (const id of [payerId, payeeId]) await addBusiness(world, id);
  });
  return {
    /** Runs `work` in a transaction that is rolled back. Resolves to its result. */
    async attempt<Result>(work: (world: HandlerContext) => Promise<Result>): Promise<Result> {
      const results: Result[] = [];
      const undo = new Error('undo');
      const attempted = engine.transact(async (world) => {
        results.push(await work(world));
        throw undo;
      });
      await attempted.catch((error: unknown) => {
        if (error !== undo) throw error;
      });
      return results[0] as Result;
    },
    async close() {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function addBusiness({ db, now }: HandlerContext, id: string): Promise<void> {
  const created_at = now().toISOString();
  await db
    .insertInto('businesses')
    .values({
      id,
      account_id: 'acc_1',
      type: 'full',
      name: id,
      business_type: 'llc',
      address: '{}',
      status: 'verified',
      required_actions: '[]',
      public_invite_enabled: 0,
      public_invite_approval: 0,
      created_at,
      updated_at: created_at,
    })
    .execute();
  await db
    .insertInto('bank_accounts')
    .values({
      id: bankIdOf(id),
      business_id: id,
      name: 'Checking',
      bank_name: 'Bank',
      account_type: 'checking',
      last4: '0001',
      routing_number: '110000000',
      account_hash: id,
      status: 'verified',
      method: 'linkprovider',
      is_default: 1,
      created_at,
      verified_at: created_at,
    })
    .execute();
}

/** Adds an approved payable between the two businesses. Resolves to its id. */
export async function addPayable(
  { db, now, newId }: HandlerContext,
  cents: number,
): Promise<string> {
  const id = newId('pay');
  const created_at = now().toISOString();
  await db
    .insertInto('payables')
    .values({
      id,
      payer_id: payerId,
      payee_id: payeeId,
      cents,
      status: 'APPROVED',
      attachments: '[]',
      source: 'api',
      link_enabled: 0,
      created_at,
      updated_at: created_at,
    })
    .execute();
  return id;
}
