import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { remit } from '../helpers/run-command.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { answering, reply } from '../helpers/stub-server.ts';

describe('on a sandbox', () => {
  let service: Service;
  let connection: string;
  let due: string;
  beforeEach(async () => {
    service = await startService();
    const [partner] = await service.json<{ id: string }[]>('connection list');
    connection = partner?.id ?? '';
    const [first] = await service.json<{ id: string }[]>('payable list --status APPROVED');
    due = first?.id ?? '';
  });
  afterEach(() => service.close());

  const ids = async (flags: string, business = service.payer) =>
    (await service.json<{ id: string }[]>(`payable list -b ${business} ${flags}`)).map(
      ({ id }) => id,
    );

  test('the day of payment decides, in Eastern Time, for payer and payee, until a return', async () => {
    const { paymentId } = await service.json<{ paymentId: string }>(`pay initiate ${due} --yes`);
    expect(await ids('--paid-from 2026-01')).toEqual([]);
    await service.json('sandbox clock advance 5bd');
    for (const business of [service.payer, service.payee]) {
      for (const [range, isPaid] of [
        ['--paid-from 2026-03-05 --paid-to 2026-03-05', true],
        ['--paid-from 2026-03 --paid-to 2026-03', true],
        ['--paid-from 2026-03-06', false],
        ['--paid-to 2026-03-04', false],
        ['--paid-from -4d --status PAID', true],
        ['--paid-from 2026-01 --status APPROVED', false],
      ] as const) {
        expect([range, await ids(range, business)]).toEqual([range, isPaid ? [due] : []]);
      }
    }
    const { code, err } = await service.remit('payable list --paid-from 2026-04 --paid-to 2026-03');
    expect([code, err]).toEqual([2, expect.stringContaining('--paid-from must not be after')]);
    const listed = async (flags: string) =>
      (await service.json<{ paymentId: string }[]>(`pay list ${flags}`)).map((it) => it.paymentId);
    expect(await listed('--paid-from 2026-03-05 --paid-to 2026-03-05')).toEqual([paymentId]);
    expect(await listed('--paid-from 2026-03-06')).toEqual([]);
    expect(await listed('--paid-to 2026-03-04')).toEqual([]);
    await service.json(`sandbox payment ${paymentId} return --code R01`);
    expect(await ids('--paid-from 2026-01')).toEqual([]);
  });

  test('totals by payee contain the quick payments of the journal, and say what they do not', async () => {
    await service.json(`pay initiate ${due} --yes`);
    await service.json(`pay quick ${connection} --amount 100.25 --yes`);
    await service.json('sandbox clock advance 5bd');
    await service.json(`pay quick ${connection} --amount 9.75 --yes`);
    const totals = (range: string) => service.remit(`payable list ${range} --group-by payee --csv`);
    const year = await totals('--paid-from 2026-01 --paid-to 2026-12');
    expect(year.out).toBe(
      'direction,payeeName,count,amount\nreceived,Coastal Linen Inc,3,1950.00\n',
    );
    expect(year.err).toBe(
      'Counted 2 quick payments of this journal, $110.00, on the day of sending. Not seen: quick payments sent elsewhere, returns of quick payments, payments outside of the service.\n',
    );
    const early = await totals('--paid-from 2026-03-02 --paid-to 2026-03-04 --direction received');
    expect(early.out).toContain('received,Coastal Linen Inc,1,100.25\n');
    expect((await totals('--paid-from 2027-01')).out).toBe('direction,payeeName,count,amount\n');
    const byConnection = await service.json(
      'payable list --paid-from 2026-01 --group-by connection --direction received',
    );
    expect(byConnection).toEqual([
      { direction: 'received', connectionId: connection, count: 3, amount: 1950 },
    ]);

    const theirs = await totals(`-b ${service.payee} --paid-from 2026-01`);
    expect(theirs.out).not.toContain('received');
    expect(theirs.err).toContain('Counted 0 quick payments');
  });

  test('a quick payment with an unknown outcome is not counted, and is said', async () => {
    await service.json('sandbox fault add --drop after --operation pay.quickPay');
    const { code } = await service.remit(`pay quick ${connection} --amount 50 --yes`);
    expect(code).toBe(10);
    const { out, err } = await service.remit('payable list --paid-from 2026-01 --group-by payee');
    expect(out).not.toContain('Coastal');
    expect(err).toContain('Counted 0 quick payments');
    expect(err).toContain('1 with an unknown outcome not counted: remit journal reconcile.');
  });

  test('the export of the service has no such filter, and names the equal list', async () => {
    const { code, err } = await service.remit('payable export --paid-from 2026-01 --out a.csv');
    expect(code).toBe(2);
    expect(err).toContain('remit payable list --paid-from 2026-01 --csv --out a.csv');
  });
});

test('a list without times of payment is completed by one read of a log for each paid payable', async () => {
  const rows = [
    { id: 'pay_1', status: 'PAID', amount: 10, createdAt: '2026-01-02T15:00:00Z' },
    { id: 'pay_2', status: 'PAID', amount: 20, createdAt: '2026-01-03T15:00:00Z' },
    { id: 'pay_3', status: 'APPROVED', amount: 40, createdAt: '2026-01-04T15:00:00Z' },
  ];
  const entry = (type: string, createdAt: string) => ({ id: type + createdAt, type, createdAt });
  const logs: Readonly<Record<string, readonly object[]>> = {
    pay_1: [
      entry('payment_completed', '2026-01-31T15:00:00Z'),
      entry('payment_returned', '2026-02-02T15:00:00Z'),
      // 23:30 of the day before in New York
      entry('payment_completed', '2026-02-11T04:30:00Z'),
    ],
    pay_2: [entry('payment_completed', '2026-03-01T15:00:00Z')],
  };
  const service = await answering((request, response) => {
    const [, id = ''] = /payables\/(pay_\d)\/activity-log/.exec(request.url ?? '') ?? [];
    const body = id === '' ? { data: rows, total: 3, limit: 100, offset: 0 } : logs[id];
    reply(response, 200, body);
  });
  try {
    const { out, err } = await remit(
      'payable list -b biz_1 --paid-from 2026-02 --paid-to 2026-02-10 -o tsv --columns id',
      { env: { REMIT_BASE_URL: service.baseUrl, REMIT_TOKEN: 'token-of-the-test' } },
    );
    expect(out).toBe('pay_1\n');
    expect(err).toBe(
      'The list shows no time of payment: read from the activity logs of 2 payables.\n',
    );
    expect(service.seen.filter((it) => it.includes('activity-log'))).toHaveLength(2);
  } finally {
    await service.close();
  }
});
