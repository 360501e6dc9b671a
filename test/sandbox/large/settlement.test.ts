import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ControlCall } from '../../../src/api/client/control-calls.ts';
import { controls } from '../../../src/api/controls/controls.ts';
import { fetchControlEvents, fetchEventsAfter } from '../../../src/commands/sandbox/events.ts';
import type { SandboxTables } from '../../../src/sandbox/database/tables.ts';
import { openStore } from '../../../src/storage/open-database.ts';
import { type LargeSandbox, openLargeSandbox } from '../large-sandbox.ts';

const COUNT = 300;

let sandbox: LargeSandbox;
let token: string;
let path: string;
beforeEach(async () => {
  sandbox = await openLargeSandbox(3_000, { seed: 2 });
  token = await sandbox.ownerToken();
  ({ path } = sandbox);
});
afterEach(() => sandbox.close());

/** Initiates payments at one moment: they settle at one moment too. Returns the ids of their payables. */
async function payMany(): Promise<string[]> {
  const ids: string[] = [];
  const [bank] = (await sandbox.send('GET', '/api/bank-accounts', { token })).body;
  while (ids.length < COUNT) {
    const query = `status=APPROVED&direction=received&limit=100&offset=${ids.length}`;
    const { body } = await sandbox.send('GET', `${path}?${query}`, { token });
    ids.push(...body.data.map(({ id }: { id: string }) => id));
  }
  const payments = ids.slice(0, COUNT).map((payableId) => ({
    ...{ payableId, fundingSourceId: bank.id, clearingSpeed: 'standard' },
  }));
  for (let from = 0; from < COUNT; from += 100) {
    const body = { payments: payments.slice(from, from + 100) };
    const { status } = await sandbox.send('POST', '/api/payments/bulk-initiate', { token, body });
    expect(status).toBe(201);
  }
  return ids.slice(0, COUNT);
}

/** How many of them are paid, read beside the sandbox, where nothing falls due by being asked. */
async function paidOf(ids: readonly string[]): Promise<number> {
  const store = await openStore<SandboxTables>(join(sandbox.dataDir, 'sandbox.db'));
  const paid = store.db.selectFrom('payables').select('id').where('status', '=', 'PAID');
  const rows = await paid.where('id', 'in', ids).execute();
  await store.close();
  return rows.length;
}

async function collected<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe('payments that settle at the same moment', () => {
  test('all settle, in the order of their creation', async () => {
    const ids = await payMany();
    const { events, total } = await sandbox.advance({ businessDays: 4 });
    expect(total).toBe(events.length);
    expect(await paidOf(ids)).toBe(COUNT);
    const settled = events
      .filter(({ type }: { type: string }) => type === 'payment.completed')
      .map(({ data }: { data: { payableId: string } }) => data.payableId)
      .filter((id: string) => ids.includes(id));
    expect(settled).toEqual(ids);
  });

  test('do not roll back if one of them cannot continue', async () => {
    const ids = await payMany();
    await sandbox.advance({ by: 'PT12H' });
    const store = await openStore<SandboxTables>(join(sandbox.dataDir, 'sandbox.db'));
    const settling = store.db.selectFrom('jobs').selectAll().where('kind', '=', 'payment.settle');
    const jobs = await settling.orderBy('due_at').orderBy('seq').execute();
    const broken = jobs[20]?.seq ?? 0;
    const breaking = { kind: 'payment.unheard_of' };
    await store.db.updateTable('jobs').set(breaking).where('seq', '=', broken).execute();

    const advanced = sandbox.advance({ businessDays: 4 });
    await expect(advanced).rejects.toThrow('no job of kind payment.unheard_of');
    expect(await paidOf(ids)).toBe(20);

    await store.db.deleteFrom('jobs').where('seq', '=', broken).execute();
    await store.close();
    sandbox.faults.splice(0);
    await sandbox.advance({ businessDays: 4 });
    expect(await paidOf(ids)).toBe(COUNT - 1);
  });
});

describe('events are read page after page', () => {
  const all = Array.from({ length: 25 }, (_, at) => ({
    id: `evt_${at}`,
    type: 'a.b',
    at: '2026-03-02T15:00:00.000Z',
    resource: { type: 'payable', id: `pay_${at}` },
    businessId: null,
    data: {},
  }));
  const asked: unknown[] = [];
  const answer = async (operation: unknown, input: { readonly after?: string }) => {
    asked.push([operation, input]);
    const { after } = input;
    const from = all.findIndex(({ id }) => id === after) + 1;
    return all.slice(from, from + 10);
  };
  const call = answer as ControlCall;
  beforeEach(() => void asked.splice(0));

  test('until there are no more', async () => {
    const found = await collected(fetchEventsAfter(call, { type: ['payment.completed'] }));
    expect(found).toEqual(all);
    expect(asked[0]).toEqual([controls.listEvents, { type: 'payment.completed' }]);
  });

  test('a response with all events is not followed by a request', async () => {
    const events = all.slice(0, 4);
    expect(await collected(fetchControlEvents(call, { events, total: 4 }))).toEqual(events);
    expect(asked).toEqual([]);
  });

  test('a response with the first events is continued, up to its last event', async () => {
    const events = all.slice(0, 10);
    const found = await collected(fetchControlEvents(call, { events, total: 23 }));
    expect(found).toEqual(all.slice(0, 23));
  });
});
