/** The lock of a schema: one writer at a time, on any machine. */

import { createHash } from 'node:crypto';
import { LockHeldError } from '../errors.ts';
import type { ConnectionLease } from './connection.ts';

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
export async function lockHeldError(
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
