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
