/** The check of the whole ledger against its invariants. */

import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { LedgerCheck } from '../../contract/controls/money.ts';
import { toDollars } from '../../contract/money.ts';
import type { SandboxTables } from '../database/tables.ts';
import { invariants } from './invariants.ts';

/** Reads the whole ledger and checks every invariant. Changes nothing. */
export async function checkLedger(db: Kysely<SandboxTables>): Promise<LedgerCheck> {
  const results = [];
  for (const { name, faults } of invariants) {
    const found = await runQuery<{ fault: string }>(db, sql`${faults} limit 5`);
    const detail = found.map(({ fault }) => fault).join('; ') || 'holds';
    results.push({ name, ok: found.length === 0, detail });
  }
  const [totalsRow] = await runQuery<{ entries: number; difference: number }>(db, totals);
  const { entries, difference } = totalsRow ?? { entries: 0, difference: 0 };
  return {
    ok: difference === 0 && results.every((result) => result.ok),
    entries,
    difference: toDollars(difference),
    invariants: results,
  };
}

const totals = sql`select (select count(*) from ledger_entries) as entries,
  (select coalesce(sum(cents), 0) from ledger_lines) as difference`;

const runQuery = async <Result>(db: Kysely<SandboxTables>, query: RawBuilder<unknown>) =>
  (await sql<Result>`${query}`.execute(db)).rows;
