/** There is no SQLite that is safe for several programs at once, so no database file is opened (exit 3). */
export class SqliteUnusableError extends Error {
  override readonly name = 'SqliteUnusableError';
  readonly code = 'SQLITE_UNUSABLE';
  readonly next = [
    'install Node 22.23.3, 24.21, 26 or newer, which has a safe SQLite',
    'or install remit again with its optional packages: npm install --include=optional',
  ];
}
