import { join } from 'node:path';
import {
  openSandboxService,
  type SandboxConfig,
  type SandboxService,
} from '../../src/sandbox/server/serve.ts';
import { type ServingProcess, serveInProcess } from '../sandbox/durability/sandbox-process.ts';
import { inTurns } from './round-robin-proxy.ts';

/** Serves a sandbox: in this process, or with PostgreSQL in two processes that answer in turn. */
export const served = (config: SandboxConfig): Promise<SandboxService> =>
  config.database === undefined ? openSandboxService(config) : servedByTwo(config);

/** Starts two processes at once on one database, behind one URL. */
async function servedByTwo(config: SandboxConfig): Promise<SandboxService> {
  const started = (name: string) =>
    serveInProcess({ ...config, dataDir: join(config.dataDir ?? '', name) });
  const [one, two] = await Promise.all([started('one'), started('two')]);
  const front = await inTurns([one, two], (fault) => config.onFault(fault, 'answered'));
  return {
    baseUrl: front.baseUrl,
    controlToken: one.controlToken,
    settings: one.settings,
    ownerToken: one.ownerToken,
    businesses: one.businesses,
    fetch: (request) => fetch(leadingTo(front.baseUrl, request)),
    close: async () => {
      await front.close();
      await Promise.all([one, two].map(({ close }: ServingProcess) => close()));
    },
  };
}

function leadingTo(baseUrl: string, request: Request): Request {
  const { pathname, search } = new URL(request.url);
  return new Request(`${baseUrl}${pathname}${search}`, request);
}
