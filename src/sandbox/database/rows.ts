/** Rows by their ids. */

import { type Kysely, sql } from 'kysely';
import { createNotFoundError } from '../context/validation.ts';
import type { Row, SandboxTables } from './tables.ts';

/** The tables with an id, and the word for one of their rows in an error. */
const nouns = {
  accounting_integrations: 'accounting integration',
  accounts: 'account',
  bank_accounts: 'bank account',
  businesses: 'business',
  connections: 'connection',
  events: 'event',
  files: 'file',
  invitations: 'invitation',
  outbox: 'email',
  payables: 'payable',
  payments: 'payment',
  users: 'user',
  withdrawals: 'withdrawal',
} as const;

/** The tables whose rows are found by their id. */
export type NamedTable = keyof typeof nouns;

/** Returns the row with this id, or `undefined`. */
export async function findRow<Table extends NamedTable>(
  db: Kysely<SandboxTables>,
  table: Table,
  id: string | null,
): Promise<Row<Table> | undefined> {
  const query = sql<Row<Table>>`select * from ${sql.table(table)} where id = ${id}`;
  return (await query.execute(db)).rows[0];
}

/**
 * Returns the row with this id.
 *
 * @throws {ApiError} 404 if there is none
 */
export async function rowAt<Table extends NamedTable>(
  db: Kysely<SandboxTables>,
  table: Table,
  id: string,
): Promise<Row<Table>> {
  const row = await findRow(db, table, id);
  if (row) return row;
  throw createNotFoundError(nouns[table], id);
}
