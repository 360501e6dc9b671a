import { createHash } from 'node:crypto';
import {
  type DatabaseConnection,
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type PostgresPoolClient,
  replaceWithNoncontingentExpression,
  sql,
  type Transaction,
} from 'kysely';
import { isLockTimeout, isSerializationFailure } from '../errors.ts';
import type { SharedStore, SharedStoreLocation, Store } from '../store.ts';
import { connectPostgres, type PostgresConnection } from './connection.ts';
import { parsePostgresUrl } from './connection-string.ts';

/**
 * A dialect whose transactions take the lock of the schema in their first statement, so that they read the newest
 * state.
 */
class LockingDialect extends PostgresDialect {
  readonly #line: PostgresConnection;
  readonly #lock: bigint;

  constructor(line: PostgresConnection, lock: bigint) {
    super({ pool: line });
    this.#line = line;
    this.#lock = lock;
  }

  override createDriver() {
    return new LockingDriver(this.#line, this.#lock);
  }
}

class LockingDriver extends PostgresDriver {
  readonly #line: PostgresConnection;
  readonly #begin: string;

  constructor(line: PostgresConnection, lock: bigint) {
    super({ pool: line });
    this.#line = line;
    this.#begin = `begin isolation level read committed; select pg_advisory_xact_lock(${lock})`;
  }

  override async beginTransaction(_connection: DatabaseConnection): Promise<void> {
    await this.#line.begin(this.#begin);
  }
}

/** Creates the schema, and the functions its queries need, if missing. */
async function prepareSchema<Tables>(db: Transaction<Tables>, schema: string): Promise<void> {
  const probe = `${schema}.json_extract(text, text)`;
  const { rows } = await sql<{ schema: number; functions: number }>`select
    exists (select from pg_namespace where nspname = ${schema}) as schema,
    to_regprocedure(${probe}) is not null as functions`.execute(db);
  if (rows[0]?.schema !== 1) await sql`create schema ${sql.id(schema)}`.execute(db);
  if (rows[0]?.functions === 1) return;
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** The two JSON functions of SQLite that queries use. */
const statements = [
  `create function json_each(document text) returns table (value text) language sql immutable strict
    as 'select element::text from jsonb_array_elements(document::jsonb) as element'`,
  `create function json_extract(document text, path text) returns numeric language sql immutable strict
    as 'select (document::jsonb #>> string_to_array(substr(path, 3), ''.''))::numeric'`,
];

/** Attempts at a transaction that the database aborts. */
const MAX_ATTEMPTS = 5;

/**
 * Opens or creates a schema of a PostgreSQL database.
 *
 * Writers on any process or machine run one at a time: each transaction holds the lock of the schema from its first
 * statement to its end.
 *
 * @throws {DatabaseConnectionError} if the server cannot be reached
 * @throws {Error} the server's error, or `BAD_ADDRESS` for an invalid connection string
 */
export async function openShared<Tables>(location: SharedStoreLocation): Promise<Store<Tables>> {
  const address = parsePostgresUrl(location.address, location.schema);
  const line = connectPostgres(address, settingsFor(address.schema), location.statementMs);
  const lock = keyOf(address.schema);
  const db = new Kysely<Tables>({
    dialect: new LockingDialect(line, lock),
    plugins: [emptyLists],
  });
  const close = () => db.destroy();
  try {
    await db.transaction().execute((transaction) => prepareSchema(transaction, address.schema));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    db,
    close,
    write: (work) => retryAborted(() => db.transaction().execute(work)),
    shared: { runExclusive: exclusiveRunner(line, lock), claim: claims(line, address.schema) },
  };
}

/** Makes PostgreSQL accept empty `in` lists, which match nothing in SQLite. */
const emptyLists = new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression });

const SET_WRITER_TIMEOUT = `set lock_timeout to '15s'`;

/**
 * Returns the settings of a connection. A writer waits for its turn for 15 seconds, as with a file. One that hangs, or
 * whose machine is gone, is disconnected within a minute or two, so that others can continue.
 */
const settingsFor = (schema: string) => `
  set search_path to "${schema}";
  set synchronous_commit to on;
  ${SET_WRITER_TIMEOUT};
  set idle_in_transaction_session_timeout to '60s';
  set tcp_keepalives_idle to 30;
  set tcp_keepalives_interval to 10;
  set tcp_keepalives_count to 3;
  select set_config('idle_session_timeout', '60s', false)
    where current_setting('server_version_num')::int >= 140000`;

/** Returns the advisory lock key for a name. */
const keyOf = (name: string): bigint =>
  createHash('sha256').update(`remit ${name}`).digest().readBigInt64BE();

/** Retries a transaction that the database aborted: nothing of it was applied. */
async function retryAborted<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await work();
    } catch (error) {
      if (attempts === MAX_ATTEMPTS || !isSerializationFailure(error)) throw error;
    }
  }
}

/**
 * Returns `runExclusive`: holds the lock of the schema outside transactions too. Transactions inside take it a second
 * time without waiting.
 */
const exclusiveRunner =
  (line: PostgresConnection, lock: bigint): SharedStore['runExclusive'] =>
  async (work) => {
    await acquireLock(line, lock);
    line.hold();
    try {
      return await work();
    } finally {
      // A lost connection has lost the lock with it.
      await withClient(line, (client) =>
        client.query(`select pg_advisory_unlock(${lock})`, []),
      ).catch(() => {});
      line.release();
    }
  };

/**
 * Number of one-second waits for a turn: ten minutes. A turn can be long, e.g. when the clock advances by months, so
 * the wait is longer than a transaction's.
 */
const MAX_LOCK_WAITS = 600;

/** Takes the lock, waiting a second at a time. */
async function acquireLock(line: PostgresConnection, lock: bigint): Promise<void> {
  const wait = `set lock_timeout to '1s'; select pg_advisory_lock(${lock}); ${SET_WRITER_TIMEOUT}`;
  // While one statement waits, the server keeps every row version that others replaced since, and the process whose
  // turn it is gets slower with each change.
  for (let attempts = 1; ; attempts++) {
    try {
      return await withClient(line, () => line.begin(wait));
    } catch (error) {
      if (attempts === MAX_LOCK_WAITS || !isLockTimeout(error)) throw error;
    }
  }
}

const claims =
  (line: PostgresConnection, schema: string): SharedStore['claim'] =>
  (task) =>
    withClient(line, async (client) => {
      const key = keyOf(`${schema} ${task}`);
      const { rows } = await client.query<{ had: number }>(
        `select pg_try_advisory_lock(${key}) as had`,
        [],
      );
      return rows[0]?.had === 1;
    });

async function withClient<Result>(
  line: PostgresConnection,
  work: (client: PostgresPoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await line.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}
