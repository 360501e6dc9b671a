import { afterEach, expect, test } from 'vitest';
import { openStage, type Stage } from './fixture.ts';
import { openTrade } from './trading-partners.ts';

let stage: Stage;
afterEach(() => stage.close());

/** A payable of the payee that the payer has approved; its id. */
async function approved({ done }: Stage, connection: string, amount: number): Promise<string> {
  const create = `payable create --connection ${connection} --amount ${amount} --submit`;
  const { id } = await done('coastal', create);
  await done('acme', `payable approve ${id} --yes`);
  return id;
}

const payment = async ({ done }: Stage, id: string) =>
  (await done('acme', `payable get ${id}`)).active_payment_id;

test('a payment is scheduled across a holiday, and cancelled in time', async () => {
  stage = await openStage({ now: '2026-05-22T15:00:00Z' });
  const { done, refused, until } = stage;
  const { connection } = await openTrade(stage);
  const id = await approved(stage, connection, 400);
  const get = () => done('acme', `payable get ${id}`);

  expect(await refused('acme', `pay initiate ${id} --on 2026-05-22 --yes`)).toMatch(/^7 /);
  await done('acme', `pay initiate ${id} --on 2026-05-25 --yes`);
  expect(await get()).toMatchObject({ status: 'SCHEDULED', payment_status: 'planned' });
  await until('2026-05-22T15:01:00Z');
  await done('acme', `pay cancel ${await payment(stage, id)} --yes`);
  expect(await get()).toMatchObject({ status: 'APPROVED', payment_status: 'stopped' });

  // It ended without paying, as the service shows it: the same may be ordered again.
  await done('acme', `pay initiate ${id} --on 2026-05-25 --yes`);
  const other = await approved(stage, connection, 70);
  await done('acme', `pay initiate ${other} --on 2026-05-25 --yes`);
  await done('coastal', `payable cancel ${other} --yes`);
  expect(await done('acme', `payable get ${other}`)).toMatchObject({
    ...{ status: 'CANCELLED', payment_status: 'stopped' },
  });

  await until('2026-05-25T20:00:00Z');
  expect(await get()).toMatchObject({ status: 'SCHEDULED', payment_status: 'planned' });
  await until('2026-05-26T13:00:00Z');
  expect(await get()).toMatchObject({ payment_status: 'queued' });
  await until('2026-05-26T21:00:00Z');
  expect(await get()).toMatchObject({ payment_status: 'in network' });
  expect(await refused('acme', `pay cancel ${await payment(stage, id)} --yes`)).toMatch(/^7 /);
  expect(await refused('coastal', `payable cancel ${id} --yes`)).toBe('7 payment_in_progress');
  await until('2026-05-29T13:00:00Z');
  expect(await get()).toMatchObject({ status: 'PAID', payment_status: 'done' });
});

test("a payment fails, and its payable is paid again: the failure is read in this service's format", async () => {
  stage = await openStage();
  const { done, refused, rows, until } = stage;
  const { connection } = await openTrade(stage);
  const id = await approved(stage, connection, 55.01);
  await done('acme', `pay initiate ${id} --yes`);
  expect(await refused('acme', `pay initiate ${id} --yes`)).toBe('14 duplicate');
  await until('2026-03-04T14:00:00Z');
  const failed = await done('coastal', `payable get ${id}`);
  expect(failed).toMatchObject({ status: 'APPROVED', payment_status: 'bounced' });
  expect(failed.last_payment_failure).toMatchObject({ state: 'bounced', code: 'R01' });
  expect((await rows('coastal', `payable log ${id}`)).at(-1)).toMatchObject({
    type: 'payment_failed',
  });
  expect((await done('coastal', 'business balance')).coming).toBe(0);

  await done('acme', `pay initiate ${id} --yes`);
  expect((await done('acme', `payable get ${id}`)).payment_status).toBe('queued');
});

test('a quick payment, a held one, and refused ones', async () => {
  stage = await openStage();
  const { done, refused, until, control } = stage;
  const { acmeBank, coastalBank, connection } = await openTrade(stage);
  const quick = (more: string) => `pay quick ${connection} ${more} --yes`;
  const cash = async () => (await done('coastal', 'business balance')).cash;

  await done('acme', quick('--amount 750 --memo lunch'));
  expect(stage.heard.at(-1)?.body).toEqual({
    ...{ connection_id: connection, value_paid: 750, funding_source_id: acmeBank, memo: 'lunch' },
  });
  await until('2026-03-05T14:00:00Z');
  expect(await cash()).toBe(750);

  await done('acme', quick('--amount 100000.00 --max-total 100000.00'));
  const [event] = await control('GET', '/events?type=payment.held');
  const held = event.resource.id;
  await done('acme', `pay cancel ${held} --yes`);
  expect((await control('GET', `/payments/${held}`)).status).toBe('CANCELLED');

  expect(await refused('acme', `${quick('--amount 5')} --bank ${coastalBank}`)).toMatch(/^[2-7] /);
  await done('acme', `connection archive ${connection} --yes`);
  expect(await refused('acme', quick('--amount 6'))).toBe('7 connection_not_active');
  expect(await control('GET', '/ledger/check')).toMatchObject({ ok: true });
});
