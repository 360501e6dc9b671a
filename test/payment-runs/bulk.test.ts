import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { approvedPayables, paymentsOf } from './approved-payables.ts';
import { type Between, standBetween } from './fault-proxy.ts';

let service: Service;
let between: Between;
beforeEach(async () => {
  service = await startService();
  between = await standBetween(service.baseUrl);
});
afterEach(async () => {
  await between.close();
  await service.close();
});

interface Row {
  readonly row: number;
  readonly ref: string | null;
  readonly payableId: string;
  readonly outcome: string;
  readonly paymentId: string | null;
  readonly amount: number;
  readonly error: unknown;
}

/** Runs a command line through the proxy, with the token of the profile. */
const through = (line: string, text?: string) =>
  service.remit(line, {
    env: { REMIT_BASE_URL: between.baseUrl, REMIT_TOKEN: service.token },
    ...(text !== undefined && { stdin: text }),
  });
const bulk = (line: string, text?: string) => through(`pay bulk --json ${line}`, text);

const failureIn = (err: string) => JSON.parse(err.trim().split('\n').at(-1) ?? '').error;
const csv = (ids: readonly string[]) => `payableId\n${ids.join('\n')}\n`;
const outcomes = (out: string) => (JSON.parse(out) as Row[]).map(({ outcome }) => outcome);

test('a file is paid in one request, rows in order', async () => {
  const ids = await approvedPayables(service, [100, 250.5]);
  const text = `payableId,amount,ref,speed\n${ids[1]},250.50,second,same-day\n${ids[0]},,first,\n`;
  const { code, out } = await bulk('--file - --yes', text);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject([
    { row: 1, ref: 'second', payableId: ids[1], outcome: 'applied', amount: 250.5, error: null },
    { row: 2, ref: 'first', payableId: ids[0], outcome: 'applied', amount: 100, error: null },
  ]);
  expect(between.paying).toMatchObject([
    {
      payments: [
        { payableId: ids[1], clearingSpeed: 'sameDay', fundingSourceId: expect.any(String) },
        { payableId: ids[0] },
      ],
    },
  ]);
  const [intent] = await service.json<Record<string, unknown>[]>('journal list');
  expect(intent).toMatchObject({
    operation: 'pay.bulkInitiate',
    outcome: 'applied',
    amount: 350.5,
    businessId: service.payer,
  });
  const again = await bulk('--file - --yes', text);
  expect([again.code, outcomes(again.out)]).toEqual([0, ['skipped', 'skipped']]);
  const checked = await bulk('--file - --yes --exit-code', text);
  expect([checked.code, failureIn(checked.err).code]).toEqual([15, 'nothing_to_pay']);
  expect(outcomes(checked.out)).toEqual(['skipped', 'skipped']);
  expect(between.paying).toHaveLength(1);
});

test('a person sees payees, totals, bank account and settlement before anything is sent', async () => {
  const ids = await approvedPayables(service, [100, 250.5]);
  const { code, err } = await service.remit('pay bulk --file -', {
    stdin: csv(ids),
    tty: { stdin: true, stderr: true },
  });
  expect(code).toBe(14);
  expect(err).toContain('Pay 2 payables, total $350.50, to Coastal Linen Inc:');
  expect(err).toContain('Coastal Linen Inc: $350.50 (2 payables)');
  expect(err).toMatch(/From Operating account.* ···\d{4}: \$350\.50/);
  expect(err).toContain('Estimated settlement 2026-03-05');
});

describe('nothing is sent, and all problems are reported at once, if', () => {
  afterEach(() => expect(between.paying).toEqual([]));

  test('the file has problems in several places', async () => {
    const text = 'payableId,amount,speed,scheduledDate\n,x,fast,2026-02-30\npay_1,,,\npay_1,,,\n';
    const { code, err } = await bulk('--file - --yes', text);
    expect(code).toBe(2);
    expect(failureIn(err).message.split('\n').slice(1)).toEqual([
      'standard input:2: payableId: is missing',
      "standard input:2: speed: must be standard or same-day, not 'fast'",
      "standard input:2: scheduledDate: '2026-02-30' is not a date of the calendar",
      expect.stringContaining("standard input:2: amount: 'x' must be an amount in dollars"),
      'standard input:4: payableId: pay_1 is a duplicate of row 3',
    ]);
    expect(failureIn(err).fields).toContainEqual({
      field: 'payableId',
      row: 4,
      message: 'pay_1 is a duplicate of row 3',
    });
  });

  test('it has an unknown column', async () => {
    const { code, err } = await bulk('--file - --yes', 'payableId,bank\npay_1,fs_1\n');
    expect([code, failureIn(err).message]).toEqual([
      2,
      'standard input has the unknown column bank.',
    ]);
  });

  test('payables have another status or payer, or do not exist', async () => {
    const [payable] = await approvedPayables(service, [100]);
    const [declined] = await service.json<{ id: string }[]>('payable list --status DECLINED');
    const text = csv([payable ?? '', declined?.id ?? '', 'pay_none']);
    const { code, err } = await bulk('--file - --yes', text);
    expect(code).toBe(7);
    expect(failureIn(err)).toMatchObject({ code: 'payable_not_approved', outcome: 'not-sent' });
    expect(failureIn(err).message).toContain(
      `standard input:3: payableId: ${declined?.id} is DECLINED`,
    );
    expect(failureIn(err).message).toContain(
      'standard input:4: payableId: pay_none is not visible',
    );
    expect(failureIn(err).fields.map(({ row }: Row) => row)).toEqual([3, 4]);
    const json = JSON.stringify([{ payableId: payable }, { payableId: 'pay_none' }]);
    const refused = failureIn((await bulk('--file - --yes', json)).err);
    expect(refused.message).toContain('standard input:2: payableId: pay_none is not visible');
    expect(refused.fields).toMatchObject([{ row: 2, field: 'payableId' }]);
    expect((await bulk(`--file - --yes -b ${service.payee}`, csv([payable ?? '']))).code).toBe(7);
  });

  test('an amount, the count, the total or a payee is not as expected', async () => {
    const ids = await approvedPayables(service, [100, 200]);
    const wrong = `payableId,amount\n${ids[0]},100\n${ids[1]},199.99\n`;
    const { code, err } = await bulk('--file - --yes', wrong);
    expect([code, failureIn(err).code]).toEqual([14, 'expectation']);
    expect(failureIn(err).message).toContain(
      `standard input:3: amount: ${ids[1]} is $200.00, not $199.99`,
    );
    for (const belief of [
      '--expect-count 3',
      '--expect-total 299.99',
      '--max-total 299.99',
      '--expect-payee Somebody',
    ]) {
      expect((await bulk(`--file - --yes ${belief}`, csv(ids))).code, belief).toBe(14);
    }
  });

  test('the bank account is not verified', async () => {
    const ids = await approvedPayables(service, [100]);
    await service.file('number.txt', '000555511113\n');
    const { id } = await service.json(
      'bank connect-manual --routing 021000021 --account-number-file number.txt --type checking --name Second',
    );
    expect((await bulk(`--file - --yes --bank ${id}`, csv(ids))).code).toBe(7);
  });

  test('it is a dry run: the request is shown', async () => {
    const ids = await approvedPayables(service, [100, 200]);
    const { code, out } = await bulk('--file - --dry-run --on 2026-03-10', csv(ids));
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      dryRun: true,
      request: {
        body: { payments: ids.map((payableId) => ({ payableId, scheduledDate: '2026-03-10' })) },
      },
    });
  });

  test('confirmation is required and there is no terminal', async () => {
    const ids = await approvedPayables(service, [100]);
    expect((await bulk('--file -', csv(ids))).code).toBe(2);
  });
});

test('a response that lists only some payments of a batch makes the outcome of the batch unknown', async () => {
  const ids = await approvedPayables(service, [100, 200]);
  between.next = ['lose-payment'];
  const { code, out, err } = await bulk('--file - --yes', csv(ids));
  expect([code, outcomes(out)]).toEqual([10, ['unknown', 'unknown']]);
  const [doubt] = await service.json<{ id: string }[]>('journal list --unresolved');
  const { intentId, message } = failureIn(err);
  expect(intentId ?? failureIn(err).next[0]).toContain(doubt?.id);
  expect(message).toContain(`has no payment of ${ids[1]}`);
  expect((await bulk('--file - --yes', csv(ids))).code).toBe(14);
  expect(between.paying).toHaveLength(1);
});

test.each([
  ['is null', [null, null]],
  ['is no list', { pmt_1: {} }],
])('a batch is paid whatever its payments look like: each %s', async (_, payments) => {
  const ids = await approvedPayables(service, [100, 200]);
  between.next = [{ payments }];
  const { code, out } = await bulk('--file - --yes', csv(ids));
  expect([code, outcomes(out)]).toEqual([0, ['applied', 'applied']]);
});

test.each([
  ['of one row', 500, [{ index: 0, message: 'failed' }]],
  ['of no row of the batch', 500, [{ index: 9, message: 'failed' }]],
  ['of one row, about a key that was used', 409, [{ index: 0, message: 'is being paid' }]],
])(
  'an error %s says nothing about the others if the outcome is unknown',
  async (_, status, errors) => {
    const ids = await approvedPayables(service, [100, 200]);
    between.next = [{ status, errors }];
    const { code, out } = await bulk('--file - --yes', csv(ids));
    expect([code, outcomes(out)]).toEqual([10, ['unknown', 'unknown']]);
  },
);

test('a refusal that names no row of the batch is the reason of all rows', async () => {
  const ids = await approvedPayables(service, [100, 200]);
  between.next = [{ status: 422, errors: [{ index: 9, message: 'is closed' }] }];
  const { code, out } = await bulk('--file - --yes', csv(ids));
  expect([code, outcomes(out)]).toEqual([7, ['rejected', 'rejected']]);
});

describe('a file with more rows than one request may have', () => {
  const amounts = Array.from({ length: 205 }, (_, at) => (1000 + at) / 100);

  test('is sent in batches; it stops at an unknown outcome, which is reported and not sent again', async () => {
    const ids = await approvedPayables(service, amounts);
    between.next = ['pass', 'lose-answer'];
    const { code, out, err } = await bulk('--file - --yes', csv(ids));
    expect(code).toBe(10);
    expect(between.paying).toHaveLength(2);
    expect(outcomes(out)).toEqual([
      ...Array(100).fill('applied'),
      ...Array(100).fill('unknown'),
      ...Array(5).fill('not-sent'),
    ]);
    const doubts = await service.json<{ id: string }[]>('journal list --unresolved');
    expect(doubts).toHaveLength(1);
    expect(failureIn(err).next[0]).toContain(doubts[0]?.id);

    const rest = csv(ids.slice(100));
    expect((await bulk('--file - --yes', rest)).code).toBe(14);
    expect((await bulk('--file - --yes', csv(ids.slice(150)))).code).toBe(14);
    expect(between.paying).toHaveLength(2);
    const paid = await paymentsOf(service);
    expect(paid.size).toBe(200);
    expect(Math.max(...[...paid.values()].map(({ times }) => times))).toBe(1);
  }, 60_000);

  test('continues after a refused batch, and accepts no --idempotency-key', async () => {
    const ids = await approvedPayables(service, amounts.slice(0, 101));
    between.next = [{ status: 422 }];
    expect((await bulk('--file - --yes --idempotency-key k1', csv(ids))).code).toBe(2);
    const { code, out } = await bulk('--file - --yes', csv(ids));
    expect(code).toBe(11);
    expect(outcomes(out)).toEqual([...Array(100).fill('rejected'), 'applied']);
    expect((await bulk('--file - --yes', csv(ids.slice(0, 100)))).code).toBe(0);
  }, 60_000);

  test('stops on 401 and 403', async () => {
    const ids = await approvedPayables(service, amounts.slice(0, 101));
    between.next = Array(5).fill({ status: 429 });
    const { code, out } = await bulk('--file - --yes --retries 0', csv(ids));
    expect(code).toBe(8);
    expect(outcomes(out)).toEqual([...Array(100).fill('throttled'), 'not-sent']);
  }, 60_000);
});

test('failed payments may be repeated, in a batch or alone, without a flag', async () => {
  const ids = await approvedPayables(service, [55.01, 55.01, 20]);
  const first = await bulk('--file - --yes', csv(ids));
  expect(first.code).toBe(0);
  await service.control('POST', '/sandbox/clock/advance', { businessDays: 4 });
  expect((await bulk('--file - --yes', csv(ids))).code).toBe(14);
  expect((await bulk('--file - --yes', csv(ids.slice(0, 1)))).code).toBe(0);
  expect((await through(`pay initiate ${ids[1]} --yes`)).code).toBe(0);
  expect((await through(`pay initiate ${ids[2]} --yes`)).code).toBe(14);
}, 30_000);

test('a scheduled payment whose status is not SCHEDULED is reported at once', async () => {
  const ids = await approvedPayables(service, [100]);
  const { code, out } = await bulk('--file - --on 2026-03-10 --yes', csv(ids));
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject([
    { scheduledDate: '2026-03-10', payableStatus: 'SCHEDULED' },
  ]);
});
