/** Opening of a schema of a PostgreSQL database. */

import { createHash } from 'node:crypto';
import { HandleEmptyInListsPlugin, Kysely, replaceWithNoncontingentExpression } from 'kysely';
import { isLockTimeout, isSerializationFailure, LockHeldError } from '../errors.ts';
import type { ServerClock, SharedStore, SharedStoreLocation, Store } from '../store.ts';
import { type ConnectionLease, connectPostgres, type PostgresConnection } from './connection.ts';
import { parsePostgresUrl } from './connection-string.ts';
import { leasedDialect } from './driver.ts';
import { prepareSchema } from './schema.ts';

/** Attempts at a transaction that the database aborts. */
const MAX_ATTEMPTS = 5;

/**
 * Opens or creates a schema of a PostgreSQL database.
 *
 * Writers on any process or machine run one at a time: each transaction holds the lock of the schema from its first
 * statement to its end.
 *
 * @throws {DatabaseConnectionError} if the server cannot be reached
 * @throws {UnsafeSchemaError} if another role owns the schema, or can write to it
 * @throws {Error} the server's error, or `BAD_ADDRESS` for an invalid connection string
 */
export async function openShared<Tables>(location: SharedStoreLocation): Promise<Store<Tables>> {
  const address = parsePostgresUrl(location.address, location.schema);
  const line = connectPostgres(address, settingsFor(address.schema), location.statementMs);
  const identity = await withLease(line, (lease) => prepareSchema(lease, address.schema)).catch(
    async (error: unknown) => {
      await line.close();
      throw error;
    },
  );
  const lock = lockKey(identity);
  let clock: ServerClock | undefined;
  const dialect = leasedDialect(line, async (lease) => {
    clock = await beginInTurn(lease, lock);
  });
  const db = new Kysely<Tables>({ dialect, plugins: [emptyLists] });
  return {
    db,
    close: async () => {
      await db.destroy();
      await line.close();
    },
    write: (work) => retryAborted(() => db.transaction().execute(work)),
    shared: {
      runExclusive: exclusiveRunner(line, lock),
      claim: (task) => withLease(line, (lease) => isClaimed(lease, lockKey(identity, task))),
      clock: () => {
        if (clock === undefined) throw new Error('no transaction was begun');
        return clock;
      },
    },
  };
}

/**
 * Begins a transaction and takes the lock of the schema in one message, so that the transaction reads the newest state.
 * Returns the server's clock.
 */
async function beginInTurn(lease: ConnectionLease, lock: bigint): Promise<ServerClock> {
  const sentAt = Date.now();
  // The clock of the statement and not of the transaction, which began before a wait of up to 15 seconds.
  const begin = `begin isolation level read committed; select pg_advisory_xact_lock(${lock});
    select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`;
  const { rows } = await lease
    .begin<{ readonly now: number }>(begin)
    .catch((error) => failed(lease, lock, error));
  const nowMs = rows[0]?.now ?? Number.NaN;
  const receivedAt = Date.now();
  return { nowMs, aheadMs: Math.max(sentAt - nowMs, 0) + Math.min(receivedAt - nowMs, 0) };
}

/** Throws the error of a statement that takes the lock; for a timeout one that names who holds it. */
async function failed(lease: ConnectionLease, lock: bigint, error: unknown): Promise<never> {
  throw isLockTimeout(error) ? await lockHeldError(lease, lock, error) : error;
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
    try {
      return await work();
    } finally {
      await withLease(line, async (lease) => {
        // A lost connection has lost the lock with it.
        await lease.query(`select pg_advisory_unlock(${lock})`).catch(() => {});
        lease.letGo();
      });
    }
  };

/**
 * Number of one-second waits for a turn: ten minutes. A turn can be long, e.g. when the clock advances by months, so
 * the wait is longer than a transaction's.
 */
const MAX_LOCK_WAITS = 600;

/** Takes the lock, waiting a second at a time, and holds the connection that has it. */
async function acquireLock(line: PostgresConnection, lock: bigint): Promise<void> {
  // While one statement waits, the server keeps every row version that others replaced since, and the process whose
  // turn it is gets slower with each change.
  for (let waits = 1; ; waits++) {
    const isLast = waits === MAX_LOCK_WAITS;
    if (await withLease(line, (lease) => isLockTaken(lease, lock, isLast))) return;
  }
}

/** Reports whether the lock was obtained within a second. The last try throws if it was not. */
async function isLockTaken(
  lease: ConnectionLease,
  lock: bigint,
  isLast: boolean,
): Promise<boolean> {
  const wait = `set lock_timeout to '1s'; select pg_advisory_lock(${lock}); ${SET_WRITER_TIMEOUT}`;
  try {
    await lease.begin(wait);
    lease.hold();
    return true;
  } catch (error) {
    if (!isLast && isLockTimeout(error)) return false;
    return failed(lease, lock, error);
  }
}

/** Reports whether this connection has a lock, or now took it. */
async function isClaimed(lease: ConnectionLease, key: bigint): Promise<boolean> {
  const { rows } = await lease.query<{ had: number }>(`select pg_try_advisory_lock(${key}) as had`);
  return rows[0]?.had === 1;
}

async function withLease<Result>(
  line: PostgresConnection,
  work: (lease: ConnectionLease) => Promise<Result>,
): Promise<Result> {
  const lease = await line.lease();
  try {
    return await work(lease);
  } finally {
    lease.release();
  }
}

/** Returns the key of an advisory lock for a task in a schema: 0 for its writers. It is derived from the schema's identity. */
export const lockKey = (identity: string, task = ''): bigint =>
  createHash('sha256').update(`remit ${identity} ${task}`).digest().readBigInt64BE();

/** The connection that holds a lock. */
interface Holder {
  readonly pid: number;
  readonly role: string | null;
  readonly application: string | null;
  /** `null` on the machine of the server, or if this role may not see it. */
  readonly address: string | null;
  /** When its transaction began, UTC; `null` if this role may not see it. */
  readonly since: string | null;
}

/**
 * Returns the error for a lock that was not obtained in time: it names who holds it. Ends the transaction that the failed
 * statement may have left open.
 */
async function lockHeldError(
  lease: ConnectionLease,
  key: bigint,
  cause: unknown,
): Promise<LockHeldError> {
  await lease.query('rollback');
  const { rows } = await lease.query<Holder>(HOLDER, [String(key)]);
  const [holder] = rows;
  if (!holder) return new LockHeldError('another process held its lock too long', [AGAIN], cause);
  const { pid, role, application, address, since } = holder;
  const connection = [
    `role ${role ?? 'unknown'}`,
    `application ${application || 'unnamed'}`,
    `from ${address ?? 'the machine of the database, or an address that this role may not see'}`,
    `since ${since ?? 'a time that this role may not see'}`,
  ];
  return new LockHeldError(
    `another connection holds its lock: ${connection.join(', ')} (process ${pid} of the server)`,
    [
      AGAIN,
      `if it does not end, its role or an administrator can end it: select pg_terminate_backend(${pid})`,
    ],
    cause,
  );
}

const AGAIN = 'run it again when that connection has ended';

/** Reads who holds an advisory lock. The catalog has its key as two numbers of 32 bits. */
const HOLDER = `
  select held.pid, usename as role, application_name as application, host(client_addr) as address,
    to_char(coalesce(xact_start, backend_start) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since
  from pg_locks as held join pg_stat_activity using (pid)
  where locktype = 'advisory' and granted and objsubid = 1
    and held.database = (select oid from pg_database where datname = current_database())
    and (classid::bigint << 32 | objid::bigint) = $1::bigint
  limit 1`;
