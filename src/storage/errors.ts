/** Errors of databases. */

import { errorCodeOf } from '../error-code.ts';
import { isRecord } from '../is-record.ts';

/**
 * The error for a process without an SQLite that is safe with several programs at once (exit 3).
 *
 * No database file is opened.
 */
export class SqliteUnusableError extends Error {
  override readonly name = 'SqliteUnusableError';
  readonly code = 'SQLITE_UNUSABLE';
  readonly next: readonly string[];

  /** `next` is what helps, other than another version of Node. */
  constructor(message: string, next: string, cause?: unknown) {
    super(message, { cause });
    this.next = ['install Node 22.23.3, 24.21, 26 or newer: they have a safe SQLite', next];
  }
}

/**
 * The error for a database that cannot be reached, or whose connection broke: a transaction in flight has an unknown
 * outcome.
 */
export class DatabaseConnectionError extends Error {
  override readonly name = 'DatabaseConnectionError';
  readonly code = 'DATABASE_LOST';
}

/** A schema that another role owns or can change: it cannot be trusted (exit 3). Nothing was written to it. */
export class UnsafeSchemaError extends Error {
  override readonly name = 'UnsafeSchemaError';
  readonly code = 'UNSAFE_SCHEMA';
  readonly next: readonly string[];

  constructor(message: string, next: readonly string[]) {
    super(message);
    this.next = next;
  }
}

/** A database that is not one of this program, or not whole, or of another version (exit 3). Nothing was written to it. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
  readonly code = 'SCHEMA';
  readonly next: readonly string[];

  constructor(message: string, next = 'restore it from a copy') {
    super(message);
    this.next = [next];
  }
}

/** Another connection held the lock of the database longer than a writer waits. The message names it. */
export class LockHeldError extends Error {
  override readonly name = 'LockHeldError';
  readonly code = 'LOCK_HELD';
  readonly next: readonly string[];

  constructor(message: string, next: readonly string[], cause: unknown) {
    super(message, { cause });
    this.next = next;
  }
}

/** Reports whether the database aborted a transaction in favor of another. It was rolled back and can be retried. */
export const isSerializationFailure = (error: unknown): boolean =>
  errorCodeOf(error) === '40001' || errorCodeOf(error) === '40P01';

/** Reports whether a lock was not obtained within its timeout. */
export const isLockTimeout = (error: unknown): boolean => errorCodeOf(error) === '55P03';

/** Reports whether a database refused the values of a row: their type, a constraint or a key. */
export function isRowRefused(error: unknown): error is Error {
  if (!isRecord(error)) return false;
  // SQLITE_CONSTRAINT and SQLITE_MISMATCH, and the classes 22 and 23 of SQLSTATE.
  const number = 'errcode' in error ? Number(error['errcode']) & 0xff : undefined;
  return number === 19 || number === 20 || /^2[23]/.test(String(errorCodeOf(error)));
}
