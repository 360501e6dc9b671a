/** There is no SQLite that is safe for several programs at once, so no database file is opened (exit 3). */
export class SqliteUnusableError extends Error {
  override readonly name = 'SqliteUnusableError';
  readonly code = 'SQLITE_UNUSABLE';
  readonly next: readonly string[];

  /** `next` is what helps beside another Node. */
  constructor(message: string, next: string, cause?: unknown) {
    super(message, { cause });
    this.next = ['install Node 22.23.3, 24.21, 26 or newer: they have a safe SQLite', next];
  }
}

/** The database cannot be reached, or the connection broke: what was under way may be done or not. */
export class DatabaseConnectionError extends Error {
  override readonly name = 'DatabaseConnectionError';
  readonly code = 'DATABASE_LOST';
}

/** The database gave up a transaction of ours for the sake of another; nothing of it was done, and it may be run again. */
export const isSerializationFailure = (error: unknown): boolean =>
  codeOf(error) === '40001' || codeOf(error) === '40P01';

/** A lock was not to be had in the time that was given. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03';

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;
