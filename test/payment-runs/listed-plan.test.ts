import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { approvedPayables, paymentsOf } from './approved-payables.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

const terminal = { tty: { stdin: true, stdout: true, stderr: true }, columns: 80 };
const inPlan = async (line: string) => {
  const { plan } = await service.json<{ plan: { payments: { payableId: string }[] } }>(line);
  return plan.payments.map(({ payableId }) => payableId);
};

describe('a file of payable list', () => {
  test('is read with its columns: amount, payee and connection must be those of the payable', async () => {
    const [id] = await approvedPayables(service, [100], 'ZQ');
    const list = 'payable list --search ZQ-1 --csv --out list.csv';
    expect((await service.remit(list)).code).toBe(0);
    const text = await readFile(join(service.cwd, 'list.csv'), 'utf8');
    const { err } = await service.remit('run plan --file list.csv --out run.json');
    expect(err).toContain(
      'list.csv: not used: invoiceNumber, status, direction, payerName, dueDate, memo, createdAt.',
    );
    for (const [from, to, said] of [
      ['Coastal Linen Inc', 'Coastal Linen', `${id} pays Coastal Linen Inc, not Coastal Linen`],
      [',100.00,', ',99.50,', `${id} is $100.00, not $99.50`],
      ['conn_', 'conn_x', `${id} is of connection`],
    ] as const) {
      await service.file('changed.csv', text.replace(from, to));
      for (const line of ['run plan --file changed.csv', 'pay bulk --file changed.csv --yes']) {
        const refused = await service.remit(line);
        expect([line, refused.code, refused.out]).toEqual([line, 14, '']);
        expect(refused.err).toContain(`changed.csv:2: amount: ${said}`);
      }
    }
    expect((await paymentsOf(service)).size).toBe(0);
  });

  test('may be JSON, and have columns of payments beside its own, but no unknown ones', async () => {
    const [id] = await approvedPayables(service, [100], 'ZQ');
    const [row] = await service.json<object[]>('payable list --search ZQ-1');
    await service.file('list.json', JSON.stringify([{ ...row, ref: 'march', speed: 'same-day' }]));
    const made = await service.json('run plan --file list.json');
    expect(made).toMatchObject({
      plan: { payments: [{ payableId: id, ref: 'march', clearingSpeed: 'sameDay' }] },
    });
    await service.file('typo.csv', `id,fundingSorceId\n${id},fs_1\n`);
    const { code, err } = await service.remit('run plan --file typo.csv');
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('the unknown column fundingSorceId (did you mean fundingSourceId?)'),
    ]);
  });
});

describe('run plan', () => {
  test('takes ids and numbers, and says which payable a number is of', async () => {
    const ids = await approvedPayables(service, [100, 250.5], 'ZQ');
    const [connection] = await service.json<{ id: string }[]>('connection list');
    expect(await inPlan(`run plan ${ids[1]} ${ids[0]}`)).toEqual([ids[1], ids[0]]);
    const numbers = 'run plan ZQ-1 ZQ-2';
    const alone = await service.remit(numbers);
    expect([alone.code, alone.err]).toEqual([
      2,
      expect.stringContaining(
        "ZQ-1: payableId: invoice number 'ZQ-1' requires --connection or --expect-payee",
      ),
    ]);
    for (const whose of [`--connection ${connection?.id}`, `--expect-payee ${service.payee}`]) {
      expect(await inPlan(`${numbers} ${whose}`)).toEqual(ids);
    }
    const person = await service.remit(`${numbers} --out run.json`, terminal);
    expect([person.code, person.err.replaceAll(/\s+/g, ' ')]).toEqual([
      0,
      expect.stringContaining(
        `Invoice number ZQ-2: ${ids[1]} · Coastal Linen Inc · $250.50 · APPROVED`,
      ),
    ]);
  });

  test('is refused where the rows would have two sources', async () => {
    for (const line of [
      'run plan ZQ-1 --file payments.csv',
      'run plan ZQ-1 --payee Coastal',
      'run plan --file payments.csv --overdue',
      'run plan ZQ-1 --withdraw 5 --bank fs_1',
      'run plan --withdraw 5 --bank fs_1 --search ZQ',
      'run plan --due-from 2026-04-01 --due-to 2026-03-01',
    ]) {
      expect([line, (await service.remit(line)).code]).toEqual([line, 2]);
    }
  });

  test('takes the filters of lists', async () => {
    const [small, large] = await approvedPayables(service, [100, 250.5], 'ZQ');
    expect(await inPlan('run plan --search ZQ- --amount-to 200')).toEqual([small]);
    expect(await inPlan('run plan --payee "coastal linen" --amount-from 200')).toContain(large);
    expect(await inPlan('run plan --created-from today --search ZQ-')).toHaveLength(2);
    const none = await service.remit('run plan --search ZQ- --due-from 2026-03-01');
    expect(none.err).toBe('Nothing to pay: no plan was made.\n');
  });
});

test('a plan is shown with its invoices, and a second one says who made the first', async () => {
  await approvedPayables(service, [100, 250.5], 'ZQ');
  await service.remit('run plan --search ZQ- --out run.json');
  const shown = await service.remit('run show run.json', {
    ...terminal,
    env: { NO_COLOR: '1' },
  });
  expect(shown.out).toMatch(/Invoices.*\n.*INVOICE +PAYEE +AMOUNT +DUE +SETTLES *\n/);
  expect(shown.out).toMatch(/ ZQ-1 +Coastal Linen Inc +\$100\.00 +2026-03-05/);
  expect(shown.out).toMatch(/ ZQ-2 +Coastal Linen Inc +\$250\.50 +2026-03-05/);
  const again = await service.remit('run plan --search ZQ- --out run.json');
  expect([again.code, again.err]).toEqual([
    2,
    expect.stringMatching(
      /run\.json exists already: a plan of 2 payments, total \$350\.50, made by \S+ on 2026-03-02 15:00 UTC\.\s+next: remit run show run\.json\s+next: add --force to replace it/,
    ),
  ]);
});
