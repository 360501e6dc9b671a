import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTrade, type Trade } from '../trading-partners.ts';

let trade: Trade;
beforeEach(async () => {
  trade = await openTrade();
});
afterEach(() => trade.close());

const change = (body: object) => trade.control('PUT', '/sandbox/config', body);

test('a payment from the threshold on is held for review', async () => {
  expect(await trade.control('GET', '/sandbox/config')).toEqual({
    ...{ holdThreshold: 100_000, reminderHours: null, strictEmail: false },
  });
  expect(await change({ holdThreshold: 50 })).toMatchObject({ holdThreshold: 50 });
  expect(await trade.initiate(await trade.approved(49.99))).toMatchObject({ status: 'PENDING' });
  expect(await trade.initiate(await trade.approved(50))).toMatchObject({
    ...{ status: 'HELD', holdReason: 'risk_review' },
  });
  await trade.control('POST', '/sandbox/reset', {});
  expect(await trade.control('GET', '/sandbox/config')).toMatchObject({ holdThreshold: 100_000 });
});

test('a payer gets at most one reminder in the configured number of hours', async () => {
  await change({ reminderHours: 24 });
  const { payee, payablePath, ask } = trade;
  const remind = `${payablePath(payee, await trade.approved(20))}/send-reminder`;
  expect((await ask(payee, 'POST', remind)).status).toBe(200);
  await trade.advance({ by: 'PT20H' });
  const again = await ask(payee, 'POST', remind);
  expect([again.status, again.body.code]).toEqual([429, 'rate_limited']);
  expect(again.headers.get('retry-after')).toBe(String(4 * 3600));
  await trade.advance({ by: 'PT4H' });
  expect((await ask(payee, 'POST', remind)).status).toBe(200);
  await change({ reminderHours: null });
  expect((await ask(payee, 'POST', remind)).status).toBe(200);
});

test('with strict email only the addressee can accept an invitation', async () => {
  await change({ strictEmail: true });
  const { payer, payee, control, done, refused } = trade;
  const third = await trade.addCompany('Third Co');
  const invitations = `/api/businesses/${payer.businessId}/invitations`;
  await done(payer, 'POST', invitations, { email: third.email });
  const [mail] = await control('GET', `/sandbox/outbox?kind=invitation&to=${third.email}`);
  const accept = (who: typeof payer) => `/api/businesses/${who.businessId}/invitations/accept`;
  const token = { token: mail.token };
  expect(await refused(payee, 'POST', accept(payee), token)).toBe('403 not_receiver');
  expect(await done(third, 'POST', accept(third), token)).toMatchObject({
    connection: { status: 'active' },
  });
});

test('a comment is listed in the activity log', async () => {
  const { payee, payer, control, tryControl, done, payablePath } = trade;
  const id = await trade.approved(20);
  const path = `/sandbox/payables/${id}/comments`;
  const said = { text: ' Which order was it? ', author: 'Ada', businessId: payer.businessId };
  expect(await control('POST', path, said)).toMatchObject({ message: 'Which order was it?' });
  const log = await done(payee, 'GET', `${payablePath(payee, id)}/activity-log`);
  expect(log.at(-1)).toMatchObject({
    ...{ payableId: id, type: 'comment', message: 'Which order was it?' },
    actor: { type: 'user', name: 'Ada', businessId: payer.businessId },
  });
  expect(await tryControl('POST', path, { text: ' ' })).toMatchObject({ status: 422 });
  const nowhere = await tryControl('POST', '/sandbox/payables/pay_none/comments', { text: 'a' });
  expect(nowhere.status).toBe(404);
});
