import { afterEach, beforeEach, expect, test } from 'vitest';
import { built, type Place } from './run-programs.ts';
import { type Asked, ahead, openAsked, PAY } from './stub-payment-service.ts';

const DAY_MS = 86_400_000;
const QUICK = 'pay quick conn_1 --amount 7 --yes';

let service: Asked;
beforeEach(async () => {
  service = await openAsked();
});
afterEach(() => service.close());

test('changing the clock unblocks no payment', async () => {
  for (const line of [PAY, QUICK]) expect((await built(service, line)).code).toBe(0);
  for (const days of [400, 1.1, -1.1, -400]) {
    for (const line of [PAY, QUICK]) {
      expect([days, line, (await built(ahead(service, days), line)).code]).toEqual([
        days,
        line,
        14,
      ]);
    }
  }
  expect(service.writes).toHaveLength(2);
});

test('after a day on both clocks the same quick payment is a new one', async () => {
  expect((await built(service, QUICK)).code).toBe(0);
  service.setClock(1.1 * DAY_MS);
  expect((await built(service, QUICK)).code).toBe(14);
  expect((await built(ahead(service, 1.1), QUICK)).code).toBe(0);
});

test('a wrong clock at the time of sending does not keep an intent unresolved', async () => {
  service.answers((response) => void response.destroy());
  expect((await built(ahead(service, 400), PAY)).code).toBe(10);
  const { code, out } = await built(service, 'journal reconcile --quiet-period 1 --json');
  expect(code).toBe(10);
  expect(JSON.parse(out)).toMatchObject([{ reason: expect.stringContaining('shows no payment') }]);
});

test("the daily limit counts days of the service's clock", async () => {
  const shop = { REMIT_PROFILE: 'shop' };
  const here: Place = { env: { ...service.env, ...shop } };
  await built(service, 'policy set maxPerDay 20 -P shop');
  expect((await built(here, PAY)).code).toBe(0);
  const other = PAY.replace('pay_1', 'pay_2');
  for (const place of [here, ahead(service, 1.1, shop), ahead(service, -1.1, shop)]) {
    const { code, err } = await built(place, other);
    expect([code, JSON.parse(err).error.code]).toEqual([14, 'over_day_limit']);
  }
  service.setClock(1.1 * DAY_MS);
  expect((await built(here, other)).code).toBe(0);
});

test("no date is refused because of this machine's clock", async () => {
  for (const days of [0, 4_000]) {
    const { code } = await built(ahead(service, days), `${PAY} --on 2031-01-02 --dry-run`);
    expect([days, code]).toEqual([days, 0]);
  }
});
