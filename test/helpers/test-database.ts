import { createHash } from 'node:crypto';

/** The PostgreSQL database that tests are to run on, each in a schema of its own; undefined for a file. */
const server = process.env['REMIT_TEST_DATABASE'] || undefined;

/** The address of the schema that stands for a folder; undefined where tests run on files. */
export function databaseFor(folder: string): string | undefined {
  if (server === undefined) return undefined;
  const url = new URL(server);
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 20);
  url.searchParams.set('schema', `test_${name}`);
  return url.href;
}
