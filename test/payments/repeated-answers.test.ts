/** Answers of a service to earlier requests under the same idempotency key, at a service of a few records. */

import { expect, test } from 'vitest';
import { UnreachableError } from '../../src/api/client/errors.ts';
import { pay } from '../../src/api/operations/pay.ts';
import type { PreparedRequest } from '../../src/money/gate/prepare.ts';
import type { Journal } from '../../src/money/journal/journal.ts';
import { firstCounts, sendUnderKey } from '../../src/money/sending/replays.ts';
import type { CallContext } from '../../src/money/sending/send-context.ts';
import { answer } from '../http/stub-servers.ts';
import { cancellation, givenJournal, seen, sender } from '../journal/fixture.ts';
import {
  givenService,
  owed,
  preparedBatch,
  preparedPayment,
  preparedQuick,
  type Records,
  recordsOf,
} from './scripted-service.ts';

const second = { ...owed, id: 'pay_2', invoiceNumber: 'CL-2' };
const recordOf = (payableId: string) => `/api/businesses/biz_1/payables/${payableId}`;
const logOf = (payableId: string) => `${recordOf(payableId)}/activity-log`;
const failed = (paymentId: string) => ({ type: 'payment_failed', metadata: { paymentId } });
const PAYING = ['initiate', 'quick-pay', 'bulk-initiate'].map((it) => `/api/payments/${it}`);

/** An answer to a payment request: its status, its body, and whether it is marked as repeated. */
type Said = readonly [status: number, body: unknown, mark?: 'marked'];

const refusal = (code = 'insufficient_funds') => ({ code, message: 'No.' });

/** A service that gives the answers in order, the last one for ever, and a journal. */
async function given(said: readonly (Said | 'lost')[], more: Records = {}) {
  const left = [...said];
  const respond = () => {
    const next = (left.length > 1 ? left.shift() : left[0]) ?? 'lost';
    if (next === 'lost') throw new UnreachableError('cut', { sent: true });
    const [status, body, mark] = next;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return answer(status, text, {
      'content-type': 'application/json',
      ...(mark && { 'idempotency-replayed': 'true' }),
    });
  };
  const paying = Object.fromEntries(PAYING.map((path) => [path, respond]));
  const logs = { [logOf('pay_1')]: [], [logOf('pay_2')]: [] };
  const service = givenService({
    records: { ...recordsOf(owed, second), ...logs, ...paying, ...more },
  });
  const { journal, folder, wait } = await givenJournal();
  const unrecorded: unknown[] = [];
  const context: CallContext = {
    ...service.context,
    secrets: { mask: (text) => text, addFrom: () => {} },
    onUnrecorded: (error) => unrecorded.push(error),
    journal: async () => journal,
  };
  return { ...service, context, journal, folder, wait, unrecorded };
}

const operations = {
  'pay.initiate': pay.initiate,
  'pay.quickPay': pay.quickPay,
  'pay.bulkInitiate': pay.bulkInitiate,
} as const;

/** Sends a prepared request. Returns its keys, and its result or error. */
async function send(context: CallContext, prepared: PreparedRequest) {
  const keys: string[] = [];
  const operation = operations[prepared.id as keyof typeof operations];
  const result = await sendUnderKey(context, prepared, {
    draft: prepared.draft,
    sender: sender({ counts: await firstCounts(context, prepared) }),
    send: async (_, key) => {
      keys.push(key);
      const { body } = prepared.request;
      const input = { body: JSON.parse(String(body)) };
      return context.connection.client.call(operation, input as never, {});
    },
  }).then(
    (value: unknown) => ({ value, error: undefined }),
    (error: unknown) => ({ value: undefined, error }),
  );
  return { keys, ...result };
}

/** Returns the outcomes of all intents, oldest first. */
const outcomesIn = async (journal: Journal) =>
  (await journal.list({})).toReversed().map(({ outcome }) => outcome);

/** Returns the outcome of an intent, and the code that was recorded with it. */
async function endOf(journal: Journal, id = '') {
  const shown = await journal.show(id);
  return [shown?.outcome, shown?.history.at(-1)?.['code']];
}

test('a service that repeats one refusal for ever is asked eleven times, each time under a new key', async () => {
  const { context, journal } = await given([[422, refusal(), 'marked']]);
  const { keys, error } = await send(context, await preparedPayment(context));
  expect([keys.length, new Set(keys).size]).toEqual([11, 11]);
  expect(error).toMatchObject({ name: 'WriteError', outcome: 'rejected' });
  expect(await outcomesIn(journal)).toEqual(Array.from({ length: 11 }, () => 'rejected'));
});

test('the key after a repeated refusal is that of the next number', async () => {
  const { context, journal } = await given([
    [422, refusal(), 'marked'],
    [201, { paymentId: 'pmt_2' }],
  ]);
  const payment = await preparedPayment(context);
  const next = await journal.check(payment.draft, sender({ counts: { ended: [0], raised: 1 } }));
  expect(await send(context, payment)).toMatchObject({ keys: [expect.anything(), next] });
});

test.each([
  [429, 'throttled'],
  [500, 'unknown'],
  [503, 'unknown'],
] as const)('a marked %i says nothing of an earlier request', async (status, outcome) => {
  const { context, journal } = await given([[status, refusal(), 'marked']]);
  expect((await send(context, await preparedPayment(context))).keys).toHaveLength(1);
  expect(await outcomesIn(journal)).toEqual([outcome]);
});

test('a marked answer that is no JSON is of an unknown outcome, and is not sent again', async () => {
  const { context, journal } = await given([[201, '{"paymentId"', 'marked']]);
  expect((await send(context, await preparedPayment(context))).keys).toHaveLength(1);
  expect(await outcomesIn(journal)).toEqual(['unknown']);
});

test.each([
  ['equal', 422, 'insufficient_funds', 2],
  ['of another code', 422, 'account_closed', 1],
  ['of another status', 409, 'insufficient_funds', 1],
] as const)(
  'a refusal that is not marked counts as repeated if one before was %s',
  async (_, status, code, sends) => {
    const { context } = await given([
      [422, refusal()],
      [status, refusal(code)],
      [201, { paymentId: 'pmt_2' }],
    ]);
    expect((await send(context, await preparedPayment(context))).keys).toHaveLength(1);
    expect((await send(context, await preparedPayment(context))).keys).toHaveLength(sends);
  },
);

test('a conflict is not made a refusal by an equal one before, and nothing is sent under another key', async () => {
  const conflict = [409, refusal('conflict')] as const;
  const { context, journal } = await given([conflict, conflict, [201, { paymentId: 'pmt_2' }]]);
  await send(context, await preparedPayment(context));
  const [first] = await journal.list({});
  await journal.resolve(first?.id ?? '', 'not-applied', 'looked', {});
  const { keys, error } = await send(context, await preparedPayment(context));
  expect([keys, error]).toEqual([
    [first?.idempotencyKey],
    expect.objectContaining({ name: 'WriteError', outcome: 'unknown' }),
  ]);
  expect(await outcomesIn(journal)).toEqual(['unknown', 'unknown']);
});

test('a payment that ended is made again under the key of its next number', async () => {
  const { context, journal } = await given(
    [
      [201, { paymentId: 'pmt_1' }],
      [201, { paymentId: 'pmt_2' }],
    ],
    { [logOf('pay_1')]: [failed('pmt_1')] },
  );
  const { keys, value } = await send(context, await preparedPayment(context));
  expect([new Set(keys).size, value]).toEqual([2, { paymentId: 'pmt_2' }]);
  expect(await outcomesIn(journal)).toEqual(['rejected', 'applied']);
  const [, first] = await journal.list({});
  expect(await endOf(journal, first?.id)).toEqual(['rejected', 'replayed']);
});

test('of a batch that is answered again one ended payment is enough', async () => {
  const two = (first: string, other: string) => ({
    payments: [
      { payableId: 'pay_1', paymentId: first },
      { payableId: 'pay_2', paymentId: other },
    ],
  });
  const { context } = await given(
    [
      [201, two('pmt_1', 'pmt_2')],
      [201, two('pmt_3', 'pmt_4')],
    ],
    {
      [logOf('pay_1')]: [failed('pmt_1')],
    },
  );
  const { keys, value } = await send(context, await preparedBatch(context, 'pay_1', 'pay_2'));
  expect([keys.length, value]).toEqual([2, two('pmt_3', 'pmt_4')]);
});

test('an end that only the fresh record shows is counted as another journal would count it', async () => {
  const { context, journal, records } = await given(
    [
      [201, { paymentId: 'pmt_1' }, 'marked'],
      [201, { paymentId: 'pmt_2' }],
    ],
    { [logOf('pay_1')]: 404, [logOf('pay_2')]: 404 },
  );
  const payment = await preparedBatch(context, 'pay_1', 'pay_2');
  records[recordOf('pay_1')] = { ...owed, lastPaymentFailure: { paymentId: 'pmt_1' } };
  const next = await journal.check(payment.draft, sender({ counts: { ended: [1, 0], raised: 0 } }));
  const { keys } = await send(context, payment);
  expect(keys).toEqual([expect.anything(), next]);
});

test('if the records cannot be read again, those of before decide', async () => {
  let reads = 0;
  const { context, journal } = await given([[201, { paymentId: 'pmt_1' }, 'marked']], {
    [logOf('pay_1')]: () =>
      ++reads > 2 ? answer(500, '{}') : answer(200, JSON.stringify([failed('pmt_1')])),
  });
  const { keys, error } = await send(context, await preparedPayment(context));
  expect([keys.length, error]).toEqual([1, expect.objectContaining({ status: 500 })]);
  expect(await outcomesIn(journal)).toEqual(['rejected']);
});

test.each([
  [['pmt_1'], 'with pmt_1, which was made before', ['remit pay get pmt_1']],
  [['pmt_1', 'pmt_2'], 'with pmt_1, pmt_2, which were', ['remit pay get pmt_1']],
  [[], 'with a payment, which was made before', []],
] as const)(
  'a marked answer with %j that no earlier attempt waits for is an error',
  async (ids, message, next) => {
    const payments = ids.map((paymentId, at) => ({ payableId: `pay_${at + 1}`, paymentId }));
    const body = ids.length === 1 ? { paymentId: ids[0] } : { payments };
    const { context, journal } = await given([[201, body, 'marked']]);
    const prepared =
      ids.length === 1
        ? await preparedPayment(context)
        : await preparedBatch(context, 'pay_1', 'pay_2');
    const { keys, error } = await send(context, prepared);
    expect(keys).toHaveLength(1);
    expect(error).toMatchObject({ name: 'GuardError', code: 'already_paid', next });
    expect(String(error)).toContain(message.replace('were', 'was'));
    // No other intent has the payment: the journal knows it by this one.
    expect(await outcomesIn(journal)).toEqual(['applied']);
  },
);

test('the payment of another request does not count as made by this one', async () => {
  const { context, journal } = await given([
    [201, { paymentId: 'pmt_1' }],
    [201, { paymentId: 'pmt_1' }],
  ]);
  expect(await send(context, await preparedPayment(context))).toMatchObject({
    value: { paymentId: 'pmt_1' },
  });
  const { keys, error } = await send(context, await preparedQuick(context));
  expect([keys.length, error]).toEqual([1, expect.objectContaining({ code: 'already_paid' })]);
  const [quick] = await journal.list({});
  expect(await endOf(journal, quick?.id)).toEqual(['rejected', 'replayed']);
});

test('a payment that another program made, after a refusal here, is recorded as made', async () => {
  const { context, journal } = await given([
    [422, refusal()],
    [201, { paymentId: 'pmt_1' }, 'marked'],
  ]);
  await send(context, await preparedPayment(context));
  const { keys, error } = await send(context, await preparedPayment(context));
  const [repeat, refused] = await journal.list({});
  expect(keys).toEqual([refused?.idempotencyKey]);
  expect(error).toMatchObject({ name: 'GuardError', code: 'already_paid' });
  expect(repeat).toMatchObject({ outcome: 'applied', paymentId: 'pmt_1' });
  expect(refused).toMatchObject({ outcome: 'rejected', paymentId: null });
});

test('an answer to an attempt that a verdict says was not applied settles that attempt', async () => {
  const { context, journal } = await given(['lost', [201, { paymentId: 'pmt_1' }, 'marked']]);
  expect(await send(context, await preparedPayment(context))).toMatchObject({
    error: { outcome: 'unknown' },
  });
  const [first] = await journal.list({});
  await journal.resolve(first?.id ?? '', 'not-applied', 'looked', {});
  const { keys, value } = await send(context, await preparedPayment(context));
  expect([keys.length, value]).toEqual([1, { paymentId: 'pmt_1' }]);
  const [repeat, settled] = await journal.list({});
  expect(await endOf(journal, repeat?.id)).toEqual(['rejected', 'replayed']);
  expect(settled).toMatchObject({ verdict: 'applied', paymentId: 'pmt_1' });
  const history = JSON.stringify(await journal.show(first?.id ?? ''));
  expect(history).toContain(`answered a repeat (${repeat?.id}) with its payment pmt_1.`);
});

test('an answer to a batch settles it with each of its payments', async () => {
  const payments = ['pay_1', 'pay_2'].map((id, at) => ({
    payableId: id,
    paymentId: `pmt_${at + 1}`,
  }));
  const { context, journal } = await given(['lost', [201, { payments }, 'marked']]);
  await send(context, await preparedBatch(context, 'pay_1', 'pay_2'));
  const [first] = await journal.list({});
  await journal.resolve(first?.id ?? '', 'not-applied', 'looked', {});
  expect(await send(context, await preparedBatch(context, 'pay_1', 'pay_2'))).toMatchObject({
    value: { payments },
  });
  const [, settled] = await journal.list({});
  expect(settled).toMatchObject({ verdict: 'applied', paymentId: null });
  expect(JSON.stringify(await journal.show(first?.id ?? ''))).toContain('payment pmt_1 pmt_2.');
  const [transfer] = await journal.listAppliedTransfers();
  expect(transfer).toMatchObject({
    id: first?.id,
    serverId: null,
    payables: payments,
    reauthorized: [],
  });
});

test('of two payments that a service made of one, neither is taken for the payment', async () => {
  const payments = ['pmt_1', 'pmt_2'].map((paymentId) => ({ payableId: 'pay_9', paymentId }));
  const said = { paymentId: 'pmt_1', payments };
  const { context, journal } = await given(['lost', [201, said, 'marked']]);
  await send(context, await preparedQuick(context));
  const [first] = await journal.list({});
  await journal.resolve(first?.id ?? '', 'not-applied', 'looked', {});
  expect(await send(context, await preparedQuick(context))).toMatchObject({ value: said });
  const shown = await journal.show(first?.id ?? '');
  expect(shown).toMatchObject({ verdict: 'applied', paymentId: null });
  expect(shown?.history.at(-1)?.['note']).toContain('with its payment pmt_1 pmt_2.');
});

test('a payment that another request made settles no attempt, and the program says so', async () => {
  const made = [201, { paymentId: 'pmt_1' }] as const;
  const { context, journal, unrecorded } = await given([made, 'lost', made]);
  await send(context, await preparedPayment(context));
  await send(context, await preparedQuick(context));
  const [lost] = await journal.list({});
  await journal.resolve(lost?.id ?? '', 'not-applied', 'looked', {});
  expect(unrecorded).toEqual([]);
  await send(context, await preparedQuick(context));
  expect(unrecorded).toEqual([expect.objectContaining({ name: 'JournalWriteError' })]);
  const shown = await journal.show(lost?.id ?? '');
  expect(shown).toMatchObject({ verdict: 'not-applied', paymentId: null });
});

test('an answer to a program that died settles its attempt', async () => {
  const { context, journal, folder } = await given([[201, { paymentId: 'pmt_1' }, 'marked']]);
  const other = await givenJournal({ folder, as: { pid: 999_999, isAlive: () => false } });
  const counts = { ended: [0], raised: 0 };
  const payment = await preparedPayment(context);
  const { intentId } = await other.journal.begin(payment.draft, sender({ counts }));
  await journal.resolve(intentId, 'not-applied', 'looked', {});
  expect(await send(context, payment)).toMatchObject({ value: { paymentId: 'pmt_1' } });
  expect((await journal.list({})).find(({ id }) => id === intentId)?.verdict).toBe('applied');
});

test('after a cancellation that the service hides its payment is not counted twice', async () => {
  const { context, journal } = await given([
    [201, { paymentId: 'pmt_1' }],
    [201, { paymentId: 'pmt_9' }, 'marked'],
  ]);
  await send(context, await preparedPayment(context));
  const { intentId } = await journal.begin(cancellation('pmt_1'), sender());
  await journal.recordOutcome(intentId, 'applied', seen());
  const { error } = await send(context, await preparedPayment(context));
  expect(error).toMatchObject({ code: 'already_paid' });
  expect((await journal.list({}))[0]?.outcome).toBe('rejected');
});

test('a payment reads only the log before it is sent, on a connection that it shares', async () => {
  const { context, requests } = await given([[201, { paymentId: 'pmt_1' }]]);
  const payment = await preparedPayment(context);
  const before = requests.length;
  await firstCounts(context, payment);
  expect(requests.slice(before)).toEqual([
    expect.objectContaining({ path: logOf('pay_1'), sharesConnection: true }),
  ]);
});

test('nothing is paid under counts of a log that broke off', async () => {
  const { context } = await given([[201, { paymentId: 'pmt_1' }]], {
    [logOf('pay_1')]: () => {
      throw new UnreachableError('cut', { sent: true });
    },
  });
  const payment = await preparedPayment(context);
  await expect(firstCounts(context, payment)).rejects.toThrow('cut');
});
