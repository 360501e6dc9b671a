import { afterEach, describe, expect, test } from 'vitest';
import { type Fault, type FaultProxy, faultProxy } from '../faults/fault-proxy.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

let service: Service;
let proxy: FaultProxy;
/** What happens to the next request that writes. */
let next: Fault | undefined;
afterEach(async () => {
  await proxy.close();
  await service.close();
});

const modes = ['immediately', 'at-settlement'] as const;

/** A sandbox of the mode behind a proxy that loses what it is told to lose. */
async function start(initiateLeavesApproved: (typeof modes)[number]): Promise<void> {
  service = await startService(undefined, { initiateLeavesApproved });
  next = undefined;
  proxy = await faultProxy(service.baseUrl, ({ method }) => {
    const fault = method === 'GET' ? undefined : next;
    if (fault) next = undefined;
    return fault;
  });
}

const run = (line: string) =>
  service.remit(line, {
    env: {
      REMIT_BASE_URL: proxy.baseUrl,
      REMIT_TOKEN: service.token,
      REMIT_BUSINESS: service.payer,
    },
  });
const json = async (line: string) => JSON.parse((await run(`${line} --json`)).out);
const reconcile = () => run('journal reconcile --quiet-period 0 --json');

/** An approved payable of the payer; its id. */
async function approved(amount = 40): Promise<string> {
  const [connection] = await json('connection list');
  const { id } = await json(
    `payable create -b ${service.payee} --connection ${connection.id} --amount ${amount} --submit`,
  );
  await run(`payable approve ${id} --yes`);
  return id;
}

/** The exit code of a line whose request meets a fault. */
async function meeting(fault: Fault, line: string): Promise<number> {
  next = fault;
  const { code } = await run(line);
  await proxy.idle();
  return code;
}

const applied: readonly Fault[] = ['reset-after', 'cut', 'error-after', 'late'];
const lost: readonly Fault[] = ['reset-before', 'error-before', 'redirect'];

describe.each(modes)('if initiate leaves APPROVED %s', (mode) => {
  test('an unresolved payment that was made is found, and its payable cannot be paid again', async () => {
    await start(mode);
    for (const fault of applied) {
      const id = await approved();
      expect([fault, await meeting(fault, `pay initiate ${id} --yes`)]).toEqual([fault, 10]);
      const { code, out } = await reconcile();
      expect([fault, code]).toEqual([fault, 0]);
      expect(JSON.parse(out)).toMatchObject([
        { payableId: id, verdict: 'applied', paymentId: expect.stringMatching(/^pmt_/) },
      ]);
      expect((await run(`pay initiate ${id} --yes`)).code).toBe(14);
    }
  });

  test('one that was not made is undecided, until this service was seen to show a payment at once', async () => {
    await start(mode);
    const id = await approved();
    expect(await meeting('reset-before', `pay initiate ${id} --yes`)).toBe(10);
    const open = await reconcile();
    expect(open.code).toBe(10);
    expect(JSON.parse(open.out)).toMatchObject([{ payableId: id, verdict: null }]);
    expect(open.err).toContain('remit journal resolve int_');

    expect((await run(`pay initiate ${await approved(41)} --yes`)).code).toBe(0);
    expect((await reconcile()).code).toBe(0);
    for (const fault of lost) {
      expect([fault, await meeting(fault, `pay initiate ${id} --yes`)]).toEqual([fault, 10]);
      expect(JSON.parse((await reconcile()).out)).toMatchObject([{ verdict: 'not-applied' }]);
    }
    expect((await run(`pay initiate ${id} --yes`)).code).toBe(0);
  });

  test('an unresolved batch is applied completely or not at all', async () => {
    await start(mode);
    const batch = async () => {
      const ids = [await approved(), await approved()];
      const file = await service.file('batch.csv', `payableId\n${ids.join('\n')}\n`);
      return `pay bulk --file ${file} --yes`;
    };
    expect(await meeting('error-after', await batch())).toBe(10);
    expect(JSON.parse((await reconcile()).out)).toMatchObject([{ verdict: 'applied' }]);
    expect((await run(await batch())).code).toBe(0);
    expect(await meeting('error-before', await batch())).toBe(10);
    expect(JSON.parse((await reconcile()).out)).toMatchObject([{ verdict: 'not-applied' }]);
  });
});

test('an unresolved invoice is found if it was created, and left to a person if it was not', async () => {
  await start('at-settlement');
  const [connection] = await json('connection list');
  const create = (number: string) =>
    `payable create --connection ${connection.id} --amount 10 --invoice-number ${number}`;
  expect(await meeting('reset-after', create('A-1'))).toBe(10);
  expect(await meeting('reset-before', create('A-2'))).toBe(10);
  expect((await run(create('A-1'))).code).toBe(14);
  const rows = JSON.parse((await reconcile()).out);
  expect(rows.map((it: { verdict: string }) => it.verdict)).toEqual(['applied', null]);
  expect(rows[1].reason).toContain('It may have been changed, deleted or hidden since.');
  const made = await json(`payable get ${rows[0].payableId}`);
  expect(made.invoiceNumber).toBe('A-1');
  expect((await run(create('A-2'))).code).toBe(14);
});

test('an unresolved cancellation is found in the log, and is safe to repeat otherwise', async () => {
  await start('at-settlement');
  const pay = async () =>
    (await json(`pay initiate ${await approved()} --on 2026-03-20 --yes`)).paymentId;
  const [first, second] = [await pay(), await pay()];
  expect(await meeting('error-after', `pay cancel ${first} --yes`)).toBe(10);
  expect(await meeting('error-before', `pay cancel ${second} --yes`)).toBe(10);
  const rows = JSON.parse((await reconcile()).out);
  expect(rows.map((it: { verdict: string }) => it.verdict)).toEqual(['applied', 'not-applied']);
  expect((await run(`pay cancel ${second} --yes`)).code).toBe(0);
});

test('an intent without evidence stays unresolved, with instructions for a person', async () => {
  await start('at-settlement');
  const [connection] = await json('connection list');
  expect(await meeting('reset-after', `pay quick ${connection.id} --amount 12 --yes`)).toBe(10);
  const { code, out } = await reconcile();
  expect(code).toBe(10);
  expect(JSON.parse(out)[0]).toMatchObject({
    verdict: null,
    reason: expect.stringContaining('payee'),
  });
  expect((await run(`pay quick ${connection.id} --amount 12 --yes`)).code).toBe(14);
});

test('evidence is not used too soon after sending', async () => {
  await start('immediately');
  const id = await approved();
  expect(await meeting('reset-after', `pay initiate ${id} --yes`)).toBe(10);
  const { code, out } = await run('journal reconcile --no-wait --quiet-period 60 --json');
  expect(code).toBe(10);
  expect(JSON.parse(out)).toMatchObject([
    { verdict: null, reason: expect.stringContaining('recently') },
  ]);
});

test('intents of another service or profile are counted and not resolved', async () => {
  await start('immediately');
  await meeting('reset-after', `pay initiate ${await approved()} --yes`);
  const { origin } = new URL(proxy.baseUrl);
  const elsewhere = await service.remit('journal reconcile --quiet-period 0');
  const next = `remit journal reconcile -P test --base-url ${origin}`;
  expect(elsewhere.code).toBe(0);
  expect(elsewhere.err).toContain(`1 unresolved at ${origin}: ${next}\n`);
  const status = await service.json<{ what: string }[]>('status');
  expect(status).toContainEqual(
    expect.objectContaining({ ...open(`requests unresolved at ${origin}`), next }),
  );
  expect((await service.remit('doctor')).out).toContain(`1 unresolved at ${origin}: ${next}`);

  await service.remit(`profile set baseUrl ${proxy.baseUrl} -P other`);
  const other = await run('journal reconcile --quiet-period 0 -P other');
  expect(other.code).toBe(0);
  expect(other.err).toContain('1 unresolved of profile test: remit journal reconcile -P test\n');
  expect(await json('status -P other')).toContainEqual(
    expect.objectContaining({
      ...open('requests unresolved of profile test'),
      next: 'remit journal reconcile -P test',
    }),
  );
  const [{ id }] = await json('journal list --unresolved');
  const named = await service.remit(`journal reconcile ${id} --quiet-period 0 --json`);
  expect([named.code, JSON.parse(named.out)[0].reason]).toMatchObject([
    10,
    expect.stringContaining(origin),
  ]);
  expect((await reconcile()).code).toBe(0);
});

const open = (what: string) => ({ what, count: 1, amount: null });

test('an intent whose evidence cannot be read is reported, and the others are resolved', async () => {
  await start('immediately');
  const id = await approved();
  const [connection] = await json('connection list');
  const create = `payable create --connection ${connection.id} --amount 10 --invoice-number A-1`;
  expect(await meeting('reset-after', create)).toBe(10);
  expect(await meeting('reset-after', `pay initiate ${id} --yes`)).toBe(10);
  const others = [{ verdict: 'applied', payableId: id }];
  // What fails for a while is asked for three times.
  for (const [status, times, found] of [
    [404, 1, others],
    [403, 1, []],
    [500, 3, []],
  ] as const) {
    const fault = `--http-status ${status} --times ${times}`;
    await service.json(`sandbox fault add ${fault} --operation connection.invoices`);
    const { code, out } = await reconcile();
    const unread = { verdict: null, reason: expect.stringContaining(String(status)) };
    expect([code, JSON.parse(out)]).toMatchObject([10, [unread, ...found]]);
  }
});

test('an unreachable service is reported, and reconcile can be run again', async () => {
  await start('immediately');
  const ids = [await approved(40), await approved(41)];
  for (const id of ids) await meeting('reset-after', `pay initiate ${id} --yes`);
  await proxy.close();
  const { code, out } = await run('journal reconcile --quiet-period 0 --retries 0 --json');
  expect([code, JSON.parse(out)]).toMatchObject([9, [{ verdict: null }, { verdict: null }]]);
});

test('forty intents are resolved concurrently, after one pause', async () => {
  await start('immediately');
  const [connection] = await json('connection list');
  const count = 40;
  for (let at = 0; at < count; at++) {
    await meeting(
      at % 2 ? 'reset-after' : 'error-after',
      `payable create --connection ${connection.id} --amount 10 --invoice-number N-${at}`,
    );
  }
  const startedAt = performance.now();
  const { code, out } = await run('journal reconcile --quiet-period 2 --json');
  const verdicts = JSON.parse(out).map((it: { verdict: string }) => it.verdict);
  expect([code, new Set(verdicts)]).toEqual([0, new Set(['applied'])]);
  expect(verdicts).toHaveLength(count);
  expect(performance.now() - startedAt).toBeLessThan(8_000);
});
