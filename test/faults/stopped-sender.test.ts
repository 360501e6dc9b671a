import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { built, type Place, started } from '../safety/run-programs.ts';
import { type Asked, ahead, openAsked } from '../safety/stub-payment-service.ts';
import { type Gateway, openGateway } from './gateway.ts';

const QUICK = 'pay quick conn_1 --amount 77 --yes --json';
/** Past the deadline of one second, and what the program allows beside it. */
const LONG_MS = 4_500;

let service: Asked;
let gateway: Gateway;
let place: Place;
/** Called when a program waits for its connection. */
let onConnecting: () => Promise<void>;
beforeEach(async () => {
  onConnecting = async () => {};
  service = await openAsked();
  gateway = await openGateway(service.baseUrl, {
    connecting: () => onConnecting(),
    established() {},
    async answered() {},
  });
  place = { env: { ...service.env, ...gateway.env } };
});
afterEach(async () => {
  await gateway.close();
  await service.close();
});

const rows = async (at: Place) => JSON.parse((await built(at, 'journal list --json')).out);

test('a payment whose program was stopped while it connected is neither judged nor sent late', async () => {
  let connected = () => {};
  const isConnecting = new Promise<void>((done) => {
    connected = done;
  });
  let letGo = () => {};
  const held = new Promise<void>((done) => {
    letGo = done;
  });
  onConnecting = async () => {
    if ((await rows(place)).length === 0) return;
    onConnecting = async () => {};
    connected();
    await held;
  };
  const first = started(place, `${QUICK} --timeout 1`);
  await isConnecting;
  first.kill('SIGSTOP');
  const [{ id }] = await rows(place);
  await pause(LONG_MS);

  // The clock of the one who judges is three hours on.
  const later = ahead(service, 3 / 24);
  const elsewhere = { env: { ...later.env, ...gateway.env } };
  const verdict = await built(elsewhere, `journal resolve ${id} --not-applied --json`);
  const reconciled = await built(elsewhere, 'journal reconcile --quiet-period 1');
  const again = await built(elsewhere, QUICK);
  const paidMeanwhile = service.writes.length;
  letGo();
  first.kill('SIGCONT');
  const { exitCode, stderr } = await first;

  expect({
    verdict: verdict.code,
    reconciled: reconciled.code,
    again: again.code,
    paidMeanwhile,
    first: exitCode,
    paid: service.writes.length,
  }).toEqual({
    ...{ verdict: 2, reconciled: 0, again: 14, paidMeanwhile: 0 },
    ...{ first: 9, paid: 0 },
  });
  const { error } = JSON.parse(verdict.err);
  expect(error.message).toBe(
    `Intent ${id} has no outcome yet: process ${first.pid}, which is stopped, is sending it.`,
  );
  expect(error.next).toEqual([
    `let it go on: kill -CONT ${first.pid}`,
    `or end it: kill -KILL ${first.pid}`,
  ]);
  expect(reconciled.err).toContain(`process ${first.pid}, which is stopped`);
  expect(JSON.parse(stderr).error).toMatchObject({ code: 'sent_too_late', outcome: 'not-sent' });
  expect(await rows(place)).toMatchObject([{ id, outcome: 'not-sent', sentAt: null }]);
  expect((await built(place, QUICK)).code).toBe(0);
  expect(service.writes).toHaveLength(1);
});

test('a payment that was stopped for a moment is sent', async () => {
  onConnecting = async () => {
    if ((await rows(place)).length === 0) return;
    onConnecting = async () => {};
    first.kill('SIGSTOP');
    await pause(300);
    first.kill('SIGCONT');
  };
  const first = started(place, QUICK);
  expect((await first).exitCode).toBe(0);
  expect(service.writes).toHaveLength(1);
});

test('a stopped program that is killed leaves an unknown outcome, which can be judged', async () => {
  onConnecting = async () => {
    if ((await rows(place)).length === 0) return;
    onConnecting = async () => {};
    first.kill('SIGSTOP');
    first.kill('SIGKILL');
  };
  const first = started(place, QUICK);
  await first;
  const [{ id }] = await rows(place);
  expect((await built(place, QUICK)).code).toBe(14);
  expect((await built(place, `journal resolve ${id} --not-applied`)).code).toBe(0);
  expect((await built(place, QUICK)).code).toBe(0);
  expect(service.writes).toHaveLength(1);
});
