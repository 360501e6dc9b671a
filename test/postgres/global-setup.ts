/** The PostgreSQL server of the whole test run. */

import { type Server, serverPrograms, startServer, whyNot } from './server.ts';

let server: Server | undefined;

/**
 * Starts one server for all tests, unless `REMIT_TEST_DATABASE` names a running one.
 *
 * Without PostgreSQL, tests that need it are skipped. With `REMIT_POSTGRES=all`, this throws instead, since the rest
 * would run on files and prove nothing.
 */
export async function setup(): Promise<void> {
  if (process.env['REMIT_TEST_DATABASE']) return;
  if (serverPrograms() === undefined) {
    if (process.env['REMIT_POSTGRES'] === 'all') throw new Error(whyNot);
    return;
  }
  server = await startServer();
  process.env['REMIT_TEST_DATABASE'] = server.address;
}

/** Stops the server. */
export const teardown = async (): Promise<void> => server?.close();
