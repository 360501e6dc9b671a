import { createHash } from 'node:crypto';

/** The PostgreSQL database for tests, each in its own schema; `undefined` for SQLite files. */
const server = process.env['REMIT_TEST_DATABASE'] || undefined;

/** Returns the URL of the schema that replaces a directory; `undefined` if tests use files. */
export function databaseFor(folder: string): string | undefined {
  if (server === undefined) return undefined;
  const url = new URL(server);
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 20);
  url.searchParams.set('schema', `test_${name}`);
  return url.href;
}
