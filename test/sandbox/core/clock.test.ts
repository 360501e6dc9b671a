import { afterEach, expect, test } from 'vitest';
import { openSandbox, type SandboxWishes, type TestSandbox } from '../open-sandbox.ts';

let sandbox: TestSandbox;
afterEach(() => sandbox.close());

const opened = async (wishes: SandboxWishes = {}) => {
  sandbox = await openSandbox(wishes);
};

test('a frozen clock stands still until it is advanced', async () => {
  await opened({ now: '2026-03-02T15:00:00Z' });
  sandbox.passWallTime(3_600_000);
  expect(await sandbox.control('GET', '/sandbox/clock')).toEqual({
    now: '2026-03-02T15:00:00.000Z',
    mode: 'frozen',
    timeZone: 'America/New_York',
  });
});

test('a real clock runs with the wall clock, from the time it was set to', async () => {
  await opened({ now: '2026-03-02T15:00:00Z', clock: 'real' });
  sandbox.passWallTime(60_000);
  expect(await sandbox.clock()).toBe('2026-03-02T15:01:00.000Z');
  await sandbox.advance({ by: 'P1D' });
  sandbox.passWallTime(60_000);
  expect(await sandbox.clock()).toBe('2026-03-03T15:02:00.000Z');
});

test('its mode can be changed without other effects', async () => {
  await opened({ now: '2026-03-02T15:00:00Z' });
  const put = (body: unknown) => sandbox.control('PUT', '/sandbox/clock', body);
  expect(await put({ mode: 'real' })).toMatchObject({ now: '2026-03-02T15:00:00.000Z' });
  sandbox.passWallTime(1000);
  const frozen = { now: '2026-03-02T15:00:01.000Z', mode: 'frozen' };
  expect(await put({ mode: 'frozen' })).toMatchObject(frozen);
  expect(await put({ now: '2026-03-02T11:00:00-05:00' })).toMatchObject({
    now: '2026-03-02T16:00:00.000Z',
  });
});

test.for<[how: Record<string, unknown>, to: string]>([
  [{ to: '2026-03-04T09:00:00-05:00' }, '2026-03-04T14:00:00.000Z'],
  [{ by: 'PT90M' }, '2026-03-06T17:30:00.000Z'],
  [{ by: 'P1W' }, '2026-03-13T15:00:00.000Z'], // the clocks went forward: still 11:00 in New York
  [{ by: 'P31DT12H30M1S' }, '2026-04-07T03:30:01.000Z'],
  [{ businessDays: 1 }, '2026-03-09T15:00:00.000Z'],
  [{ businessDays: 0 }, '2026-03-06T16:00:00.000Z'],
])('%o from Friday 11:00 ET leads to %s', async ([how, to]) => {
  const now = 'to' in how ? '2026-03-02T15:00:00Z' : '2026-03-06T16:00:00Z';
  await opened({ now });
  expect(await sandbox.advance(how)).toMatchObject({
    from: new Date(now).toISOString(),
    now: to,
    events: [],
  });
});

test('moving it back is refused, and so are none or several targets', async () => {
  await opened();
  const advance = (body: unknown) => sandbox.tryControl('POST', '/sandbox/clock/advance', body);
  const back = await advance({ to: '2026-03-01T00:00:00Z' });
  expect(back).toMatchObject({ status: 409, body: { code: 'clock_backwards' } });
  expect((await advance({})).status).toBe(400);
  expect((await advance({ by: 'P1D', businessDays: 1 })).status).toBe(400);
  expect((await advance({ by: '3 days' })).status).toBe(400);
  expect((await advance({ by: 'P99999DT999999H' })).status).toBe(200);
  expect((await advance({ by: 'P9999W' })).status).toBe(200);
  expect((await advance({ to: 'tomorrow' })).status).toBe(400);
  expect((await advance({ untilState: 'payment:pmt_none:COMPLETED' })).status).toBe(404);
  expect((await advance({ untilState: 'moon:full' })).status).toBe(400);
});

test('a business is reviewed before the next request, with the due time', async () => {
  await opened();
  const token = await sandbox.ownerToken();
  const body = { ...business };
  const made = await sandbox.send('POST', '/api/businesses', { token, body });
  expect(made.body.status).toBe('pending');
  const read = await sandbox.send('GET', `/api/businesses/${made.body.id}`, { token });
  expect(read.body.status).toBe('verified');
  const events = await sandbox.control('GET', '/sandbox/events?type=business.verified');
  expect(events).toMatchObject([
    { at: '2026-03-02T15:00:00.000Z', resource: { type: 'business', id: made.body.id } },
  ]);
});

test('due jobs run in order of time, each at its own time', async () => {
  await opened({ seed: 'basic', now: '2026-03-02T15:00:00Z' });
  const token = await sandbox.ownerToken();
  const [acme] = await sandbox.businesses();
  const connect = (accountNumber: string) =>
    sandbox.send('POST', '/api/bank-accounts/connect-manually', {
      token,
      body: {
        ...{ businessId: acme?.id, routingNumber: '110000000', accountNumber },
        ...{ accountType: 'checking', name: 'Second account' },
      },
    });
  const first = await connect('000123456789');
  await sandbox.advance({ by: 'P1D' });
  const second = await connect('000123456780');

  const { events, now } = await sandbox.advance({ businessDays: 5 });
  expect(now).toBe('2026-03-10T14:00:00.000Z');
  const posted = events.filter((it: { type: string }) => it.type.endsWith('micro_deposits_posted'));
  expect(posted).toMatchObject([
    { at: '2026-03-04T14:00:00.000Z', resource: { id: second.body.id } },
  ]);
  const all = await sandbox.control(
    'GET',
    '/sandbox/events?type=bank_account.micro_deposits_posted',
  );
  expect(all).toMatchObject([
    { at: '2026-03-03T14:00:00.000Z', resource: { id: first.body.id } },
    { at: '2026-03-04T14:00:00.000Z', resource: { id: second.body.id } },
  ]);
});

test('it can be advanced until a payment reaches a final state, and no further', async () => {
  await opened({ seed: 'demo', now: '2026-03-02T15:00:00Z' });
  const token = await sandbox.ownerToken();
  const [acme] = await sandbox.businesses();
  const approved = await sandbox.send(
    'GET',
    `/api/businesses/${acme?.id}/payables?status=APPROVED`,
    { token },
  );
  const [bank] = (await sandbox.send('GET', `/api/bank-accounts?businessId=${acme?.id}`, { token }))
    .body;
  const paid = await sandbox.send('POST', '/api/payments/initiate', {
    token,
    body: { payableId: approved.body.data[0].id, fundingSourceId: bank.id },
  });
  const goal = `payment:${paid.body.paymentId}`;
  const { now, events } = await sandbox.advance({ untilState: `${goal}:completed` });
  expect(now).toBe('2026-03-05T14:00:00.000Z');
  expect(events.map((it: { type: string }) => it.type)).toContain('payment.completed');

  const never = await sandbox.tryControl('POST', '/sandbox/clock/advance', {
    untilState: `${goal}:HELD`,
  });
  expect(never).toMatchObject({ status: 409, body: { code: 'state_not_reached' } });
});

const business = {
  name: 'Acme Hotels LLC',
  businessType: 'llc',
  address: { street: '1 Main', city: 'New York', state: 'NY', zip: '10001', country: 'US' },
  taxInfo: { ein: '12-3456789' },
  controller: {
    firstName: 'Ada',
    lastName: 'Acme',
    dateOfBirth: '1980-05-17',
    ssn: '1234',
    address: { street: '1 Main', city: 'New York', state: 'NY', zip: '10001', country: 'US' },
  },
};
