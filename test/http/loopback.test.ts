import { request } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Loopback, listenOnLoopback } from '../../src/api/client/transport/loopback-server.ts';

let stop: AbortController;
let loopback: Loopback;
beforeEach(async () => {
  stop = new AbortController();
  loopback = await listenOnLoopback(stop.signal);
});
afterEach(() => loopback.close());

const isWanted = (query: URLSearchParams) => query.get('state') === 's1';
const wanted = (patienceMs = 5000) => loopback.visit(isWanted, patienceMs);

/** A visit with headers of its own choice, which `fetch` does not allow; its status. */
const visit = (url: string, { method = 'GET', host = new URL(url).host } = {}) =>
  new Promise<number | undefined>((resolve, reject) => {
    request(url, { method, headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on('error', reject)
      .end();
  });

test('returns the query of the expected request, once', async () => {
  const waiting = wanted();
  expect(await visit(`${loopback.url}?state=s0`)).toBe(400);
  expect(await visit(`${loopback.url}?state=s1&code=c1`)).toBe(200);
  expect((await waiting)?.get('code')).toBe('c1');
  expect(await visit(`${loopback.url}?state=s1&code=c2`)).toBe(400);
});

test('an early request is refused: nobody waits yet', async () => {
  expect(await visit(`${loopback.url}?state=s1`)).toBe(400);
});

test('another path, method or host name is not found', async () => {
  const waiting = wanted(300);
  const { origin, port } = new URL(loopback.url);
  expect(await visit(`${origin}/?state=s1`)).toBe(404);
  expect(await visit(`${loopback.url}?state=s1`, { method: 'POST' })).toBe(404);
  for (const host of ['evil.test', `evil.test:${port}`, `127.0.0.1.evil.test:${port}`]) {
    expect(await visit(`${loopback.url}?state=s1`, { host })).toBe(404);
  }
  expect(await waiting).toBeUndefined();
});

test('a path that is no URL is not found, and ends nothing', async () => {
  const waiting = wanted();
  const { host, hostname, port } = new URL(loopback.url);
  const status = await new Promise((resolve, reject) => {
    request({ hostname, port, path: '//', headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on('error', reject)
      .end();
  });
  expect(status).toBe(404);
  expect(await visit(`${loopback.url}?state=s1`)).toBe(200);
  expect(await waiting).toBeDefined();
});

test('the path cannot be guessed', async () => {
  const other = await listenOnLoopback(stop.signal);
  other.close();
  expect(new URL(loopback.url).pathname).toMatch(/^\/[\w-]{22}$/);
  expect(new URL(other.url).pathname).not.toBe(new URL(loopback.url).pathname);
});

test('an interrupt ends the wait, also one that came earlier', async () => {
  const waiting = wanted();
  stop.abort();
  expect(await waiting).toBeUndefined();
  expect(await wanted()).toBeUndefined();
});

test('accepts no connection after it is closed', async () => {
  loopback.close();
  await expect(visit(loopback.url)).rejects.toThrow(/ECONNREFUSED/);
});
