/** A sandbox whose ledger the test can corrupt. */

import { join } from 'node:path';
import { sql } from 'kysely';
import type { SandboxTables } from '../../../src/sandbox/database/tables.ts';
import { openStore } from '../../../src/storage/open-database.ts';
import { openTrade, type Trade } from '../trading-partners.ts';

/** One line of the ledger. */
export type Line = SandboxTables['ledger_lines'];

/** Opens a running sandbox whose ledger has every kind of entry, with functions that corrupt an entry. */
export async function openBooks() {
  const trade = await openTrade();
  await keepBusy(trade);
  const store = await openStore<SandboxTables>(join(trade.dataDir, 'sandbox.db'));
  const lines = await store.db.selectFrom('ledger_lines').selectAll().execute();
  const entries = await store.db.selectFrom('ledger_entries').selectAll().execute();
  const withdrawals = await store.db.selectFrom('withdrawals').selectAll().execute();

  /** Replaces all ledger lines, and updates the balances of the accounts. */
  const write = (all: readonly Line[]) =>
    store.write(async (db) => {
      const kinds = await db.selectFrom('ledger_accounts').select(['name', 'class']).execute();
      await db.deleteFrom('ledger_lines').execute();
      await db.deleteFrom('ledger_accounts').execute();
      await db.insertInto('ledger_lines').values(all).execute();
      for (const [name, cents] of sums(all)) {
        const known = kinds.find((it) => it.name === name)?.class ?? 'liability';
        await db.insertInto('ledger_accounts').values({ name, class: known, cents }).execute();
      }
    });

  return {
    ...{ send: trade.send, fetch: trade.fetch, payer: trade.payer, payee: trade.payee },
    controlToken: trade.controlToken,
    events: [...new Set(entries.map(({ event }) => event))].toSorted(),

    /** Replaces the lines of the newest entry of this kind. */
    async repost(event: string, wrong: (right: readonly Line[]) => readonly Line[]) {
      const seq = entries.findLast((it) => it.event === event)?.seq;
      const isOfEntry = ({ entry_seq }: Line) => entry_seq === seq;
      await write([
        ...lines.filter((it) => !isOfEntry(it)),
        ...wrong(lines.filter((it) => isOfEntry(it))),
      ]);
    },
    /** Changes the database directly, as no request can. */
    change: (statement: string) => store.write((db) => sql.raw(statement).execute(db)),

    async restore(): Promise<void> {
      await write(lines);
      await store.write(async (db) => {
        await db.deleteFrom('ledger_entries').execute();
        await db.deleteFrom('withdrawals').execute();
        await db.insertInto('ledger_entries').values(entries).execute();
        await db.insertInto('withdrawals').values(withdrawals).execute();
      });
    },

    async close(): Promise<void> {
      await store.close();
      await trade.close();
    },
  };
}

/**
 * Creates payments that settle, fail and are returned, and withdrawals that arrive and fail, some of each still in
 * flight.
 */
async function keepBusy({ approved, initiate, advance, withdraw, done, control, payee }: Trade) {
  const { businessId } = payee;
  await control('POST', '/sandbox/ledger/credits', { businessId, amount: 900 });
  await done(payee, 'POST', '/api/bank-accounts/connect-manually', {
    ...{ businessId, routingNumber: '110000000', accountNumber: '90817263544' },
    ...{ accountType: 'checking', name: 'By numbers' },
  });
  for (const amount of [100, 55.01, 56.01]) await initiate(await approved(amount));
  for (const amount of [50, 55.03]) await withdraw(amount);
  await advance({ businessDays: 8 });
  await initiate(await approved(70));
  await advance({ businessDays: 1 });
}

function sums(lines: readonly Line[]): ReadonlyMap<string, number> {
  const totals = new Map<string, number>();
  for (const { account, cents } of lines) totals.set(account, (totals.get(account) ?? 0) + cents);
  return totals;
}
