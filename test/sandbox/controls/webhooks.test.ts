import { createHmac } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { visibleTextOf } from '../../helpers/scriptless-browser.ts';
import { type Answering, answering } from '../../helpers/stub-server.ts';
import { databaseFor } from '../../helpers/test-database.ts';
import {
  openSandbox,
  type SandboxWishes,
  type TestSandbox,
  temporaryFolder,
} from '../open-sandbox.ts';
import { openInspector } from '../pages/inspector-visitor.ts';

interface Delivery {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
  readonly event: any;
}

let deliveries: Delivery[];
/** What the receiver answers, the last one from then on. */
let answers: number[];
let url: string;
let receiver: Answering;

beforeEach(async () => {
  deliveries = [];
  answers = [200];
  receiver = await answering((incoming, outgoing, text) => {
    deliveries.push({ headers: incoming.headers, text, event: JSON.parse(text) });
    const [status = 200] = answers.length > 1 ? answers.splice(0, 1) : answers;
    outgoing.writeHead(status, { connection: 'close' }).end();
  });
  url = `${receiver.baseUrl}/events`;
});

const opened: TestSandbox[] = [];
afterEach(async () => {
  for (const it of opened.splice(0)) await it.close();
  await receiver.close();
});

async function open(wishes: SandboxWishes = {}): Promise<TestSandbox> {
  const sandbox = await openSandbox({ seed: 'demo', webhookUrl: url, ...wishes });
  opened.push(sandbox);
  return sandbox;
}

async function invite(sandbox: TestSandbox, email: string): Promise<void> {
  const token = await sandbox.ownerToken();
  const [payer] = await sandbox.businesses();
  const path = `/api/businesses/${payer?.id}/invitations`;
  await sandbox.send('POST', path, { token, body: { email } });
}

const state = (sandbox: TestSandbox) => sandbox.control('GET', '/sandbox/webhook');
const received = (count: number) =>
  vi.waitFor(() => expect(deliveries).toHaveLength(count), { timeout: 10_000 });
const events = () => deliveries.map(({ event }) => event);

test('events are delivered after they happened, in order, signed', async () => {
  const sandbox = await open();
  await invite(sandbox, 'one@partner.test');
  await invite(sandbox, 'two@partner.test');
  await received(2);
  const logged = await sandbox.control('GET', '/sandbox/events?type=invitation.created');
  expect(events()).toEqual(logged.slice(-2));

  const { secret } = await state(sandbox);
  for (const { headers, text, event } of deliveries) {
    expect(headers['webhook-id']).toBe(event.id);
    const content = `${event.id}.${headers['webhook-timestamp']}.${text}`;
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const signature = createHmac('sha256', key).update(content).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${signature}`);
  }
  await vi.waitFor(async () => expect(await state(sandbox)).toMatchObject({ url, pending: 0 }));
});

test('a failed delivery is retried, and abandoned after four retries', async () => {
  answers = [500, 404, 200, 503];
  const sandbox = await open();
  await invite(sandbox, 'one@partner.test');
  await received(3);
  expect(new Set(events().map(({ id }) => id)).size).toBe(1);
  await invite(sandbox, 'two@partner.test');
  await received(7);
  await vi.waitFor(async () => {
    expect(await state(sandbox)).toMatchObject({
      pending: 0,
      failed: 1,
      lastError: 'response status 503',
    });
  });
}, 30_000);

test('an unreachable receiver delays no request', async () => {
  const sandbox = await open({ webhookUrl: 'http://127.0.0.1:9/nowhere' });
  const startedAt = performance.now();
  for (let at = 0; at < 5; at++) await invite(sandbox, `p${at}@partner.test`);
  expect((await state(sandbox)).pending).toBeGreaterThan(0);
  await sandbox.close();
  opened.length = 0;
  expect(performance.now() - startedAt).toBeLessThan(4000);
});

test('events not delivered before a stop are delivered after the next start', async () => {
  const dataDir = temporaryFolder();
  answers = [500];
  const first = await open({ dataDir });
  await invite(first, 'one@partner.test');
  await received(1);
  await first.close();
  answers = [200];
  deliveries = [];
  opened.splice(0);
  const second = await open({ dataDir });
  await invite(second, 'two@partner.test');
  await received(2);
  expect(events().map(({ type }) => type)).toEqual(['invitation.created', 'invitation.created']);
  await vi.waitFor(async () => expect(await state(second)).toMatchObject({ pending: 0 }));
  await second.close();
  opened.splice(0);

  const third = await open({ dataDir, webhookUrl: undefined });
  // On a database another server may be telling: that goes on.
  const url = databaseFor(dataDir) ? expect.any(String) : null;
  expect(await state(third)).toMatchObject({ url, pending: 0 });
  await third.close();
  opened.splice(0);
  rmSync(dataDir, { recursive: true });
});

test('after a reset, events are delivered from the start', async () => {
  const sandbox = await open();
  await invite(sandbox, 'one@partner.test');
  await received(1);
  deliveries = [];
  await sandbox.control('POST', '/sandbox/reset', {});
  const logged = await sandbox.control('GET', '/sandbox/events');
  await received(logged.length);
  expect(events()).toEqual(logged);
});

test('the inspector shows each attempt with its answer, and sends an event again', async () => {
  answers = [500, 200];
  const sandbox = await open();
  const { look, press } = await openInspector(sandbox);
  await invite(sandbox, 'one@partner.test');
  await received(2);
  const [event] = await sandbox.control('GET', '/sandbox/events?last=1');
  await vi.waitFor(async () => {
    const words = visibleTextOf(await look('/sandbox/inspector/deliveries'));
    expect(words).toMatch(/invitation\.created 2 200 accepted .* 1 500 response status 500/);
  });
  const page = `/sandbox/inspector/events/${event.id}`;
  expect((await look(page)).text).toContain('>Resend</button>');
  expect((await press(`${page}/resend`)).headers.get('location')).toBe(page);
  await received(3);
  expect(events()[2]).toEqual(event);
  expect((await sandbox.send('POST', `${page}/resend`)).status).toBe(401);
  expect((await press('/sandbox/inspector/events/evt_none/resend')).status).toBe(404);
  expect(await state(sandbox)).toMatchObject({ pending: 0, failed: 0 });
});

test('an event that the inspector sent again is a failed delivery only if it was not accepted', async () => {
  const failed = (sandbox: TestSandbox) => sandbox.control('GET', '/sandbox/webhook/failed');
  answers = [503];
  const sandbox = await open();
  const { press } = await openInspector(sandbox);
  await invite(sandbox, 'one@partner.test');
  await received(4);
  await vi.waitFor(async () => expect(await failed(sandbox)).toHaveLength(1));
  const [{ id }] = await failed(sandbox);
  answers = [200];
  await press(`/sandbox/inspector/events/${id}/resend`);
  await vi.waitFor(async () => expect(await failed(sandbox)).toEqual([]));
}, 30_000);
