import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type PayerStub, payableWith, startPayerStub } from '../helpers/payer-stub.ts';

let home: string;
let stub: PayerStub;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'remit-approvals-'));
  stub = await startPayerStub(home);
});
afterEach(async () => {
  await stub.service.close();
  await rm(home, { recursive: true, force: true });
});

const add = (...payables: Parameters<typeof payableWith>[0][]) => {
  for (const it of payables) stub.payables.set(it.id, payableWith(it));
};
const at = (stdin: string, beforeAnswer?: () => Promise<void>) => ({
  tty: { stdin: true, stdout: true, stderr: true },
  columns: 200,
  stdin,
  ...(beforeAnswer && { beforeAnswer }),
});
const path = (id: string) => `POST /api/businesses/biz_me/payables/${id}/approve`;
const mallory = { connectionId: 'conn_mallory', senderBusinessId: 'biz_mallory' };

describe('in a terminal', () => {
  test.each(['CL-7001', 'pay_1', '--api'])(
    '%s is not approved without a question',
    async (typed) => {
      add({ id: 'pay_1', amount: 4800 });
      const line =
        typed === '--api'
          ? 'api POST /api/businesses/biz_me/payables/pay_1/approve'
          : `payable approve ${typed}`;
      const { code, err } = await stub.run(line, at('n\r'));
      expect([code, stub.takeWrites()]).toEqual([14, []]);
      expect(err).toContain(
        'Approve $4,800.00 to Coastal for invoice CL-7001 (pay_1), due 2026-04-01',
      );
      expect((await stub.run(line, at('y\r'))).code).toBe(0);
      expect(stub.takeWrites()).toEqual([path('pay_1')]);
    },
  );

  test('an invoice of another payee with the number of a known one is shown with both', async () => {
    add({ id: 'pay_1', status: 'APPROVED' }, { id: 'pay_2', ...mallory, payeeName: 'Mallory' });
    const { code, err } = await stub.run('payable approve CL-7001', at('n\r'));
    expect([code, stub.takeWrites()]).toEqual([14, []]);
    expect(err).toContain('Approve $48.00 to Mallory for invoice CL-7001 (pay_2)');
    expect(err).toContain('Another payee has this number: pay_1 · Coastal · $48.00 · APPROVED');
  });

  test('a possible duplicate is said once, by the question that is answered or to a script', async () => {
    add({ id: 'pay_1', status: 'PAID' }, { id: 'pay_2' }, { id: 'pay_3' });
    const said = (err: string) => err.match(/Invoice "CL-7001" \(pay_\d\) may be a duplicate/g);
    const answered = await stub.run('payable approve pay_2', at('y\r'));
    expect([stub.takeWrites(), said(answered.err)?.length]).toEqual([[path('pay_2')], 2]);
    const script = await stub.run('payable approve pay_3 --yes');
    expect([stub.takeWrites(), said(script.err)?.length]).toEqual([[path('pay_3')], 2]);
  });

  test('several are approved by one question with count and total, or none is', async () => {
    add({ id: 'pay_1' }, { id: 'pay_2', invoiceNumber: 'CL-2', amount: 2 });
    const declined = await stub.run('payable approve pay_1 CL-2', at('n\r'));
    expect([declined.code, stub.takeWrites()]).toEqual([14, []]);
    expect(declined.err).toContain('Approve 2 payables, total $50.00:');
    expect((await stub.run('payable approve pay_1 CL-2', at('y\r'))).code).toBe(0);
    expect(stub.takeWrites()).toEqual([path('pay_1'), path('pay_2')]);
    const missing = await stub.run('payable approve pay_1 pay_9 --yes');
    expect([missing.code, stub.takeWrites()]).toEqual([6, []]);
    const twice = await stub.run('payable approve pay_1 CL-7001 --connection conn_coastal --yes');
    expect([twice.code, stub.takeWrites()]).toEqual([2, []]);
  });

  test.each([
    { amount: 49 },
    { payeeName: 'Mallory' },
    { senderBusinessId: 'biz_mallory' },
    { invoiceNumber: 'CL-9' },
    { connectionId: 'conn_mallory' },
    { dueDate: '2026-03-01' },
    { status: 'CANCELLED' },
  ])('what changes to %o while the question is on the screen is not approved', async (change) => {
    add({ id: 'pay_1' });
    const renew = async () => add({ id: 'pay_1', ...change });
    const { code, err } = await stub.run('payable approve pay_1', at('y\r', renew));
    expect([code, stub.takeWrites()]).toEqual([14, []]);
    expect(err).toContain('changed after it was shown');
  });

  test('a large amount is typed', async () => {
    add({ id: 'pay_1', amount: 12_000 });
    expect((await stub.run('payable approve pay_1', at('y\r'))).code).toBe(14);
    expect((await stub.run('payable approve pay_1', at('12000\r'))).code).toBe(0);
    expect(stub.takeWrites().length).toBe(1);
  });
});

describe('the question names everything that is promised', () => {
  const asked = async (ids: readonly string[]) => {
    const { code, err } = await stub.run(['payable', 'approve', ...ids], at('n\r'));
    expect([code, stub.takeWrites()]).toEqual([14, []]);
    return err;
  };

  test('two payables are listed with their total, and nothing is left to count', async () => {
    add(
      { id: 'pay_1', dueDate: '2026-04-01T00:00:00Z' },
      { id: 'pay_2', amount: 2, dueDate: null },
    );
    const err = await asked(['pay_1', 'pay_2']);
    expect(err).toContain('Approve 2 payables, total $50.00:');
    expect(err).toContain('  $48.00 to Coastal for invoice CL-7001 (pay_1), due 2026-04-01\n');
    expect(err).toContain('  $2.00 to Coastal for invoice CL-7001 (pay_2)\n');
    expect(err).toContain('Approve them?');
    expect(err).not.toContain('more');
  });

  test('a due date that is no date is shown whole', async () => {
    add({ id: 'pay_1', dueDate: '2026-04-31, or when you like' });
    const err = await asked(['pay_1']);
    expect(err).toContain(
      'for invoice CL-7001 (pay_1), due "2026-04-31, or when you like", which is no date\n',
    );
  });

  test('one payable is asked about as one', async () => {
    add({ id: 'pay_1', dueDate: '2026-04-01T00:00:00Z' });
    const err = await asked(['pay_1']);
    expect(err).toContain(
      'Approve $48.00 to Coastal for invoice CL-7001 (pay_1), due 2026-04-01\n',
    );
    expect(err).toContain('Approve it?');
    expect(err).not.toContain('payables, total');
  });

  test.each([
    [20, undefined],
    [21, '  and 1 more'],
    [23, '  and 3 more'],
  ] as const)(
    'of %i payables the first twenty are listed, the rest counted',
    async (count, rest) => {
      const ids = Array.from({ length: count }, (_, at) => `pay_${at + 1}`);
      add(...ids.map((id, at) => ({ id, amount: 1, invoiceNumber: `CL-${at + 1}` })));
      const err = await asked(ids);
      expect(err).toContain(`Approve ${count} payables, total $${count}.00:`);
      expect(err.match(/\$1\.00 to Coastal/g)).toHaveLength(20);
      expect(err.match(/ {2}and \d+ more/)?.[0]).toBe(rest);
    },
  );

  test('an amount that the service does not state is called unknown, and so is the total', async () => {
    add({ id: 'pay_1' }, { id: 'pay_2', amount: undefined }, { id: 'pay_3' });
    expect(await asked(['pay_2'])).toContain('Approve an unknown amount to Coastal');
    const err = await asked(['pay_1', 'pay_2', 'pay_3']);
    expect(err).toContain('Approve 3 payables, total unknown:');
    expect(err).toContain('  an unknown amount to Coastal');
    expect(err).toContain('  $48.00 to Coastal for invoice CL-7001 (pay_3)');
  });

  test.each([
    [{ senderBusinessId: 'biz_coastal', businessId: 'biz_x' }, 'biz_coastal'],
    [{ senderBusinessId: undefined, businessId: 'biz_x' }, 'biz_x'],
    [{ senderBusinessId: undefined }, 'conn_coastal'],
  ])('a payee without a name is named by its id: %o', async (fields, id) => {
    add({ id: 'pay_1', payeeName: undefined, ...fields });
    expect(await asked(['pay_1'])).toContain(`Approve $48.00 to ${id}`);
  });
});

describe('in a script', () => {
  test('an expectation is not met by an amount that the service does not state', async () => {
    add({ id: 'pay_1', amount: undefined });
    const { code, err } = await stub.run('payable approve pay_1 --yes --max-total 50');
    expect([code, stub.takeWrites()]).toEqual([14, []]);
    expect(err).toContain('The service did not return the amount of payable pay_1.');
  });

  test('every difference of the response is said', async () => {
    add({ id: 'pay_1' });
    stub.onWrite((record) => ({ ...record, amount: 4800, invoiceNumber: 'CL-9' }));
    const { code, err } = await stub.run('payable approve pay_1 --yes');
    expect([code, stub.takeWrites().length]).toEqual([13, 1]);
    expect(err.replaceAll(/\s+/g, ' ')).toMatch(/Payable pay_1: .*\$4,800\.00 now, .*CL-9 now\./);
  });

  test('a response that says little is no difference', async () => {
    add({ id: 'pay_1' });
    stub.onWrite(() => ({ id: 'pay_1', status: 'APPROVED' }));
    expect((await stub.run('payable approve pay_1 --yes')).code).toBe(0);
    expect(stub.takeWrites()).toEqual([path('pay_1')]);
  });

  test('nothing is approved without --yes', async () => {
    add({ id: 'pay_1' });
    for (const line of ['payable approve pay_1', `api ${path('pay_1')}`]) {
      const { code, err } = await stub.run(line);
      expect([code, stub.takeWrites()]).toEqual([2, []]);
      expect(err).toContain('to confirm, add --yes');
      expect([(await stub.run(`${line} --yes`)).code, stub.takeWrites()]).toEqual([
        0,
        [path('pay_1')],
      ]);
    }
  });

  test('a large amount needs an expectation beside --yes', async () => {
    add({ id: 'pay_1', amount: 12_000 });
    const line = 'payable approve pay_1 --yes';
    expect([(await stub.run(line)).code, stub.takeWrites()]).toEqual([2, []]);
    expect((await stub.run(`${line} --max-total 12000`)).code).toBe(0);
    expect(stub.takeWrites().length).toBe(1);
  });

  test.each([
    '--expect-amount 47',
    '--expect-payee Mallory',
    '--expect-payee biz_mallory',
    '--expect-count 3',
    '--expect-total 51',
    '--max-total 49.99',
  ])('what is not as expected is not approved: %s', async (flags) => {
    add({ id: 'pay_1' }, { id: 'pay_2', amount: 2 });
    const { code, err } = await stub.run(`payable approve pay_1 pay_2 --yes ${flags}`);
    expect([code, stub.takeWrites()]).toEqual([14, []]);
    expect(err).not.toContain('payments');
  });

  test('what is as expected is approved', async () => {
    add({ id: 'pay_1' }, { id: 'pay_2' });
    const flags =
      '--expect-amount 48 --expect-payee biz_coastal --expect-count 2 --expect-total 96 --max-total 96';
    expect((await stub.run(`payable approve pay_1 pay_2 --yes ${flags}`)).code).toBe(0);
    expect(stub.takeWrites()).toEqual([path('pay_1'), path('pay_2')]);
  });

  test('what is approved already is refused before anything is sent', async () => {
    add({ id: 'pay_1', status: 'APPROVED' });
    for (const it of ['pay_1', 'CL-7001 --connection conn_coastal']) {
      const { code, err } = await stub.run(`payable approve ${it} --yes`);
      expect([code, stub.takeWrites()]).toEqual([7, []]);
      expect(err).toContain('only SUBMITTED payables can be approved');
    }
  });

  test('a response with another amount than the confirmed one is said', async () => {
    add({ id: 'pay_1' });
    for (const line of ['payable approve pay_1 --yes', `api ${path('pay_1')} --yes`]) {
      stub.onWrite((record) => ({ ...record, amount: 4800 }));
      const { code, err } = await stub.run(line);
      expect([code, stub.takeWrites().length]).toEqual([13, 1]);
      expect(err).toContain('amount $48.00 is $4,800.00 now');
    }
  });
});
