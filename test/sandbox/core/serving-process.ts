import process from 'node:process';
import { openSandboxService } from '../../../src/sandbox/server/serve.ts';

/** Serves a sandbox in this process until it is killed. Prints its URL and tokens. */
async function main([dataDir = '', port = '0']: readonly string[]): Promise<void> {
  const service = await openSandboxService({
    ...{ dataDir, port: Number(port), seed: 'basic', clock: 'frozen', pid: process.pid },
    now: new Date('2026-03-02T15:00:00Z'),
    onFault: (fault) => process.stderr.write(`${fault}\n`),
  });
  const { token } = await service.ownerToken();
  const { baseUrl, controlToken } = service;
  process.stdout.write(`${JSON.stringify({ baseUrl, token, controlToken })}\n`);
}

void main(process.argv.slice(2));
