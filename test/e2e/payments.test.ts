import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type Home, remit, startHome } from '../helpers/built-program.ts';
import { type Answering, answering, reply } from '../helpers/stub-server.ts';

let home: Home | undefined;
let service: Answering | undefined;
afterEach(async () => {
  await home?.close();
  await service?.close();
  home = undefined;
  service = undefined;
});

test('four concurrent processes make the same payment once', async () => {
  home = await startHome();
  const { json, run } = home;
  const [payable] = await json('payable list --status APPROVED');
  const runs = await Promise.all([1, 2, 3, 4].map(() => run(`pay initiate ${payable.id} --yes`)));
  expect(runs.map(({ code }) => code).sort()).toEqual([0, 14, 14, 14]);
  expect(runs.map(({ err }) => err).join()).not.toMatch(/busy|locked/i);
  const payments = (await json('sandbox events --event payment.created')).length;
  expect(payments).toBe(1);
  const again = await run(`pay initiate ${payable.id} --yes`);
  expect(again.code).toBe(14);
  const { intentId } = JSON.parse((await run(`pay initiate ${payable.id} --yes --json`)).err).error;
  expect(again.err).toContain(intentId);
});

test('four concurrent processes make different payments, with one journal', async () => {
  home = await startHome();
  const { json, run } = home;
  const submitted = await json('payable list --status SUBMITTED');
  const [connection] = await json('connection list');
  const ids = submitted.map((it: { id: string }) => it.id);
  for (const id of ids) await run(`payable approve ${id} --yes`);
  const lines = [
    ...ids.map((id: string) => `pay initiate ${id} --yes`),
    ...[11, 12].map((dollars) => `pay quick ${connection.id} --amount ${dollars} --yes`),
  ];
  const runs = await Promise.all(lines.map((line: string) => run(line)));
  // Whether a payee is new depends on which of them is paid first.
  const said = runs.map(({ code, err }) => [
    code,
    err.replace(/^(First payment|Paid again|\$[\d.,]+ is more than three times) .*\n/gm, ''),
  ]);
  expect(said).toEqual(lines.map(() => [0, '']));
  expect(await json('journal list')).toHaveLength(lines.length);
});

describe('if the response to a payment is lost', () => {
  const approved = { id: 'pay_1', status: 'APPROVED', amount: 12.5, payeeName: 'Coastal' };
  const bank = {
    id: 'fs_1',
    businessId: 'biz_1',
    status: 'verified',
    isDefault: true,
    last4: '0000',
  };
  const recordAt = (url = '') => {
    if (url.includes('activity')) return [];
    return url.includes('bank') ? [bank] : approved;
  };

  test('the outcome is unknown, and it cannot be sent again until somebody resolves it', async () => {
    service = await answering((request, response) => {
      if (request.method === 'POST') request.socket.destroy();
      else reply(response, 200, recordAt(request.url));
    });
    const folder = await mkdtemp(join(tmpdir(), 'remit-e2e-'));
    const env = {
      REMIT_HOME: folder,
      REMIT_BASE_URL: service.baseUrl,
      REMIT_TOKEN: 'token-of-the-test',
    };
    const pay = () =>
      remit(['pay', 'initiate', 'pay_1', '-b', 'biz_1', '--yes', '--json'], { env });
    const sent = () => service?.seen.filter((it) => it.startsWith('POST')).length;

    const lost = await pay();
    expect([lost.code, lost.out]).toEqual([10, '']);
    const { error } = JSON.parse(lost.err);
    expect(error).toMatchObject({ code: 'outcome_unknown', outcome: 'unknown', retryable: false });
    expect(error.next[0]).toBe(`remit -b biz_1 journal reconcile ${error.intentId}`);
    expect((await pay()).code).toBe(14);
    expect(sent()).toBe(1);

    const unresolved = await remit(['journal', 'list', '--unresolved', '--json'], { env });
    expect(JSON.parse(unresolved.out)).toMatchObject([
      { id: error.intentId, outcome: 'unknown', verdict: null, amount: 12.5, businessId: 'biz_1' },
    ]);
    await remit(['journal', 'resolve', error.intentId, '--not-applied'], { env });
    expect((await pay()).code).toBe(10);
    expect(sent()).toBe(2);
    await rm(folder, { recursive: true });
  });

  test.concurrent.for<[status: number, code: number]>([
    [400, 7],
    [401, 4],
    [403, 5],
    [404, 6],
    [409, 10],
    [422, 7],
    [429, 8],
    [302, 10],
    [408, 10],
    [500, 10],
    [502, 10],
    [503, 10],
  ])('%i exits with %i', async ([status, code]) => {
    const own = await answering((request, response) => {
      if (request.method === 'POST') reply(response, status, { code: 'x', message: 'No.' });
      else reply(response, 200, recordAt(request.url));
    });
    const folder = await mkdtemp(join(tmpdir(), 'remit-e2e-'));
    const env = {
      REMIT_HOME: folder,
      REMIT_BASE_URL: own.baseUrl,
      REMIT_TOKEN: 'token-of-the-test',
    };
    const ran = await remit(
      ['pay', 'initiate', 'pay_1', '-b', 'biz_1', '--yes', '--retries', '0'],
      { env },
    );
    expect([ran.code, ran.out]).toEqual([code, '']);
    await own.close();
    await rm(folder, { recursive: true });
  });
});

test('without a writable home reading works and nothing is paid', async () => {
  home = await startHome();
  const { started, json } = home;
  const [payable] = await json('payable list --status APPROVED');
  const closed = await mkdtemp(join(tmpdir(), 'remit-e2e-'));
  await chmod(closed, 0o555);
  // Root writes anywhere: the program runs as an ordinary user, or where that one is not let in, with a home in /proc.
  const isLetIn = (await remit(['--version'], { uid: 65534 })).code === 0;
  const ordinary = process.getuid?.() === 0 && isLetIn ? { uid: 65534 } : {};
  const HOME = process.getuid?.() === 0 && !isLetIn ? '/proc/none' : closed;
  const env = { HOME, REMIT_BASE_URL: started.baseUrl, REMIT_TOKEN: started.token };
  const run = (...line: string[]) => remit(line, { env, ...ordinary });

  const business = started.businesses[0]?.id ?? '';
  expect((await run('payable', 'list', '-b', business)).code).toBe(0);
  const paid = await run('pay', 'initiate', payable.id, '-b', business, '--yes');
  expect(paid.code).toBe(3);
  expect(paid.err).toMatch(/journal/);
  expect((await json(`payable get ${payable.id}`)).activePaymentId).toBe(null);
  await chmod(closed, 0o755);
  await rm(closed, { recursive: true });
});

test('a dry run shows the request and sends nothing; a prompt without a terminal is an error', async () => {
  home = await startHome();
  const { json, run } = home;
  const [payable] = await json('payable list --status APPROVED');
  const { dryRun, request } = await json(`pay initiate ${payable.id} --dry-run -F note=hello`);
  expect(dryRun).toBe(true);
  expect(request).toMatchObject({
    method: 'POST',
    url: `${home.started.baseUrl}/api/payments/initiate`,
    headers: { authorization: 'Bearer ***' },
    body: { payableId: payable.id, note: 'hello' },
  });
  const unasked = await run(`pay initiate ${payable.id}`);
  expect(unasked.code).toBe(2);
  expect(unasked.err).toContain('--yes');
  const wrong = await run(`pay initiate ${payable.id} --expect-amount 1 --yes`);
  expect(wrong.code).toBe(14);
  expect(await json('sandbox events --event payment.created')).toEqual([]);
});

test('paying again after a failure needs no flag', async () => {
  home = await startHome();
  const { json, run, started } = home;
  const [, payee] = started.businesses;
  const [connection] = await json('connection list');
  const { id } = await json(
    `payable create -b ${payee?.id} --connection ${connection.id} --amount 55.01 --submit`,
  );
  await run(`payable approve ${id} --yes`);
  const first = await json(`pay initiate ${id} --yes`);
  await json(`sandbox clock advance until payment:${first.paymentId}:FAILED`);
  expect((await json(`payable get ${id}`)).lastPaymentFailure).toMatchObject({ code: 'R01' });
  expect((await run(`pay initiate ${id} --yes`)).code).toBe(0);
  expect((await run(`pay initiate ${id} --yes`)).code).toBe(14);
});
