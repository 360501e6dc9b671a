import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { databaseFor } from '../helpers/test-database.ts';
import {
  draftOf,
  givenJournal,
  initiate,
  origin,
  quickPay,
  seen,
  sender,
  withdrawal,
} from './fixture.ts';

test('a row has the columns that scripts read, in order', async () => {
  const { journal, wait } = await givenJournal();
  const { intentId } = await journal.begin(quickPay(1234.5), sender());
  wait(1_500);
  await journal.recordOutcome(intentId, 'applied', seen('pmt_1'));

  const [row] = await journal.list();
  expect(intentId).toMatch(/^int_[a-z2-7]{16}$/);
  expect(row).toEqual({
    id: intentId,
    operation: 'pay.quickPay',
    outcome: 'applied',
    profile: 'sandbox',
    origin,
    environment: 'live',
    businessId: null,
    payableId: null,
    connectionId: 'con_1',
    paymentId: 'pmt_1',
    amount: 1234.5,
    idempotencyKey: 'd8f0a1de-33f5-4a5e-8f43-0a3ac1f2a001',
    requestId: 'req_1',
    createdAt: '2026-03-02T15:00:00.000Z',
    sentAt: '2026-03-02T15:00:00.000Z',
    settledAt: '2026-03-02T15:00:01.500Z',
    verdict: null,
    contradicted: false,
  });
  expect(Object.keys(row ?? {}).join()).toBe(
    'id,operation,outcome,profile,origin,environment,businessId,payableId,connectionId,paymentId,amount,idempotencyKey,requestId,createdAt,sentAt,settledAt,verdict,contradicted',
  );
});

test('newest first; --unresolved lists unknown outcomes without a verdict', async () => {
  const { journal } = await givenJournal();
  const sending = await journal.begin(initiate('pay_1'), sender());
  const doubt = await journal.begin(initiate('pay_2'), sender());
  const done = await journal.begin(initiate('pay_3'), sender());
  const lost = await journal.begin(initiate('pay_4'), sender());
  await journal.recordOutcome(doubt.intentId, 'unknown', seen());
  await journal.recordOutcome(done.intentId, 'applied', seen());
  await journal.recordOutcome(lost.intentId, 'not-sent', {
    requestId: null,
    serverId: null,
    status: null,
  });

  expect((await journal.list()).map((it) => [it.id, it.outcome, it.sentAt !== null])).toEqual([
    [lost.intentId, 'not-sent', false],
    [done.intentId, 'applied', true],
    [doubt.intentId, 'unknown', true],
    [sending.intentId, 'sending', true],
  ]);
  expect((await journal.list({ unresolved: true })).map((it) => it.id)).toEqual([doubt.intentId]);
});

test('the history of an intent lists every event', async () => {
  const { journal, wait } = await givenJournal();
  const before = { payableStatus: 'APPROVED' };
  const { intentId } = await journal.begin(initiate(), sender({ before }));
  wait(2_000);
  const answer = { requestId: 'req_9', serverId: null, status: 502, code: 'bad_gateway' };
  await journal.recordOutcome(intentId, 'unknown', answer);
  wait(60_000);
  await journal.resolve(intentId, 'applied', 'seen at the bank');

  const shown = await journal.show(intentId);
  expect(shown).toMatchObject({ id: intentId, outcome: 'unknown', verdict: 'applied' });
  expect(shown?.history).toEqual([
    {
      at: '2026-03-02T15:00:00.000Z',
      event: 'sending',
      before: { ...before, fundingSourceId: 'fs_1' },
      repeats: null,
      because: null,
    },
    {
      at: '2026-03-02T15:00:02.000Z',
      event: 'unknown',
      status: 502,
      code: 'bad_gateway',
      requestId: 'req_9',
      serverId: null,
    },
    { at: '2026-03-02T15:01:02.000Z', event: 'resolved as applied', note: 'seen at the bank' },
  ]);
  expect(await journal.show('int_aaaaaaaaaaaaaaaa')).toBeUndefined();
});

test('a created resource is found under its own id', async () => {
  const { journal } = await givenJournal();
  const invoice = draftOf('payable.create', { body: { connectionId: 'con_1', amount: 5 } });
  const made = await journal.begin(invoice, sender());
  await journal.recordOutcome(made.intentId, 'applied', seen('pay_77'));
  const out = await journal.begin(withdrawal(), sender());
  await journal.recordOutcome(out.intentId, 'applied', seen('wd_1'));

  expect(await journal.show(made.intentId)).toMatchObject({ payableId: 'pay_77', amount: 5 });
  expect(await journal.show(out.intentId)).toMatchObject({
    businessId: 'biz_1',
    paymentId: null,
    amount: 1000,
    history: [{}, { serverId: 'wd_1' }],
  });
});

test.runIf(databaseFor('') === undefined)(
  'is private, and contains no names, memos, account numbers or invoice numbers',
  async () => {
    const { journal, folder } = await givenJournal();
    const drafts = [
      quickPay(),
      draftOf('payable.create', {
        params: { businessId: 'biz_1' },
        body: {
          connectionId: 'con_1',
          amount: 5,
          invoiceNumber: 'SECRET-INVOICE',
          memo: 'SECRET-MEMO',
        },
      }),
      draftOf('bank.connectManually', {
        body: { accountNumber: '000123456789', routingNumber: '110000000', name: 'SECRET-NAME' },
      }),
      draftOf('pay.initiate', { body: { payableId: 'not an id: SECRET-TEXT' } }),
    ];
    for (const draft of drafts) await journal.begin(draft, sender());
    await journal.close();

    const file = join(folder, 'journal.db');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'sending')).mode & 0o777).toBe(0o700);
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((it) =>
      it.isFile(),
    );
    expect(files.length).toBeGreaterThan(drafts.length);
    const bytes = files
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
      .join('');
    expect(bytes).toContain('con_1');
    for (const secret of ['SECRET', 'Linen', '000123456789', '110000000']) {
      expect(bytes).not.toContain(secret);
    }
  },
);
