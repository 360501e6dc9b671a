import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Payable } from '../../src/api/operations/payable.ts';
import { asRecord } from '../../src/is-record.ts';
import { type ChangingProxy, startChangingProxy } from '../helpers/changing-proxy.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

let service: Service;
let proxy: ChangingProxy;
/** What the person names, and what the service answers with. */
let named: Payable;
let other: Payable;
beforeEach(async () => {
  service = await startService();
  proxy = await startChangingProxy(service.baseUrl);
  const all = await service.json<Payable[]>('payable list --direction received');
  named = all.find(({ status }) => status === 'APPROVED') as Payable;
  other = all.find(({ id }) => id !== named.id) as Payable;
});
afterEach(async () => {
  await proxy.close();
  await service.close();
});

const run = (line: string) =>
  service.remit(line, {
    env: {
      REMIT_BASE_URL: proxy.baseUrl,
      REMIT_TOKEN: service.token,
      REMIT_BUSINESS: service.payer,
    },
  });

/** Answers for a path with a changed record. */
const answerFor = (path: string, change: (json: unknown) => unknown) => {
  proxy.change = (it) => (it.path.split('?')[0]?.endsWith(path) ? { answer: change } : undefined);
};

const answeredOther = {
  ...{ code: 12, out: '' },
  err: expect.stringContaining('The service answered with the payable'),
};

test('nothing of another payable is used, whatever it says', async () => {
  await service.json(`payable approve ${other.id} --yes`);
  for (const line of [
    'pay initiate ID --yes',
    'pay initiate ID --yes --expect-amount AMOUNT --expect-payee PAYEE --max-total AMOUNT',
    'payable approve ID',
    'payable cancel ID --yes',
    'payable get ID',
    'payable evidence ID --dir evidence',
    'api GET /api/businesses/{businessId}/payables/ID',
    'api payable.get --param payableId=ID',
  ]) {
    const { id, status, amount, payeeName, senderBusinessId } = named;
    answerFor(`/payables/${id}`, () => ({ ...other, status, amount, payeeName }));
    const typed = line
      .replaceAll('ID', id)
      .replaceAll('AMOUNT', String(amount))
      .replaceAll('PAYEE', String(senderBusinessId));
    expect([line, await run(typed)]).toMatchObject([line, answeredOther]);
    expect(proxy.writes).toEqual([]);
  }
});

test.each(['approve', 'decline', 'cancel'])(
  'payable %s answered with another payable',
  async (verb) => {
    const line =
      verb === 'cancel'
        ? `payable cancel ${named.id} -b ${service.payee}`
        : `payable ${verb} ${other.id}`;
    const id = verb === 'cancel' ? named.id : other.id;
    answerFor(`/${id}/${verb}`, (json) => ({ ...asRecord(json), id: 'pay_elsewhere' }));
    const { code, out, err } = await run(`${line} --yes`);
    expect([code, out, proxy.writes]).toEqual([10, '', [expect.stringContaining(`/${verb}`)]]);
    expect(err).toContain(`the payable pay_elsewhere, not ${id}`);
  },
);

test('a file and a plan pay no other payable than their rows name', async () => {
  const file = await service.file('batch.csv', `payableId\n${named.id}\n`);
  answerFor(`/payables/${named.id}`, () => other);
  expect(await run(`pay bulk --file ${file} --yes`)).toMatchObject(answeredOther);
  expect(await run(`run plan --file ${file}`)).toMatchObject(answeredOther);

  proxy.change = () => undefined;
  expect((await run(`run plan --file ${file} --out plan.json`)).code).toBe(0);
  answerFor(`/payables/${named.id}`, () => other);
  const applied = await run('run apply plan.json --yes');
  expect([applied.code, proxy.writes]).toEqual([12, []]);
});

test('an answer to a write that names another record leaves its outcome unknown', async () => {
  const { paymentId } = await service.json<{ paymentId: string }>(
    `pay initiate ${named.id} --on 2026-03-10 --yes`,
  );
  answerFor('/cancel', (json) => ({ ...asRecord(json), paymentId: 'pmt_other', id: 'pmt_other' }));
  const cancelled = await run(`pay cancel ${paymentId} --yes`);
  expect([cancelled.code, cancelled.out]).toEqual([10, '']);
  expect(cancelled.err).toContain(`the payment pmt_other, not ${paymentId}`);
  expect(JSON.parse((await run('journal list --unresolved --json')).out)).toHaveLength(1);
});

test('a payable of two other businesses is not paid for this one', async () => {
  answerFor(`/payables/${named.id}`, (json) => ({
    ...asRecord(json),
    ...{ businessId: 'biz_8', senderBusinessId: 'biz_8', payerBusinessId: 'biz_9' },
  }));
  const { code, err } = await run(`pay initiate ${named.id} --yes`);
  expect([code, proxy.writes]).toEqual([12, []]);
  expect(err).toContain(`a record of biz_8 and biz_9, not of ${service.payer}`);
});

test('the log of another payable is left out', async () => {
  answerFor('/activity-log', (json) => [
    ...(json as unknown[]),
    { payableId: other.id, type: 'payment_completed', createdAt: '2026-03-02T15:00:00Z' },
  ]);
  const { code, out } = await run(`payable log ${named.id} --json`);
  expect(code).toBe(0);
  expect(out).not.toContain('payment_completed');
});
