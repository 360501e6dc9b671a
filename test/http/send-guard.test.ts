import { createServer as createSecureServer } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { LateSendError, UnreachableError, WithheldError } from '../../src/api/client/errors.ts';
import { withRetries } from '../../src/api/client/middleware/retry.ts';
import { outcomeOf } from '../../src/api/client/outcome.ts';
import { createTransport } from '../../src/api/client/transport/transport.ts';
import { IntentDecidedError } from '../../src/money/journal/errors.ts';
import { createSendGuard } from '../../src/money/sending/send-guard.ts';
import { reply } from '../helpers/stub-server.ts';
import {
  bothWays,
  certificate,
  deadAddress,
  failure,
  listening,
  paying,
  scripted,
  serveRaw,
  whole,
} from './stub-servers.ts';

const ways = bothWays();

/** A recorded request, whose age and fate a test sets. */
function recorded() {
  const intent = { ageMs: 0, decide: async () => {} };
  const sendGuard = createSendGuard({
    ageMs: () => intent.ageMs,
    assertUndecided: () => intent.decide(),
  });
  return { intent, request: { ...paying, sendGuard } };
}

/** Starts an HTTPS server that counts connections and requests. */
async function givenServer() {
  const counts = { connections: 0, closed: 0, requests: 0 };
  const server = createSecureServer(certificate, (_, response) => {
    counts.requests += 1;
    reply(response, 201, { id: 'pmt_1' });
  });
  server.on('connection', (socket) => {
    counts.connections += 1;
    socket.once('close', () => {
      counts.closed += 1;
    });
  });
  const { port } = await listening(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { counts, base: new URL(`https://localhost:${port}`) };
}

const trusted = { ca: certificate.cert, timeoutMs: 5_000 };

describe.each(ways)('%s', (_, open) => {
  test('nothing is written on the connection of a request that became too old while it was opened', async () => {
    const { counts, base } = await givenServer();
    const { intent, request } = recorded();
    const send = withRetries(open({ base, ...trusted }), {
      pause: async () => {},
      random: () => 0,
    });
    intent.decide = async () => {
      intent.ageMs = 7_001;
    };
    const error = await failure(send(request));
    expect(error).toBeInstanceOf(WithheldError);
    expect(error).toMatchObject({ cause: expect.any(LateSendError) });
    expect(outcomeOf(error)).toBe('not-sent');
    await vi.waitFor(() => expect(counts).toEqual({ connections: 1, closed: 1, requests: 0 }));
  });

  test('nothing is written for a request that somebody decided about', async () => {
    const { counts, base } = await givenServer();
    const { intent, request } = recorded();
    intent.decide = () => Promise.reject(new IntentDecidedError('int_1', 'not-applied'));
    const error = await failure(open({ base, ...trusted })(request));
    expect(error).toMatchObject({ cause: expect.any(IntentDecidedError) });
    await vi.waitFor(() => expect(counts).toEqual({ connections: 1, closed: 1, requests: 0 }));
  });

  test('a request in time is sent once its record was read', async () => {
    const { counts, base } = await givenServer();
    const { intent, request } = recorded();
    let requestsThen: number | undefined;
    intent.decide = async () => {
      await pause(50);
      requestsThen = counts.requests;
    };
    intent.ageMs = 5_000;
    expect(await whole(open({ base, ...trusted }), request)).toMatchObject({ status: 201 });
    expect([requestsThen, counts.requests]).toEqual([0, 1]);
  });
});

test('reading the record takes no longer than a connection may', async () => {
  const { counts, base } = await givenServer();
  const { intent, request } = recorded();
  intent.decide = () => pause(600);
  const error = await failure(createTransport({ base, ...trusted, timeoutMs: 300 })(request));
  expect(error).toBeInstanceOf(UnreachableError);
  expect([outcomeOf(error), counts.requests]).toEqual(['not-sent', 0]);
});

test('a request that stood still in a failed attempt is not tried again', async () => {
  const { intent, request } = recorded();
  const send = withRetries(
    async (it) => {
      attempts += 1;
      const answer = await failure(createTransport({ base: await deadAddress(), ...trusted })(it));
      intent.ageMs = 75_000;
      throw answer;
    },
    { pause: async () => {}, random: () => 0 },
  );
  let attempts = 0;
  expect(await failure(send(request))).toMatchObject({
    cause: expect.any(LateSendError),
    message: expect.stringMatching(/75 s passed .* its deadline is 5 s/),
  });
  expect(attempts).toBe(1);
});

test('waits that the service asks for make no request too old', async () => {
  const { intent, request } = recorded();
  const { send, requests } = scripted(
    { status: 429, headers: { 'retry-after': '50' } },
    { status: 429, headers: { 'retry-after': '50' } },
    { status: 201 },
  );
  const waits: number[] = [];
  const guarded = withRetries(
    async (it) => {
      it.sendGuard?.startAttempt(60_000);
      await it.sendGuard?.beforeFirstByte();
      return send(it);
    },
    {
      pause: async (ms) => {
        waits.push(ms);
        intent.ageMs += ms + 1_000;
      },
      random: () => 0,
    },
  );
  expect(await guarded(request)).toMatchObject({ status: 201 });
  expect([waits, requests.length]).toEqual([[50_000, 50_000], 3]);
});

test('a connection that is not opened in time is tried again', async () => {
  const silent = await serveRaw(() => {});
  const { intent, request } = recorded();
  const startedAt = performance.now();
  Object.defineProperty(intent, 'ageMs', { get: () => performance.now() - startedAt });
  let attempts = 0;
  const transport = createTransport({
    base: new URL(`https://localhost:${silent.port}`),
    ...trusted,
    timeoutMs: 300,
  });
  const send = withRetries(
    (it) => {
      attempts += 1;
      return transport(it);
    },
    { pause: async () => {}, random: () => 0 },
  );
  expect(await failure(send(request))).toBeInstanceOf(UnreachableError);
  expect(attempts).toBe(3);
});

test('after three quarters of an hour nothing is sent, whatever the timeout is', async () => {
  const { intent, request } = recorded();
  request.sendGuard.startAttempt(3_600_000);
  intent.ageMs = 44 * 60_000;
  await request.sendGuard.beforeFirstByte();
  intent.ageMs = 46 * 60_000;
  await expect(request.sendGuard.beforeFirstByte()).rejects.toThrow(WithheldError);
});
