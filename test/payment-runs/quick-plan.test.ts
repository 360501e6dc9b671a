import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hashPlan } from '../../src/money/runs/plan.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { type Between, redirectProfile } from './fault-proxy.ts';
import { quickPaymentsOf } from './quick-payments.ts';

let service: Service;
let between: Between;
let connection: string;
let bank: string;
beforeEach(async () => {
  service = await startService();
  between = await redirectProfile(service);
  [{ id: connection }] = await service.json<[{ id: string }]>('connection list');
  [{ id: bank }] = await service.json<[{ id: string }]>('bank list');
});
afterEach(async () => {
  await between.close();
  await service.close();
});

const read = async (name = 'run.json') =>
  JSON.parse(await readFile(join(service.cwd, name), 'utf8'));
const failureIn = (err: string) => JSON.parse(err.trim().split('\n').at(-1) ?? '').error;

/** Plans quick payments of these amounts (dollars) into a file. */
async function plan(amounts: readonly number[], out = 'run.json'): Promise<void> {
  const rows = amounts.map((amount) => `${connection},${amount}\n`);
  await service.file('quick.csv', `connectionId,amount\n${rows.join('')}`);
  const { code, err } = await service.remit(`run plan --file quick.csv --out ${out} --force`);
  if (code !== 0) throw new Error(err);
}
const apply = (typed: Parameters<Service['remit']>[1] = {}, file = 'run.json') =>
  service.remit(`run apply ${file} --yes --json`, typed);
/** Applies a plan; returns its exit code with the code of its error. */
async function outcome(...typed: Parameters<typeof apply>): Promise<string> {
  const { code, err } = await apply(...typed);
  return code === 0 ? 'ok' : `${code} ${failureIn(err).code}`;
}
const outcomes = (out: string) => JSON.parse(out).map((it: { outcome: string }) => it.outcome);
const status = () => service.json('run status run.json');
/** The amounts (dollars) that were paid, according to the sandbox. */
const paid = () => quickPaymentsOf(service);
const doubt = async () =>
  (await service.json<{ id: string }[]>('journal list --unresolved'))[0]?.id ?? '';

describe('a plan of quick payments', () => {
  test('has a row for each payment, with payee, account, memo and journal', async () => {
    const rows = `${connection};750,00;"March; rent";7\n`;
    await service.file('semicolons.csv', `\uFEFFConnection ID;Amount;Memo;Ref\r\n${rows}`);
    const refused = await service.remit('run plan --file semicolons.csv --out run.json');
    expect([refused.code, refused.err]).toEqual([
      2,
      expect.stringContaining("semicolons.csv:2: amount: '750,00'"),
    ]);
    await service.file(
      'semicolons.csv',
      `\uFEFFConnection ID;Amount;Memo;Ref\r\n${rows.replace('750,00', '$1,750.00')}`,
    );
    const { code, err } = await service.remit('run plan --file semicolons.csv --out run.json');
    expect([code, err.split('\n').filter((it) => !/^(From|Plan|Expires) /.test(it))]).toEqual([
      0,
      [
        'Pay 1 quick payment, total $1,750.00, to Coastal Linen Inc:',
        '  2026-03-05  Coastal Linen Inc  $1,750.00  (1 quick payment)',
        'Estimated settlement 2026-03-05',
        expect.stringMatching(/^First payment to "Coastal Linen Inc" /),
        'next: remit run apply run.json',
        '',
      ],
    ]);
    expect((await read()).plan).toMatchObject({
      kind: 'quickPayments',
      journal: expect.stringMatching(/^jrn_/),
      businessId: service.payer,
      totals: { count: 1, cents: 175_000, payees: [{ id: service.payee }], banks: [{ id: bank }] },
      payments: [
        {
          row: 1,
          ref: '7',
          connectionId: connection,
          fundingSourceId: bank,
          cents: 175_000,
          payeeId: service.payee,
          payeeName: 'Coastal Linen Inc',
          memo: 'March; rent',
        },
      ],
    });
    expect(await service.json('run show run.json')).toMatchObject({
      kind: 'quickPayments',
      payments: 1,
      total: 1750,
      rows: [{ amount: 1750, memo: 'March; rent' }],
    });
  });

  test('tells rows that pay the same amount to the same payee, once for all of them', async () => {
    const row = `${connection},100\n`;
    await service.file('q.csv', `connectionId,amount\n${row}${connection},7\n${row}${row}`);
    const { err } = await service.remit('run plan --file q.csv --out run.json');
    expect(err.split('\n')[0]).toBe(
      'q.csv:2, 4, 5: the same amount to the same payee, $100.00 to Coastal Linen Inc. Each of the 3 rows is paid.',
    );
    expect(err.match(/same amount/g)).toHaveLength(1);
  });

  test('is refused for a connection that is not there or not active, and for a date', async () => {
    await service.file('q.csv', `connectionId,amount\nconn_none,5\n${connection},6\n`);
    const unknown = await service.remit('run plan --file q.csv');
    expect([unknown.code, unknown.err]).toEqual([
      7,
      expect.stringContaining('q.csv:2: connectionId: conn_none was not found'),
    ]);
    await plan([5]);
    for (const flag of ['--on 2026-03-10', '--speed same-day', '--date-format DD.MM.YYYY']) {
      expect((await service.remit(`run plan --file quick.csv ${flag}`)).code).toBe(2);
    }
    await service.json(`connection archive ${connection} --yes`);
    const archived = await service.remit('run plan --file quick.csv --json');
    expect([archived.code, failureIn(archived.err).code]).toEqual([7, 'connection_not_active']);
    expect(await outcome()).toBe('14 stale');
    expect(await paid()).toEqual([]);
  });
});

test('a plan is refused for a file that is not one of quick payments', async () => {
  for (const [text, message] of [
    ['connectionId,amount\nconn_1,\n', 'q.csv:2: amount: is missing'],
    ['connectionId,amount\n,5\n', 'q.csv:2: connectionId: is missing'],
    ['connectionId,amount\nconn_1,(5)\n', "q.csv:2: amount: '(5)' must be greater than zero"],
    ['connectionId,amount\nconn_1,0\n', 'q.csv:2: amount'],
    ['connectionId,amount\nconn_1,1.005\n', 'q.csv:2: amount'],
    ['connectionId,amount,payee\nconn_1,5,x\n', 'the unknown column payee'],
    ['connectionId,amount,scheduledDate\nconn_1,5,\n', 'the unknown column scheduledDate'],
    ['connectionId,amount,speed\nconn_1,5,same-day\n', 'the unknown column speed'],
    // One plan holds one kind: a column payableId makes every row that of a payable.
    ['connectionId,amount,payableId\nconn_1,5,\n', 'q.csv:2: payableId: is missing'],
    ['payableId,memo\npay_1,x\n', 'the unknown column memo'],
    ['amount\n5\n', 'q.csv:2: payableId: is missing'],
    ['[{"connectionId":"c","amount":5},{"payableId":"p"}]', 'q.csv:1: payableId: is missing'],
  ] as const) {
    await service.file('q.csv', text);
    const { code, err } = await service.remit('run plan --file q.csv');
    expect([text, code, err]).toEqual([text, 2, expect.stringContaining(message)]);
  }
});

describe('each row is paid once', () => {
  test('also equal ones, and none when it is applied again', async () => {
    await plan([100, 100, 7.5]);
    expect(await status()).toMatchObject({ state: 'planned', left: 3 });
    const { code, out } = await apply();
    expect([code, outcomes(out)]).toEqual([0, ['applied', 'applied', 'applied']]);
    expect(await paid()).toEqual([7.5, 100, 100]);
    expect(await status()).toMatchObject({ state: 'applied', applied: 3, batches: 3 });
    const again = await apply();
    expect([again.code, outcomes(again.out)]).toEqual([0, ['applied', 'applied', 'applied']]);
    const rows = await service.json<Record<string, unknown>[]>('run report run.json');
    expect(rows).toMatchObject([
      { row: 1, payableId: null, amount: 100, outcome: 'applied', batch: 1 },
      { row: 2, batch: 2 },
      { row: 3, batch: 3, paymentId: expect.stringMatching(/^pmt_/) },
    ]);
    expect(new Set(rows.map(({ paymentId }) => paymentId)).size).toBe(3);
    expect(await paid()).toHaveLength(3);
  });

  test('also years later, when equal payments are no duplicates any more', async () => {
    await plan([100]);
    await apply();
    const { openJournal } = await import('../../src/money/journal/journal.ts');
    const later = () => Date.now() + 4e10;
    const state = join(service.home, 'state');
    const journal = await openJournal(state, { pid: process.pid, isAlive: () => true }, later);
    const draft = {
      operation: 'pay.quickPay',
      ...{ origin: between.baseUrl, environment: 'live', naturalKey: 'k', keyParts: ['k'] },
      ...{ businessId: null, payableId: null, paymentId: null },
      ...{ connectionId: connection, cents: 10_000, bodyHash: null, fundingSourceId: bank },
    };
    const sender = { profile: null, tokenPrint: null, idempotencyKey: 'i' };
    const { hash } = await read();
    const row = (batch: number) => ({ ...sender, plan: { plan: hash, batch } });
    await expect(journal.begin(draft, row(1))).rejects.toThrow(
      'row 1 of this plan was already paid',
    );
    await expect(journal.begin(draft, row(2))).resolves.toBeDefined();
    await journal.close();
  });

  test('by two processes that apply it at once', async () => {
    await plan([10, 10, 10, 20]);
    let other: ReturnType<typeof apply> | undefined;
    between.onPaying = async (number) => {
      // The second one starts while the first row is on its way.
      if (number > 1) return;
      other = apply();
      await other;
    };
    const { code } = await apply();
    const second = await other;
    expect([code, second?.code]).toEqual([0, 14]);
    expect(failureIn(second?.err ?? '').code).toBe('in_progress');
    expect(await paid()).toEqual([10, 10, 10, 20]);
    expect(await outcome()).toBe('ok');
    expect(await paid()).toHaveLength(4);
  });

  test('by two processes that read the journal at the same time', async () => {
    await plan([10, 10, 10, 20]);
    const codes = (await Promise.all([apply(), apply(), apply()])).map(({ code }) => code);
    expect(codes).toContain(0);
    expect(await paid()).toEqual([10, 10, 10, 20]);
    expect(await status()).toMatchObject({ state: 'applied', inDoubt: 0 });
  });

  test('and what was lost is unknown: not sent again without a verdict', async () => {
    await plan([10, 20, 30]);
    between.next = ['pass', 'lose-answer'];
    const lost = await apply();
    expect([lost.code, outcomes(lost.out)]).toEqual([10, ['applied', 'unknown', 'not-sent']]);
    const again = await service.remit('run apply run.json --yes --json');
    const { message } = failureIn(again.err);
    expect([again.code, message]).toEqual([10, expect.stringContaining('Row 2 of')]);
    expect(await status()).toMatchObject({ state: 'in-doubt', applied: 1, inDoubt: 1, left: 1 });
    await service.remit(`journal resolve ${await doubt()} --applied`);
    between.next = ['lose-request'];
    expect((await apply()).code).toBe(10);
    expect(await paid()).toEqual([10, 20]);
    await service.remit(`journal resolve ${await doubt()} --not-applied`);
    const { code, out } = await apply();
    expect([code, outcomes(out)]).toEqual([0, ['applied', 'applied', 'applied']]);
    expect(await paid()).toEqual([10, 20, 30]);
  });

  test('and a row that was refused is left, while the others go on', async () => {
    await plan([10, 20, 30]);
    between.next = ['pass', { status: 422 }];
    const first = await apply();
    expect([first.code, outcomes(first.out)]).toEqual([11, ['applied', 'rejected', 'applied']]);
    expect((await service.remit('run apply run.json --yes')).code).toBe(0);
    expect(await paid()).toEqual([10, 20, 30]);
  });

  test('and an interrupt stops after the row that is on its way', async () => {
    await plan([10, 20, 30]);
    const ctrlC = new AbortController();
    between.onPaying = (number) => {
      if (number === 2) ctrlC.abort('SIGINT');
    };
    const { code, out } = await apply({ interrupted: ctrlC.signal });
    expect([code, outcomes(out)]).toEqual([130, ['applied', 'applied', 'not-sent']]);
    expect(await outcome()).toBe('ok');
    expect(await paid()).toEqual([10, 20, 30]);
  });
});

describe('what is no row of the plan stays a duplicate', () => {
  test('an equal payment of a command', async () => {
    await service.json(`pay quick ${connection} --amount 10 --yes`);
    await plan([10]);
    const { code, err } = await apply();
    expect([code, failureIn(err).code]).toEqual([14, 'duplicate']);
    // No flag lifts it for a plan.
    expect(failureIn(err).next.join()).not.toContain('--allow-duplicate');
    expect(await paid()).toEqual([10]);
  });

  test('the same rows in another plan, and an equal payment of a command after it', async () => {
    await plan([10, 20]);
    await service.file('run.json', JSON.stringify(await read()));
    await plan([10, 20, 30], 'other.json');
    expect(await outcome()).toBe('ok');
    expect(await outcome({}, 'other.json')).toBe('14 duplicate');
    expect((await service.remit(`pay quick ${connection} --amount 10 --yes`)).code).toBe(14);
    expect(await paid()).toEqual([10, 20]);
  });

  test('a plan that was applied, edited and hashed anew', async () => {
    await plan([10, 20]);
    await apply();
    const { plan: made } = await read();
    const later = { ...made, expiresAt: '2026-03-31T15:00:00.000Z' };
    await writeFile(
      join(service.cwd, 'edited.json'),
      JSON.stringify({ ...(await read()), plan: later }),
    );
    expect(await outcome({}, 'edited.json')).toBe('14 plan_changed');
    await writeFile(join(service.cwd, 'edited.json'), JSON.stringify(hashPlan(later)));
    expect(await outcome({}, 'edited.json')).toBe('14 duplicate');
    const renumbered = made.payments.map((it: object) => ({ ...it, row: 1 }));
    const forged = hashPlan({ ...made, payments: renumbered });
    await writeFile(join(service.cwd, 'edited.json'), JSON.stringify(forged));
    expect(await outcome({}, 'edited.json')).toBe('14 plan_changed');
    expect(await paid()).toEqual([10, 20]);
  });
});

test('another journal does not know what was paid: the plan is refused there', async () => {
  await plan([10]);
  expect(await outcome()).toBe('ok');
  // Another machine, with the same profile and the same file.
  await service.remit('auth login --with-token -P test', {
    stdin: service.token,
    env: { REMIT_BASE_URL: between.baseUrl, REMIT_HOME: join(service.cwd, 'other') },
  });
  const env = { REMIT_HOME: join(service.cwd, 'other'), REMIT_BUSINESS: service.payer };
  expect(await outcome({ env })).toBe('14 other_journal');
  // A journal that was deleted is another one, too.
  await rm(join(service.home, 'state'), { recursive: true });
  expect(await outcome()).toBe('14 other_journal');
  expect(await paid()).toEqual([10]);
});

test('sums are checked with each row, and of the whole run before the first', async () => {
  await plan([10, 20, 30]);
  await service.remit('policy set maxPerDay 59.99');
  expect(await outcome()).toBe('14 over_day_limit');
  expect(await paid()).toEqual([]);
  await service.remit('policy set maxPerDay 60');
  // Another payment meanwhile: the last row does not fit any more.
  between.onPaying = async (number) => {
    if (number === 2) await service.remit(`pay quick ${connection} --amount 5 --yes`);
  };
  const { code, out } = await apply();
  expect([code, outcomes(out)]).toEqual([11, ['applied', 'applied', 'not-sent']]);
  expect(await paid()).toEqual([5, 10, 20]);
});

// That a signed plan passes is tested in test/policy/approved-plans.test.ts, with the real ssh-keygen.
test('under a policy that requires approval neither the command pays nor a plan that nobody signed', async () => {
  await service.remit('policy set requireApproval true');
  const direct = await service.remit(`pay quick ${connection} --amount 10 --yes --json`);
  expect([direct.code, failureIn(direct.err).code]).toEqual([14, 'not_approved']);
  await plan([10, 10]);
  expect(await outcome()).toBe('14 not_approved');
  expect(await paid()).toEqual([]);
});
