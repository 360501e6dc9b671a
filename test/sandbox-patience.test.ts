import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeServing } from '../src/sandbox/serving-file.ts';
import { remit } from './host.ts';

const MINUTE_MS = 60_000;
const moved = { from: '2026-03-02T15:00:00Z', now: '2026-03-05T15:00:00Z', events: [], total: 0 };

let home: string;
let server: Server;
/** What asked for time to pass, not answered yet. */
let asked: Promise<ServerResponse>;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'remit-patience-'));
  server = createServer();
  asked = new Promise((resolve) => {
    server.on('request', ({ method }, answer: ServerResponse) => {
      if (method === 'GET') answer.end('{}');
      else resolve(answer.writeHead(200, { 'content-type': 'application/json' }));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  writeServing(home, {
    pid: process.pid,
    baseUrl: `http://127.0.0.1:${port}`,
    controlToken: 'the-token-of-the-controls',
    startedAt: moved.from,
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  server.closeAllConnections();
  server.close();
  rmSync(home, { recursive: true, force: true });
});

const advance = (flags: string, interrupted = new AbortController().signal) =>
  remit(`sandbox clock advance 3bd --data ${home} ${flags}`, {
    env: { REMIT_HOME: home },
    interrupted,
  });

test('a day on which very much falls due is waited for', async () => {
  const ran = advance('');
  const answer = await asked;
  vi.advanceTimersByTime(50 * MINUTE_MS);
  answer.end(JSON.stringify(moved));
  const { code, err } = await ran;
  expect([code, err]).toEqual([0, expect.stringContaining(`to ${moved.now}`)]);
});

test('no longer than --timeout says', async () => {
  const ran = advance('--timeout 600');
  await asked;
  vi.advanceTimersByTime(10 * MINUTE_MS);
  const { code, err } = await ran;
  expect([code, err]).toEqual([9, expect.stringContaining('no answer within 300 s')]);
});

test('Ctrl-C ends the wait', async () => {
  const interrupt = new AbortController();
  const ran = advance('', interrupt.signal);
  await asked;
  interrupt.abort();
  expect((await ran).code).toBe(130);
});
