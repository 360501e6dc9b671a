import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Seed } from '../../../src/api/controls/state.ts';
import {
  type EventType,
  eventTypes,
  notTriggerable,
} from '../../../src/api/operations/event-types.ts';
import { triggers } from '../../../src/sandbox/control/endpoints.ts';
import { openSandbox, type TestSandbox } from '../open-sandbox.ts';

const types = Object.keys(eventTypes) as EventType[];
const triggerable = types.filter((type) => notTriggerable[type] === undefined);

const trigger = (sandbox: TestSandbox, type: string) =>
  sandbox.control('POST', '/sandbox/events', { type });

const typesIn = ({ events }: { events: { type: string }[] }) => events.map(({ type }) => type);

test('every type of event has a trigger, or the reason why it has none', () => {
  expect(Object.keys(triggers).toSorted()).toEqual(triggerable.toSorted());
});

describe('in a sandbox with the seed demo', () => {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await openSandbox({ seed: 'demo' });
  });
  afterAll(() => sandbox.close());

  test.each(triggerable)('%s happens, and the clock does not move', async (type) => {
    const before = await sandbox.clock();
    const found = await trigger(sandbox, type);
    expect(typesIn(found)).toContain(type);
    expect(await sandbox.clock()).toEqual(before);
    const logged = await sandbox.control('GET', `/sandbox/events?last=${found.total}`);
    expect(logged).toEqual(found.events);
  });
});

describe('an event is caused', () => {
  const opened: TestSandbox[] = [];
  afterEach(async () => {
    for (const it of opened.splice(0)) await it.close();
  });
  const open = async (seed: Seed = 'demo') => {
    const sandbox = await openSandbox({ seed });
    opened.push(sandbox);
    return sandbox;
  };

  test('by records that the API shows', async () => {
    const sandbox = await open();
    const { events } = await trigger(sandbox, 'payment.completed');
    const { data } = events.find(({ type }: { type: string }) => type === 'payment.completed');
    const token = await sandbox.ownerToken();
    const [payer] = await sandbox.businesses();
    const path = `/api/businesses/${payer?.id}/payables/${data.payableId}`;
    const { body } = await sandbox.send('GET', path, { token });
    expect(body).toMatchObject({ status: 'PAID', amount: 125, paymentStatus: 'COMPLETED' });
  });

  test.for(['connection.activated', 'payable.paid', 'withdrawal.completed'] as const)(
    'in an empty sandbox: %s',
    async (type) => {
      expect(typesIn(await trigger(await open('empty'), type))).toContain(type);
    },
  );

  test('between the partners that are there', async () => {
    const sandbox = await open();
    await trigger(sandbox, 'payment.completed');
    expect(await sandbox.businesses()).toHaveLength(2);
  });

  test('although every payment is held for review', async () => {
    const sandbox = await open();
    await sandbox.control('PUT', '/sandbox/config', { holdThreshold: 1 });
    expect(typesIn(await trigger(sandbox, 'payment.returned'))).toContain('payment.returned');
  });

  test('between new partners if the bank account of those that are there returns debits', async () => {
    const sandbox = await open();
    const token = await sandbox.ownerToken();
    const { body: banks } = await sandbox.send('GET', '/api/bank-accounts', { token });
    for (const { id } of banks) {
      await sandbox.control('PATCH', `/sandbox/bank-accounts/${id}`, { behavior: 'R01' });
    }
    expect(typesIn(await trigger(sandbox, 'payment.completed'))).toContain('payment.completed');
    expect(await sandbox.businesses()).toHaveLength(4);
  });

  test('or refused, and nothing remains', async () => {
    const sandbox = await open();
    const before = await sandbox.control('GET', '/sandbox/events');
    const statusOf = async (type: string) =>
      (await sandbox.tryControl('POST', '/sandbox/events', { type })).status;
    expect(await statusOf('fault.applied')).toBe(422);
    expect(await statusOf('payment.lost')).toBe(400);
    expect(await sandbox.control('GET', '/sandbox/events')).toEqual(before);
  });
});
