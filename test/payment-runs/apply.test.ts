import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mayOverwrite } from '../../src/cli/output-format.ts';
import { createTestSystem } from '../helpers/run-command.ts';
import { type Service, startPrepared } from '../helpers/signed-in-sandbox.ts';
import { approvedPayables, paymentsOf } from './approved-payables.ts';
import { type Between, redirectProfile } from './fault-proxy.ts';

let service: Service;
let between: Between;
const amounts = Array.from({ length: 6 }, (_, at) => (2000 + at) / 100);
const total = amounts.reduce((sum, it) => sum + Math.round(it * 100), 0);
let ids: string[];
beforeEach(async () => {
  const prepared = await startPrepared('six approved payables', (it) =>
    approvedPayables(it, amounts),
  );
  ({ service, facts: ids } = prepared);
  between = await redirectProfile(service);
  await service.file('payments.csv', `payableId,ref\n${ids.map((it) => `${it},r`).join('\n')}\n`);
  const { code, err } = await service.remit('run plan --file payments.csv --out run.json');
  if (code !== 0) throw new Error(err);
});
afterEach(async () => {
  await between.close();
  await service.close();
});

const run = (line: string, interrupted?: AbortSignal) =>
  service.remit(`run ${line} run.json --yes --json`, {
    ...(interrupted && { interrupted }),
  });
const apply = (interrupted?: AbortSignal) => run('apply --batch 2', interrupted);
const failureIn = (err: string) => JSON.parse(err.trim().split('\n').at(-1) ?? '').error;
const outcomes = (out: string) =>
  (JSON.parse(out) as { outcome: string }[]).map(({ outcome }) => outcome);
const times = (count: number, what: string): string[] => Array(count).fill(what);
const status = () => service.json('run status run.json');

/** The intent of the only request without an outcome. */
async function onlyDoubt(): Promise<string | undefined> {
  const doubts = await service.json<{ id: string }[]>('journal list --unresolved');
  expect(doubts).toHaveLength(1);
  return doubts[0]?.id;
}

async function expectPaidOnce(): Promise<void> {
  const paid = [...(await paymentsOf(service)).values()];
  expect(paid.map((it) => it.times)).toEqual(Array(6).fill(1));
  expect(paid.reduce((sum, { cents }) => sum + cents, 0)).toBe(total);
}

test('a plan is applied in batches, and only once', async () => {
  expect(await status()).toMatchObject({ state: 'planned', left: 6, applied: 0 });
  const { code, out } = await apply();
  expect(code).toBe(0);
  expect(outcomes(out)).toEqual(times(6, 'applied'));
  expect(between.paying).toHaveLength(3);
  expect(await status()).toMatchObject({
    state: 'applied',
    applied: 6,
    appliedAmount: total / 100,
    left: 0,
    batches: 3,
  });
  const again = await service.remit('run apply run.json --yes');
  expect([again.code, again.err]).toEqual([
    0,
    'The run is finished; nothing was sent. Paid 6 of 6, $120.15.\n',
  ]);
  const checked = await service.remit('run apply run.json --yes --exit-code --json');
  expect([checked.code, failureIn(checked.err).code]).toEqual([15, 'nothing_to_pay']);
  expect(outcomes(checked.out)).toEqual(times(6, 'applied'));
  expect(between.paying).toHaveLength(3);
  await expectPaidOnce();
});

test('refused rows are in the report, and the next run pays them: its progress is one line about the whole plan', async () => {
  between.next = ['pass', { status: 422 }];
  expect((await apply()).code).toBe(11);
  const rows = await service.json<Record<string, unknown>[]>('run report run.json');
  expect(rows.map(({ outcome }) => outcome)).toEqual([
    ...times(2, 'applied'),
    ...times(2, 'rejected'),
    ...times(2, 'applied'),
  ]);
  expect(rows[0]).toMatchObject({
    row: 1,
    ref: 'r',
    payableId: ids[0],
    amount: 20,
    batch: 1,
    paymentId: expect.stringMatching(/^pmt_/),
    intentId: expect.stringMatching(/^int_/),
  });
  const { out, err } = await service.remit('run report run.json --csv');
  expect(out.split('\n')[0]).toContain('row,ref,payableId');
  expect(err).toContain('Of 6 payments, $120.15: applied 4 (');

  const again = await service.remit('run apply run.json --yes --batch 1', {
    tty: { stderr: true },
  });
  const shown = again.err.split('\r\u001b[K').map((it) => it.replace(/, \d+ s left/, ', … left'));
  // A slow machine shows the spinner as well.
  expect(shown.filter((it) => it !== '' && !/working/.test(it))).toEqual([
    '[################--------] 4 of 6, $80.10 of $120.15',
    expect.stringMatching(/^\[#{20}-{4}\] 5 of 6, \$\d+\.\d\d of \$120\.15(, … left)?$/),
    '[########################] 6 of 6, $120.15 of $120.15\nPaid 6 of 6, $120.15.\n',
  ]);
  await expectPaidOnce();
});

test('progress is printed as plain lines where no line is overwritten', async () => {
  const system = (isTTY: boolean, env = {}) =>
    createTestSystem([], { tty: { stderr: isTTY }, env }, [], []);
  expect(mayOverwrite(system(true), { noProgress: false })).toBe(true);
  expect(mayOverwrite(system(true), { noProgress: true })).toBe(false);
  expect(mayOverwrite(system(true, { TERM: 'dumb' }), { noProgress: false })).toBe(false);
  expect(mayOverwrite(system(false), { noProgress: false })).toBe(false);
  const { err } = await service.remit('run apply run.json --yes --batch 3', {
    tty: { stdout: true, stderr: true },
    env: { TERM: 'dumb' },
  });
  expect(
    err
      .replaceAll(/\d+ a second/g, '… a second')
      .split('\n')
      .slice(0, 3),
  ).toEqual([
    expect.stringMatching(/^First payment to "Coastal Linen Inc" /),
    'Paid 3 of 6 payments, $60.03 of $120.15, … a second',
    'Paid 6 of 6 payments, $120.15 of $120.15, … a second',
  ]);
  for (const control of ['\r', '\u001b']) expect(err).not.toContain(control);
});

test('an unknown outcome stops the run, with the intent, until it is resolved: only what was certainly not applied is sent again', async () => {
  between.next = ['pass', 'lose-answer'];
  const lost = await apply();
  expect(lost.code).toBe(10);
  expect(outcomes(lost.out)).toEqual([
    ...times(2, 'applied'),
    ...times(2, 'unknown'),
    ...times(2, 'not-sent'),
  ]);
  const doubt = await onlyDoubt();
  const again = await apply();
  expect(again.code).toBe(10);
  expect(failureIn(again.err)).toMatchObject({ intentId: doubt, outcome: 'unknown' });
  expect(await status()).toMatchObject({ state: 'in-doubt', applied: 2, inDoubt: 2, left: 2 });
  await service.remit(`journal resolve ${doubt} --applied`);
  between.next = ['lose-request'];
  expect((await run('apply')).code).toBe(10);
  await service.remit(`journal resolve ${await onlyDoubt()} --not-applied`);
  const { code, out } = await run('apply');
  expect([code, outcomes(out)]).toEqual([0, times(6, 'applied')]);
  await expectPaidOnce();
});

test('even after a wrong verdict nothing is paid twice', async () => {
  between.next = ['pass', 'lose-answer'];
  await apply();
  await service.remit(`journal resolve ${await onlyDoubt()} --not-applied`);
  const { code, out } = await run('apply');
  expect(code).toBe(0);
  expect(outcomes(out)).toEqual([
    ...times(2, 'applied'),
    ...times(2, 'skipped'),
    ...times(2, 'applied'),
  ]);
  await expectPaidOnce();
});

test('payables paid separately meanwhile are skipped and reported', async () => {
  expect((await service.remit(`pay initiate ${ids[2]} --yes`)).code).toBe(0);
  const { code, out } = await apply();
  expect(code).toBe(0);
  expect(outcomes(out)[2]).toBe('skipped');
  await expectPaidOnce();
});

describe('an interrupt', () => {
  test('lets the request in flight finish, and sends no other', async () => {
    const ctrlC = new AbortController();
    between.onPaying = (number) => {
      if (number === 2) ctrlC.abort('SIGINT');
    };
    const { code, out } = await apply(ctrlC.signal);
    expect(code).toBe(130);
    expect(outcomes(out)).toEqual([...times(4, 'applied'), ...times(2, 'not-sent')]);
    expect(await service.json('journal list --unresolved')).toEqual([]);
    expect((await run('apply')).code).toBe(0);
    await expectPaidOnce();
  });

  test('that leaves an unknown outcome is reported as such', async () => {
    const ctrlC = new AbortController();
    between.next = ['pass', 'lose-answer'];
    between.onPaying = (number) => {
      if (number === 2) ctrlC.abort('SIGINT');
    };
    expect((await apply(ctrlC.signal)).code).toBe(10);
  });
});
