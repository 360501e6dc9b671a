import type { IncomingHttpHeaders } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventTypes } from '../../src/api/operations/event-types.ts';
import type { TestInput } from '../helpers/run-command.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { type Answering, answering } from '../helpers/stub-server.ts';

interface Delivery {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

let service: Service;
let server: Answering;
let url: string;
let deliveries: Delivery[];
/** The status of each response, the last one from then on. */
let statuses: number[];

beforeEach(async () => {
  service = await startService();
  deliveries = [];
  statuses = [200];
  server = await answering((incoming, outgoing, text) => {
    deliveries.push({ headers: incoming.headers, text });
    const [status = 200] = statuses.length > 1 ? statuses.splice(0, 1) : statuses;
    outgoing.writeHead(status, { connection: 'close' }).end();
  });
  url = `${server.baseUrl}/webhooks`;
});
afterEach(async () => {
  await server.close();
  await service.close();
});

/** Runs a command until it is interrupted. */
function running(line: string, typed: TestInput = {}) {
  const ctrlC = new AbortController();
  let printed = '';
  const ran = service.remit(line, {
    ...typed,
    interrupted: ctrlC.signal,
    onPrinted: (chunk) => {
      printed += Buffer.from(chunk).toString();
    },
  });
  return {
    lines: () => printed.split('\n').slice(0, -1),
    printed: (count: number) =>
      vi.waitFor(() => expect(printed.split('\n').length - 1).toBeGreaterThanOrEqual(count), {
        timeout: 15_000,
      }),
    end: () => {
      ctrlC.abort('SIGINT');
      return ran;
    },
  };
}

/** Causes an event of the type `invitation.created`. */
const invite = (email: string) => service.json(`invite send ${email} --alias Partner`);

/** Starts a listener and waits until it listens: an event it was told to start after is the first that comes. */
async function listening(line: string, typed?: TestInput) {
  const [last] = (await service.json<{ id: string }[]>('sandbox events')).slice(-1);
  return running(`${line} --after ${last?.id}`, typed);
}

test('forwards events to a local program, signed as Standard Webhooks define it', async () => {
  const listener = await listening(`sandbox listen --forward-to ${url} --event invitation.created`);
  await invite('one@partner.test');
  await service.json('connection list');
  await invite('two@partner.test');
  await listener.printed(2);
  const { code, err } = await listener.end();
  const { secret } = await service.json<{ secret: string }>('sandbox webhook');
  expect([code, err]).toEqual([
    0,
    `Forwarding to ${url}. Press Ctrl-C to stop.\nThe signing secret is ${secret}\n`,
  ]);
  const logged = await service.json<object[]>('sandbox events --event invitation.created');
  const receiver = new Webhook(secret);
  const headersOf = ({ headers }: Delivery) => headers as Record<string, string>;
  expect(deliveries.map((it) => receiver.verify(it.text, headersOf(it)))).toEqual(logged.slice(-2));
  expect(() =>
    new Webhook('whsec_b3RoZXI=').verify(
      deliveries[0]?.text ?? '',
      headersOf(deliveries[0] as Delivery),
    ),
  ).toThrow('No matching signature');
  expect(listener.lines().map((line) => JSON.parse(line))).toEqual(
    logged.slice(-2).map((event) => ({ event, url, attempt: 1, status: 200, error: null })),
  );
});

test('starts with the events from now on', async () => {
  await invite('before@partner.test');
  const listener = running(`sandbox listen --forward-to ${url} --event invitation.created`);
  // It may not listen yet when the first of them happens.
  await vi.waitFor(
    async () => {
      await invite(`after${Math.random()}@partner.test`);
      expect(deliveries.length).toBeGreaterThan(0);
    },
    { timeout: 15_000, interval: 300 },
  );
  await listener.end();
  const logged = await service.json<{ id: string }[]>('sandbox events --event invitation.created');
  expect(JSON.parse(deliveries[0]?.text ?? '').id).not.toBe(logged[0]?.id);
});

test('sends an event again that was not accepted, and gives it up after four attempts', async () => {
  statuses = [500, 503, 200, 404];
  const tty = { stdout: true, stderr: true };
  const listener = await listening(
    `sandbox listen --forward-to ${url} --event invitation.created`,
    {
      tty,
    },
  );
  await invite('one@partner.test');
  await invite('two@partner.test');
  await listener.printed(7);
  await listener.end();
  const outcomes = listener.lines().map((line) => line.replace(/^.* → /, ''));
  expect(outcomes).toEqual([
    ...['500, retrying', '503, retrying', '200'],
    ...['404, retrying', '404, retrying', '404, retrying', '404, given up'],
  ]);
  expect(listener.lines()[0]).toMatch(
    /^\d\d:\d\d:\d\d {2}invitation\.created {4} {2}evt_[a-z2-7]{16} {2}→ 500, retrying$/,
  );
});

test('says why a program cannot be reached', async () => {
  const gone = url;
  await server.close();
  const listener = await listening(
    `sandbox listen --forward-to ${gone} --event invitation.created`,
  );
  await invite('one@partner.test');
  await listener.printed(1);
  await listener.end();
  expect(JSON.parse(listener.lines()[0] ?? '')).toMatchObject({
    status: null,
    error: expect.stringContaining('ECONNREFUSED'),
  });
});

test('prints the events without --forward-to', async () => {
  const listener = await listening('sandbox listen');
  await invite('one@partner.test');
  await listener.printed(1);
  const { code } = await listener.end();
  const logged = await service.json<object[]>('sandbox events');
  expect([code, JSON.parse(listener.lines()[0] ?? '')]).toEqual([0, logged.at(-1)]);
});

test('events --follow prints JSON lines, and text in a terminal', async () => {
  const follower = await listening('sandbox events --follow --event invitation.created');
  const person = await listening('sandbox events --follow', { tty: { stdout: true } });
  const forced = await listening('sandbox events --follow --json', { tty: { stdout: true } });
  await invite('one@partner.test');
  for (const it of [follower, person, forced]) await it.printed(1);
  for (const it of [follower, person, forced]) expect((await it.end()).code).toBe(0);
  const event = (
    await service.json<{ id: string; resource: { id: string } }[]>('sandbox events')
  ).at(-1);
  expect(JSON.parse(follower.lines()[0] ?? '')).toEqual(event);
  expect(JSON.parse(forced.lines()[0] ?? '')).toEqual(event);
  expect(person.lines()).toEqual([
    `Mar 2 10:00  invitation.created      ${event?.id}  ${event?.resource.id}`,
  ]);
});

test('events --follow goes on with the first event after a reset', async () => {
  const follower = await listening('sandbox events --follow');
  // It follows once it has printed an event.
  await invite('one@partner.test');
  await follower.printed(1);
  await service.json('sandbox reset --yes --seed empty');
  await service.remit(
    'business create-basic --name Kiosk --type llc --street "1 A St" --city Waco --state TX --zip 76701',
  );
  await follower.printed(2);
  await follower.end();
  const [first] = await service.json<object[]>('sandbox events');
  expect(JSON.parse(follower.lines()[1] ?? '')).toEqual(first);
});

test('resends an event, and exits with 11 if it is not accepted', async () => {
  await invite('one@partner.test');
  const event = (await service.json<{ id: string; type: string }[]>('sandbox events')).at(-1);
  const { id, type } = event ?? {};
  const alone = await service.remit(`sandbox events resend ${id}`);
  expect([alone.code, alone.err]).toEqual([2, expect.stringContaining('--url is required')]);
  const sent = await service.json(`sandbox events resend ${id} --url ${url}`);
  expect(sent).toEqual({ id, type, url, status: 200, error: null });
  expect(deliveries.map(({ text }) => JSON.parse(text))).toEqual([event]);
  statuses = [410];
  const refused = await service.remit(`sandbox events resend ${id} --url ${url} --json`);
  expect(refused.code).toBe(11);
  expect(JSON.parse(refused.out)).toMatchObject({ status: 410, error: 'response status 410' });
  expect(deliveries).toHaveLength(2);
  expect((await service.remit(`sandbox events resend evt_none --url ${url}`)).code).toBe(6);
});

test('lists the events that were not accepted, delivers them again, and goes on listening', async () => {
  statuses = [503, 503, 503, 503, 200];
  const listener = await listening(`sandbox listen --forward-to ${url} --event invitation.created`);
  await invite('one@partner.test');
  await listener.printed(4);
  await invite('two@partner.test');
  await listener.printed(5);
  const [first, ...others] = await service.json<{ id: string }[]>('sandbox webhook failed');
  expect(first).toMatchObject({ type: 'invitation.created', url, error: 'response status 503' });
  expect(others).toEqual([]);

  statuses = [410];
  const refused = await service.remit('sandbox events resend --failed --json');
  expect([refused.code, JSON.parse(refused.out)]).toMatchObject([11, [{ status: 410 }]]);
  statuses = [200];
  expect(await service.json('sandbox events resend --failed')).toMatchObject([
    { id: first?.id, status: 200, error: null },
  ]);
  expect(await service.json('sandbox webhook failed')).toEqual([]);
  expect(await service.json('sandbox events resend --failed')).toEqual([]);
  const both = await service.remit(`sandbox events resend ${first?.id} --failed`);
  expect([both.code, (await service.remit('sandbox events resend')).code]).toEqual([2, 2]);
  await listener.end();
});

test('trigger causes an event, which is forwarded', async () => {
  const listener = await listening(`sandbox listen --forward-to ${url} --event payment.completed`);
  const caused = await service.json<{ type: string }[]>('sandbox trigger payment.completed');
  expect(caused.map(({ type }) => type)).toEqual([
    ...['payable.created', 'payable.submitted', 'payable.approved', 'payment.created'],
    ...['payment.processing', 'payment.completed', 'payable.paid'],
  ]);
  await listener.printed(1);
  await listener.end();
  expect(deliveries.map(({ text }) => JSON.parse(text))).toEqual([caused[5]]);
});

test('trigger --list names every type', async () => {
  const rows =
    await service.json<{ type: string; triggerable: boolean }[]>('sandbox trigger --list');
  expect(rows.map(({ type }) => type)).toEqual(Object.keys(eventTypes));
  expect(rows.filter(({ triggerable }) => !triggerable)).toEqual([
    {
      type: 'fault.applied',
      triggerable: false,
      meaning: 'needs a request of yours: remit sandbox fault add --http-status 503',
    },
  ]);
});

test.each([
  ['sandbox trigger', 2, '--list'],
  ['sandbox trigger payment.lost', 2, 'must be a type of event'],
  ['sandbox trigger fault.applied', 7, 'remit sandbox fault add'],
  ['sandbox events --event payment.complete', 2, 'did you mean payment.completed?'],
  ['sandbox events --after evt_none', 6, 'evt_none does not exist'],
  ['sandbox events --follow --after evt_none', 6, 'evt_none does not exist'],
  ['sandbox events --follow --csv', 2, 'not as csv'],
  ['sandbox events --follow --columns id', 2, '--columns'],
  ['sandbox listen --forward-to ftp://a.test', 2, '--forward-to'],
  ['sandbox listen --forward-to http://user:pass@a.test', 2, '--forward-to'],
])('%s exits with %i', async (line, code, message) => {
  expect(await service.remit(line)).toMatchObject({ code, err: expect.stringContaining(message) });
});
