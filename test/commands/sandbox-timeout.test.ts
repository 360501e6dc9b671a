import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeServerInfo } from '../../src/sandbox/server/pid-file.ts';
import { remit } from '../helpers/run-command.ts';

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
  writeServerInfo(home, {
    pid: process.pid,
    baseUrl: `http://127.0.0.1:${port}`,
    controlToken: 'the-token-of-the-controls',
    startedAt: moved.from,
    settings: {
      isNew: true,
      seed: 'empty',
      clock: 'frozen',
      options: {
        idempotency: 'on',
        initiateLeavesApproved: 'at-settlement',
        conflictStatus: 409,
        strict: 'on',
      },
    },
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
  remit(`sandbox clock advance 3bd --dir ${home} ${flags}`, {
    env: { REMIT_HOME: home },
    interrupted,
  });

test('waits for a day with very many due jobs', async () => {
  const ran = advance('');
  const answer = await asked;
  vi.advanceTimersByTime(50 * MINUTE_MS);
  answer.end(JSON.stringify(moved));
  const { code, err } = await ran;
  expect([code, err]).toEqual([0, expect.stringContaining(`to ${moved.now}`)]);
});

test('waits no longer than --timeout', async () => {
  const ran = advance('--timeout 600');
  await asked;
  vi.advanceTimersByTime(10 * MINUTE_MS);
  const { code, err } = await ran;
  expect([code, err]).toEqual([9, expect.stringContaining('took longer than 600 s')]);
  expect(err).toContain('may have applied the request');
  expect(err).toContain('next: check the result before you repeat it: remit sandbox clock');
  expect(err).not.toContain('run it again');
});

test('a sandbox that is too busy to answer counts as running', async () => {
  server.removeAllListeners('request');
  const heard = once(server, 'request');
  const ran = advance('');
  await heard;
  const advancing = once(server, 'request');
  vi.advanceTimersByTime(30_000);
  const [, answer] = await advancing;
  answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(moved));
  expect(await ran).toMatchObject({ code: 0 });
});

test('another server at the address is not a sandbox', async () => {
  server.removeAllListeners('request');
  server.on('request', (_, answer: ServerResponse) => answer.writeHead(404).end());
  const { code, err } = await advance('');
  expect([code, err]).toEqual([9, expect.stringContaining('No sandbox is running on')]);
});

test('Ctrl-C ends the wait', async () => {
  const interrupt = new AbortController();
  const ran = advance('', interrupt.signal);
  await asked;
  interrupt.abort();
  expect((await ran).code).toBe(130);
});
