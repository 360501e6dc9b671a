import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openTrade, type Trade } from '../trading-partners.ts';
import { type InspectorVisitor, openInspector } from './inspector-visitor.ts';

const LIVE = '/sandbox/inspector/live';
const MAX_STREAMS = 64;

let trade: Trade;
let visitor: InspectorVisitor;
beforeEach(async () => {
  trade = await openTrade();
  visitor = await openInspector(trade);
});
afterEach(() => trade.close());

/** A message of a stream: its fields by name. */
type Message = Readonly<Record<string, string>>;

/** Opens the stream of a page. Its messages come one by one; comments are left out. */
async function listenFrom(mark: string, headers: Readonly<Record<string, string>> = {}) {
  const url = `http://localhost${LIVE}?mark=${mark}`;
  const asked = new Request(url, { headers: { cookie: visitor.cookie, ...headers } });
  const response = await trade.fetch(asked);
  const reader = response.body?.getReader();
  let text = '';
  async function next(): Promise<Message | undefined> {
    while (!text.includes('\n\n')) {
      const chunk = await reader?.read();
      if (!chunk?.value) return undefined;
      text += new TextDecoder().decode(chunk.value);
    }
    const [message = '', rest = ''] = text.split(/\n\n(.*)/s);
    text = rest;
    return message.includes('event: ') ? fieldsOf(message) : next();
  }
  return { response, next, leave: async () => reader?.cancel() };
}

const fieldsOf = (message: string): Message =>
  Object.fromEntries(message.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)));

/** Resolves to the mark that the overview was drawn with. */
async function drawnMark(): Promise<string> {
  const [, mark = ''] = /data-mark="([\d.]+)"/.exec((await visitor.look('/sandbox')).text) ?? [];
  expect(mark).not.toBe('');
  return mark;
}

const draft = (amount: number) =>
  trade.done(trade.payee, 'POST', `/api/businesses/${trade.payee.businessId}/payables`, {
    ...{ connectionId: trade.connectionId, amount, submit: true },
  });

test('a stream requires the cookie of the inspector', async () => {
  expect((await trade.send('GET', LIVE)).status).toBe(401);
  const { status } = await trade.send('GET', LIVE, { token: trade.controlToken });
  expect(status).toBe(401);
});

test('a page is told of a change since it was drawn', async () => {
  const mark = await drawnMark();
  await draft(12);
  const { response, next, leave } = await listenFrom(mark);
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const message = await next();
  expect(message?.['event']).toBe('changed');
  expect(message?.['id']).toBe(await drawnMark());
  await leave();
});

test('a page is told of the clock and of faults, too', async () => {
  const { next, leave } = await listenFrom(await drawnMark());
  await trade.advance({ by: 'PT1H' });
  expect((await next())?.['id']).toBe(await drawnMark());
  await trade.control('POST', '/sandbox/faults', { status: 500, times: 1 });
  expect((await next())?.['id']).toBe(await drawnMark());
  await leave();
});

test('many changes are one message in half a second, the last of them included', async () => {
  const { next, leave } = await listenFrom(await drawnMark());
  await draft(1);
  await next();
  const from = performance.now();
  for (let amount = 2; amount <= 30; amount++) await draft(amount);
  const messages = [await next()];
  while (messages.at(-1)?.['id'] !== (await drawnMark())) messages.push(await next());
  expect(messages.length).toBeLessThanOrEqual(1 + (performance.now() - from) / 499);
  await leave();
});

test('a stream that opens again goes on where it was', async () => {
  const old = await drawnMark();
  await draft(5);
  const current = await drawnMark();
  const { next, leave } = await listenFrom(old, { 'last-event-id': current });
  await trade.advance({ by: 'PT1H' });
  expect((await next())?.['id']).toBe(await drawnMark());
  await leave();
});

test('pages share two messages a second, and each has its turn', async () => {
  const mark = await drawnMark();
  const streams = await Promise.all(Array.from({ length: 4 }, () => listenFrom(mark)));
  const from = performance.now();
  await draft(1);
  await Promise.all(streams.map(({ next }) => next()));
  expect(performance.now() - from).toBeGreaterThan(1_400);
  await draft(2);
  await Promise.all(streams.map(({ next }) => next()));
  expect(performance.now() - from).toBeGreaterThan(3_300);
  for (const { leave } of streams) await leave();
});

test('a bounded number of streams is open, and one that ends makes room', async () => {
  const streams = [];
  for (let count = 0; count < MAX_STREAMS; count++) streams.push(await listenFrom(''));
  expect((await listenFrom('')).response.status).toBe(503);
  await streams[0]?.leave();
  const { response } = await listenFrom('');
  expect(response.status).toBe(200);
});

test('streams end with the sandbox', async () => {
  const sandbox = await openTrade({ listens: true });
  const { cookie } = await openInspector(sandbox);
  const response = await fetch(`${sandbox.baseUrl}${LIVE}`, { headers: { cookie } });
  const ended = response.text();
  const from = performance.now();
  await sandbox.close();
  expect(await ended).toContain('retry: ');
  expect(performance.now() - from).toBeLessThan(1_500);
});

test('a stream ends with its browser', async () => {
  const sandbox = await openTrade({ listens: true });
  const { cookie } = await openInspector(sandbox);
  const gone = new AbortController();
  const open = (signal?: AbortSignal) =>
    fetch(`${sandbox.baseUrl}${LIVE}`, { headers: { cookie }, ...(signal && { signal }) });
  // Kept, since fetch ends the stream of a response that nobody can read any more.
  const opened: Response[] = [];
  while (opened.length < MAX_STREAMS) opened.push(await open(gone.signal));
  expect((await open()).status).toBe(503);
  gone.abort();
  await vi.waitFor(async () => expect((await open()).status).toBe(200));
  await sandbox.close();
});

describe('a stream on which nothing happens', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval'] }));
  afterEach(() => void vi.useRealTimers());

  test('has a heartbeat, and ends after half an hour', async () => {
    const { cookie } = visitor;
    const response = await trade.fetch(
      new Request(`http://localhost${LIVE}?mark=${await drawnMark()}`, { headers: { cookie } }),
    );
    const reader = response.body?.getReader();
    const read = async () => new TextDecoder().decode((await reader?.read())?.value);
    expect(await read()).toBe('retry: 2000\n\n');
    vi.advanceTimersByTime(15_000);
    expect(await read()).toBe(':\n\n');
    for (let beats = 1; beats < 120; beats++) {
      vi.advanceTimersByTime(15_000);
      expect(await read()).toBe(':\n\n');
    }
    vi.advanceTimersByTime(15_000);
    expect((await reader?.read())?.done).toBe(true);
  });
});
