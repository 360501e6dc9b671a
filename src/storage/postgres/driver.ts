/** Kysely on the connection of a process to PostgreSQL. */

import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import { DatabaseConnectionError } from '../errors.ts';
import type { ConnectionLease, PostgresConnection } from './connection.ts';

/** Begins a transaction on a lease: its first statement, which also takes the lock of the schema. */
export type BeginTransaction = (lease: ConnectionLease) => Promise<void>;

/** Returns a dialect whose transactions are each one lease of the connection. */
export const leasedDialect = (line: PostgresConnection, begin: BeginTransaction): Dialect => ({
  createDriver: () => new LeasingDriver(line, begin),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
});

class LeasingDriver implements Driver {
  readonly #line: PostgresConnection;
  readonly #begin: BeginTransaction;

  constructor(line: PostgresConnection, begin: BeginTransaction) {
    this.#line = line;
    this.#begin = begin;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<LeasedConnection> {
    return new LeasedConnection(await this.#line.lease());
  }

  async beginTransaction({ lease }: LeasedConnection): Promise<void> {
    try {
      await this.#begin(lease);
    } catch (error) {
      if (!(error instanceof DatabaseConnectionError)) await rollBack(lease);
      throw error;
    }
  }

  async commitTransaction({ lease }: LeasedConnection): Promise<void> {
    // The server answers the commit of a transaction in which a statement failed with a rollback.
    const { command } = await lease.query('commit');
    if (command !== 'COMMIT') throw new TransactionRolledBackError();
  }

  rollbackTransaction({ lease }: LeasedConnection): Promise<void> {
    return rollBack(lease);
  }

  async releaseConnection({ lease }: LeasedConnection): Promise<void> {
    lease.release();
  }

  /** Does nothing: the connection is older than this driver, and outlives it. */
  async destroy(): Promise<void> {}
}

/** Rolls back. A connection that is lost has ended its transaction, so the error that led here is the one that counts. */
async function rollBack(lease: ConnectionLease): Promise<void> {
  await lease.query('rollback').catch((error: unknown) => {
    if (!(error instanceof DatabaseConnectionError)) throw error;
  });
}

/** The server rolled a transaction back that was to be committed. */
class TransactionRolledBackError extends Error {
  override readonly name = 'TransactionRolledBackError';
  readonly code = 'ROLLED_BACK';

  constructor() {
    super('the database rolled the transaction back');
  }
}

class LeasedConnection implements DatabaseConnection {
  readonly lease: ConnectionLease;

  constructor(lease: ConnectionLease) {
    this.lease = lease;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { command, rowCount, rows } = await this.lease.query<Row>(sql, parameters);
    return isChange.test(command) ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows };
  }

  // biome-ignore lint/correctness/useYield: no query of this program is streamed
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Queries cannot be streamed.');
  }
}

const isChange = /^(?:INSERT|UPDATE|DELETE|MERGE)$/;
