import { type Server, serverPrograms, startServer } from './server.ts';

let server: Server | undefined;

/** One server for all tests, unless REMIT_TEST_DATABASE names one that runs already. */
export async function setup(): Promise<void> {
  if (process.env['REMIT_TEST_DATABASE'] || serverPrograms() === undefined) return;
  server = await startServer();
  process.env['REMIT_TEST_DATABASE'] = server.address;
}

export const teardown = async (): Promise<void> => server?.close();
