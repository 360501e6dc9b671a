import { type Server, serverPrograms, startServer, whyNot } from './server.ts';

let server: Server | undefined;

/**
 * One server for all tests, unless REMIT_TEST_DATABASE names one that runs already. Where there is none, what needs it is
 * left out; asked for everything, it throws, because the rest would run on files and prove nothing.
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

export const teardown = async (): Promise<void> => server?.close();
