import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { reply } from '../helpers/stub-server.ts';
import { built, builtJson, started } from './run-programs.ts';
import { type Asked, openAsked, PAY, taken } from './stub-payment-service.ts';

let service: Asked;
beforeEach(async () => {
  service = await openAsked();
});
afterEach(() => service.close());

/** Resolves with what is to be answered, once a write is with the service. */
const writeArrives = () =>
  new Promise<ServerResponse>((done) => {
    service.answers((response) => done(response));
  });

const refuse = (response: ServerResponse) =>
  reply(response, 422, { code: 'insufficient_funds', message: 'There is not enough money.' });
const unresolved = () => builtJson<{ id: string }[]>(service, 'journal list --unresolved');
const outcomes = async () =>
  (await builtJson<{ outcome: string }[]>(service, 'journal list')).map(({ outcome }) => outcome);

type Ending = [
  signal: 'SIGINT' | 'SIGTERM',
  what: string,
  answer: (response: ServerResponse) => void,
  code: number,
  outcome: string,
];

const endings: Ending[] = (['SIGINT', 'SIGTERM'] as const).flatMap((signal): Ending[] => [
  [signal, 'says that it paid', (it) => taken(it, { payableId: 'pay_1' }), 0, 'applied'],
  [signal, 'refuses', refuse, 7, 'rejected'],
  [signal, 'never comes whole', (it) => void it.destroy(), 10, 'unknown'],
]);

describe('a payment in flight is completed after the first signal', () => {
  test.for(endings)('%s: its response %s', async ([signal, , answer, code, outcome]) => {
    const arrived = writeArrives();
    const program = started(service, PAY);
    const response = await arrived;
    program.kill(signal);
    await pause(150);
    expect(program.exitCode).toBe(null);
    answer(response);
    const { exitCode, stdout } = await program;
    expect([exitCode, stdout.includes('pmt_pay_1')]).toEqual([code, code === 0]);
    expect(await outcomes()).toEqual([outcome]);
    expect(service.writes).toHaveLength(1);
  });
});

test.for(['SIGINT', 'SIGTERM'] as const)(
  'a second %s stops at once, and the unknown outcome is reported',
  async (signal) => {
    const arrived = writeArrives();
    const program = started(service, PAY);
    await arrived;
    program.kill(signal);
    await pause(100);
    program.kill(signal);
    const { exitCode, stdout, stderr } = await program;
    const [doubt] = await unresolved();
    expect([exitCode, stdout]).toEqual([10, '']);
    expect(JSON.parse(stderr).error).toMatchObject({ intentId: doubt?.id, outcome: 'unknown' });
    expect((await built(service, PAY)).code).toBe(14);
    expect(service.writes).toHaveLength(1);
  },
);

test.for(['SIGHUP', 'SIGKILL'] as const)(
  'a request in flight at the end by %s has an unknown outcome',
  async (signal) => {
    const arrived = writeArrives();
    const program = started(service, PAY);
    await arrived;
    program.kill(signal);
    expect((await program).signal).toBe(signal);
    expect(await unresolved()).toMatchObject([{ outcome: 'sending', payableId: 'pay_1' }]);
    expect((await built(service, PAY)).code).toBe(14);
    expect(service.writes).toHaveLength(1);
  },
);

test.for<['SIGINT' | 'SIGTERM', number]>([
  ['SIGINT', 130],
  ['SIGTERM', 143],
])(
  '%s before anything is sent exits with %i, without an unknown outcome',
  async ([signal, code]) => {
    const reading = new Promise<void>((done) => service.answers(taken, () => done()));
    const program = started(service, PAY);
    await reading;
    program.kill(signal);
    const { exitCode, stdout, stderr } = await program;
    expect([exitCode, stdout]).toEqual([code, '']);
    expect(JSON.parse(stderr).error).toMatchObject({ code: 'interrupted', retryable: true });
    expect(await outcomes()).toEqual([]);
    expect(service.writes).toEqual([]);
  },
);
