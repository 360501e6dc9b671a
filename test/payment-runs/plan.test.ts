import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hashPlan } from '../../src/money/runs/plan.ts';
import { type Service, startPrepared, startService } from '../helpers/signed-in-sandbox.ts';
import { approvedPayables, paymentsOf } from './approved-payables.ts';

let service: Service;

const read = async (name = 'run.json') =>
  JSON.parse(await readFile(join(service.cwd, name), 'utf8'));
const failureIn = (err: string) => JSON.parse(err.trim().split('\n').at(-1) ?? '').error;

/** Plans these payables into run.json. */
async function planned(ids: readonly string[], flags = ''): Promise<void> {
  await service.file('payments.csv', `payableId\n${ids.join('\n')}\n`);
  const line = `run plan --file payments.csv --out run.json --force ${flags}`;
  const { code, err } = await service.remit(line);
  if (code !== 0) throw new Error(err);
}

/** A copy in which one member is another. */
function withChange(it: object, [name = '', ...below]: readonly string[], value: unknown): object {
  const copy = structuredClone(it);
  const inside = below.length === 0 ? value : withChange(Reflect.get(copy, name), below, value);
  Reflect.set(copy, name, inside);
  return copy;
}

describe('a plan', () => {
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.close());

  test("contains every payment with the payable's state, and totals that people can check", async () => {
    const ids = await approvedPayables(service, [100, 250.5]);
    await planned(ids, '--on 2026-03-10');
    const { remitPlan, hash, plan, signatures } = await read();
    expect([remitPlan, signatures]).toEqual([1, []]);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(plan).toMatchObject({
      createdAt: '2026-03-02T15:00:00.000Z',
      expiresAt: '2026-03-09T15:00:00.000Z',
      dialect: null,
      origin: service.baseUrl,
      profile: 'test',
      businessId: service.payer,
      totals: {
        count: 2,
        cents: 35050,
        payees: [{ id: service.payee, name: 'Coastal Linen Inc', count: 2, cents: 35050 }],
        banks: [{ cents: 35050, name: expect.stringMatching(/Operating account.*···\d{4}/) }],
        settlement: { earliest: '2026-03-13', latest: '2026-03-13' },
      },
    });
    expect(plan.payments[1]).toMatchObject({
      row: 2,
      payableId: ids[1],
      cents: 25050,
      status: 'APPROVED',
      invoiceNumber: 'R-2',
      payeeName: 'Coastal Linen Inc',
      scheduledDate: '2026-03-10',
      updatedAt: expect.any(String),
    });
    expect((await stat(join(service.cwd, 'run.json'))).mode & 0o777).toBe(0o600);
  });

  test('covers all approved payables, those due by a date, or those on one connection', async () => {
    const [late] = await approvedPayables(service, [100]);
    const [connection] = await service.json<{ id: string }[]>('connection list');
    const due = `--connection ${connection?.id} --amount 20 --due 2026-03-20 --submit`;
    const { id } = await service.json(`payable create -b ${service.payee} ${due}`);
    await service.json(`payable approve ${id} --yes`);
    const rowsOf = async (flags: string) => {
      const made = await service.json<{ plan: { payments: { payableId: string }[] } }>(
        `run plan ${flags}`,
      );
      return made.plan.payments.map(({ payableId }) => payableId);
    };
    expect(await rowsOf('--due-to 2026-03-20')).toEqual([id]);
    expect(await rowsOf(`--connection ${connection?.id}`)).toContain(late);
    const approved = await service.json<unknown[]>('payable list --status APPROVED');
    expect(await rowsOf('')).toHaveLength(approved.length);
    expect(await service.remit('run plan --due-to 2026-03-19 --out none.json')).toEqual({
      code: 0,
      out: '',
      err: 'Nothing to pay: no plan was made.\n',
    });
    await expect(stat(join(service.cwd, 'none.json'))).rejects.toThrow();
    // A script goes on to apply the file: it must not be the plan of an earlier day.
    await service.file('earlier.json', '{}');
    const again = 'run plan --due-to 2026-03-19 --out earlier.json --force';
    expect(await service.remit(again)).toMatchObject({
      code: 7,
      err: expect.stringContaining('earlier.json is an earlier plan'),
    });
    const { code, err } = await service.remit('run plan --due-to 2026-03-19 --exit-code --json');
    expect([code, failureIn(err).code]).toEqual([15, 'nothing_to_pay']);
    expect((await service.remit('run plan --file x.csv --due-to 2026-03-19')).code).toBe(2);
  });

  test('is told as a calendar by day and payee, with due dates and the next command', async () => {
    const [connection] = await service.json<{ id: string }[]>('connection list');
    const due = `--connection ${connection?.id} --amount 20 --due 2026-03-04 --submit`;
    const { id } = await service.json(`payable create -b ${service.payee} ${due}`);
    await service.json(`payable approve ${id} --yes`);
    const [other] = await approvedPayables(service, [100]);
    const rows = `payableId,scheduledDate\n${id},\n${other},2026-03-10\n`;
    await service.file('days.csv', rows);
    const { err } = await service.remit('run plan --file days.csv --out "my run.json" -P test');
    const lines = err.split('\n').filter((it) => !/^(From|Plan|Expires) /.test(it));
    expect(lines).toEqual([
      'Pay 2 payables, total $120.00, to Coastal Linen Inc:',
      '  2026-03-05  Coastal Linen Inc   $20.00  (1 payable)',
      '  2026-03-13  Coastal Linen Inc  $100.00  (1 payable)',
      'Estimated settlement 2026-03-05 to 2026-03-13',
      'Due 2026-03-04; 1 payable without a due date; 1 payable settles after it is due, late by 1 business day',
      expect.stringMatching(/^First payment to "Coastal Linen Inc" /),
      "next: remit -P test run apply 'my run.json'",
      '',
    ]);
  });

  test('is shown with its totals, and refused if it was changed', async () => {
    await planned(await approvedPayables(service, [100, 250.5]));
    expect(await service.json('run show run.json')).toMatchObject({
      payments: 2,
      total: 350.5,
      payees: 1,
      earliestSettlement: '2026-03-05',
      rows: [{ amount: 100 }, { amount: 250.5 }],
    });
    const file = await read();
    const changes: readonly (readonly [string, unknown])[] = [
      ['plan.payments.0.cents', 10100],
      ['plan.payments.0.payableId', 'pay_other'],
      ['plan.payments.0.fundingSourceId', 'fs_other'],
      ['plan.payments.1', { ...file.plan.payments[0], row: 2 }],
      ['plan.totals.cents', 1],
      ['plan.totals.payees.0.name', 'Somebody'],
      ['plan.profile', 'live'],
      ['plan.madeBy.user', 'another'],
      ['plan.expiresAt', '2999-01-01T00:00:00.000Z'],
      ['plan.dialect', 'another'],
      ['hash', '0'.repeat(64)],
    ];
    for (const [where, value] of changes) {
      const changed = withChange(file, where.split('.'), value);
      await writeFile(join(service.cwd, 'changed.json'), JSON.stringify(changed));
      const { code, err } = await service.remit('run apply changed.json --yes --json');
      expect([where, code, failureIn(err).code]).toEqual([where, 14, 'plan_changed']);
    }
    const shown = await service.remit('run show changed.json --json');
    expect([shown.code, failureIn(shown.err).code]).toEqual([14, 'plan_changed']);
    expect((await paymentsOf(service)).size).toBe(0);
  });

  test('may be reformatted: the hash covers the content', async () => {
    await planned(await approvedPayables(service, [100]));
    const { signatures, plan, ...rest } = await read();
    const turned = Object.fromEntries(Object.entries(plan).reverse());
    await writeFile(
      join(service.cwd, 'turned.json'),
      JSON.stringify({ signatures, plan: turned, ...rest }),
    );
    expect((await service.remit('run apply turned.json --yes')).code).toBe(0);
  });

  test('may be a large file', async () => {
    await planned(await approvedPayables(service, [100]));
    const text = JSON.stringify(await read());
    const wide = text.replace('"signatures"', `${' '.repeat(1_500_000)}"signatures"`);
    await service.file('wide.json', wide);
    expect((await service.remit('run show wide.json')).code).toBe(0);
    await service.file('cut.json', wide.slice(0, -1));
    expect((await service.remit('run show cut.json')).code).toBe(3);
    const latin = Buffer.from(text.replace('Coastal', 'Caf\xe9'), 'latin1');
    await writeFile(join(service.cwd, 'latin.json'), latin);
    expect((await service.remit('run show latin.json')).err).toContain('is not UTF-8 text');
  });

  test('is no other text', async () => {
    for (const text of [
      '',
      '[]',
      '{}',
      '{"remitPlan":2}',
      '{"remitPlan":1,"hash":"x","plan":{}}',
    ]) {
      await service.file('run.json', text);
      const { code } = await service.remit('run apply run.json --yes');
      expect([text, code]).toEqual([text, 3]);
    }
  });
});

describe('nothing is sent, and the reason is given, if', () => {
  let ids: string[];
  beforeEach(async () => {
    const prepared = await startPrepared('three approved payables', (it) =>
      approvedPayables(it, [100, 250.5, 75]),
    );
    ({ service, facts: ids } = prepared);
    await planned(ids);
  });
  afterEach(async () => {
    expect((await paymentsOf(service)).size).toBe(0);
    await service.close();
  });

  const applied = async (flags = '') => {
    const { err } = await service.remit(`run apply run.json --yes --json ${flags}`);
    return failureIn(err);
  };

  test('a payable was cancelled meanwhile: each change is listed', async () => {
    await service.json(`payable cancel ${ids[1]} -b ${service.payee} --yes`);
    const { message, ...rest } = await applied();
    expect(rest).toMatchObject({ exitCode: 14, code: 'stale', outcome: 'not-sent' });
    expect(message).toContain(`row 2: payable ${ids[1]}: status APPROVED is CANCELLED now`);
    expect(message).not.toContain(ids[0]);
  });

  test('the maker wrote another invoice number into the plan', async () => {
    const { plan } = await read();
    plan.payments[0].invoiceNumber = 'A-CHEAPER-ONE';
    await service.file('run.json', JSON.stringify(hashPlan(plan)));
    const { code, message } = await applied();
    expect(code).toBe('stale');
    expect(message).toContain('invoice number A-CHEAPER-ONE is R-1 now');
  });

  test('the plan is for another service, profile or business', async () => {
    const here = { REMIT_BASE_URL: 'http://127.0.0.1:1', REMIT_TOKEN: service.token };
    const elsewhere = await service.remit('run apply run.json --yes --json', { env: here });
    expect([elsewhere.code, failureIn(elsewhere.err).code]).toEqual([14, 'elsewhere']);
    expect(await applied(`-b ${service.payee}`)).toMatchObject({ code: 'elsewhere' });
    const other = await service.remit('auth login --with-token -P other', {
      stdin: service.token,
      env: { REMIT_BASE_URL: service.baseUrl },
    });
    expect(other.code).toBe(0);
    expect(await applied(`-P other -b ${service.payer}`)).toMatchObject({ code: 'elsewhere' });
  });

  test('it does not meet an expectation, or exceeds a limit of the profile', async () => {
    for (const flags of ['--expect-count 2', '--expect-total 425.51', '--max-total 425.49']) {
      expect((await applied(flags)).exitCode, flags).toBe(14);
    }
    await service.remit('policy set maxPerRun 425');
    expect(await applied('--batch 1')).toMatchObject({ code: 'over_run_limit' });
    await service.remit('policy set maxPerRun 426');
    await service.remit('policy set maxPerDay 425');
    expect(await applied('--batch 1')).toMatchObject({ code: 'over_day_limit' });
  });

  test('it is expired by the clock of the service', async () => {
    await planned(ids, '--expires 2');
    await service.control('POST', '/sandbox/clock/advance', { by: 'P2D' });
    expect(await service.remit('run show run.json')).toMatchObject({ code: 0 });
    await service.control('POST', '/sandbox/clock/advance', { by: 'PT1S' });
    expect(await applied()).toMatchObject({ exitCode: 14, code: 'plan_expired' });
  });

  test('it was revoked, also as a copy, for good', async () => {
    const text = await readFile(join(service.cwd, 'run.json'), 'utf8');
    await service.file('copy.json', JSON.stringify(JSON.parse(text), null, 1));
    const { hash } = JSON.parse(text);
    const first = await service.json('run revoke run.json --yes');
    expect(first).toEqual({ hash, revokedAt: expect.any(String) });
    expect(await service.json('run revoke copy.json --yes')).toEqual(first);
    const stdin = await readFile(join(service.cwd, 'copy.json'), 'utf8');
    const piped = await service.remit('run revoke - --yes --json', { stdin });
    expect(JSON.parse(piped.out)).toEqual(first);
    expect(await applied()).toMatchObject({ exitCode: 14, code: 'plan_revoked' });
    const copy = await service.remit('run apply copy.json --yes --json');
    expect(failureIn(copy.err)).toMatchObject({ exitCode: 14, code: 'plan_revoked' });
    expect(await service.json('run status run.json')).toMatchObject({ state: 'revoked', left: 3 });
    expect(await service.remit('journal verify')).toMatchObject({ code: 0 });
    // A plan of the same payables is another plan.
    await service.control('POST', '/sandbox/clock/advance', { by: 'PT1S' });
    await planned(ids);
    expect(await service.json('run status run.json')).toMatchObject({ state: 'planned' });
  });

  test('the dialect is another than that of the plan', async () => {
    await service.remit('dialect set clearingSpeed speed');
    expect(await applied()).toMatchObject({ exitCode: 14, code: 'dialect_changed' });
  });

  test('the command line would change the request', async () => {
    expect((await applied('-F payments=[]')).exitCode).toBe(2);
  });

  test('it is a dry run: every request is shown', async () => {
    const { code, out } = await service.remit('run apply run.json --dry-run --batch 2');
    expect(code).toBe(0);
    const requests = JSON.parse(out).map((it: { request: { body: { payments: object[] } } }) =>
      it.request.body.payments.map((of) => (of as { payableId: string }).payableId),
    );
    expect(requests).toEqual([ids.slice(0, 2), ids.slice(2)]);
  });
});
