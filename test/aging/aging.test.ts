import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { computeAging, rowsOf } from '../../src/cash/aging.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

const look = { businessId: 'biz_1', today: '2026-03-02' };
const owed = (dueDate: string | null, amount = 10, direction = 'received') => ({
  id: `pay_${dueDate}_${amount}`,
  dueDate,
  amount,
  direction,
});

describe('each open amount is in exactly one bucket', () => {
  test.for([
    ['2026-03-03', 'current'],
    ['2026-03-02', 'current'],
    ['2026-03-01', '1-30 days'],
    ['2026-01-31', '1-30 days'],
    ['2026-01-30', '31-60 days'],
    ['2026-01-01', '31-60 days'],
    ['2025-12-31', '61-90 days'],
    ['2025-12-02', '61-90 days'],
    ['2025-12-01', 'over 90 days'],
    ['2025-12-01T23:00:00Z', 'over 90 days'],
    [null, 'no due date'],
    ['2026-02-31', 'no due date'],
    ['March 1, 2026', 'no due date'],
  ] as const)('due %s: %s', ([due, bucket]) => {
    const [received, sent] = computeAging([owed(due)], look);
    const holding = received?.buckets.filter(({ payables }) => payables.length === 1);
    expect(holding?.map(({ name }) => name)).toEqual([bucket]);
    expect(sent?.cents).toBe(0);
  });
});

test('amounts are summed in cents; shares are per direction', () => {
  const all = [owed('2026-03-05', 0.1), owed('2026-03-06', 0.2), owed('2026-02-01', 0.3)];
  const [received, sent] = computeAging([...all, owed('2026-02-01', 5, 'sent')], look).map(rowsOf);
  expect(received?.[0]).toEqual({
    direction: 'received',
    bucket: 'current',
    count: 2,
    amount: 0.3,
    share: 0.5,
  });
  expect(sent?.map(({ amount }) => amount)).toEqual([0, 5, 0, 0, 0, 0]);
});

describe('on the command line', () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.close());

  async function invoice(more: string, from = service.payee): Promise<void> {
    const [connection] = await service.json<{ id: string }[]>('connection list');
    await service.json(`payable create -b ${from} --connection ${connection?.id} ${more} --submit`);
  }

  test('prints a row for every bucket, and bars only in the table', async () => {
    await invoice('--amount 400 --due 2026-01-15');
    const rows = await service.json<{ bucket: string; count: number }[]>(
      'payable aging --direction received',
    );
    expect(rows).toHaveLength(6);
    expect(rows.find(({ bucket }) => bucket === '31-60 days')?.count).toBe(1);
    const csv = await service.remit('payable aging --csv');
    expect(csv.out).toMatch(/^received,31-60 days,1,400\.00,0\.\d+$/m);
    const piped = await service.remit('payable aging -o table');
    expect(piped.out).toMatch(/31-60 days .* \$400\.00 {2}█+·+ +\d+ %/);
    expect(piped.out.split('\n')).toHaveLength(1 + 12 + 1);
  });

  test('a terminal shows the buckets that are not empty, the overdue ones in color', async () => {
    await invoice('--amount 400 --due 2026-01-15');
    await invoice('--amount 100 --due 2026-02-20');
    const rows = (
      await service.json<{ bucket: string; count: number; share: number }[]>('payable aging')
    ).filter(({ count }) => count > 0);
    for (const columns of [60, 80, 120]) {
      const tty = { tty: { stdout: true }, columns };
      const env = { LANG: 'en_US.UTF-8', NO_COLOR: '1' };
      const lines = (await service.remit('payable aging', { ...tty, env })).out
        .trimEnd()
        .split('\n');
      expect(lines.slice(1).map((line) => line.slice(11).split('  ')[0])).toEqual(
        rows.map(({ bucket }) => bucket),
      );
      rows.forEach(({ share }, at) => {
        const [bar = ''] = /[█·]+/.exec(lines[at + 1] ?? '') ?? [];
        const full = bar.split('█').length - 1;
        expect(Math.abs(full / bar.length - share)).toBeLessThan(1 / bar.length);
      });
    }
    const { out } = await service.remit('payable aging', { tty: { stdout: true } });
    expect(out).toContain('\u001b[33m1-30 days\u001b[39m');
    expect(out).toContain('\u001b[31m31-60 days\u001b[39m');
    expect(out).not.toContain('over 90 days');
  });

  test('a business without open payables is told so in a terminal, too', async () => {
    for (const { id } of await service.json<{ id: string }[]>('payable list'))
      await service.remit(`payable cancel ${id} -b ${service.payee} --yes`);
    const { out, err } = await service.remit('payable aging', { tty: { stdout: true } });
    expect([out, err]).toEqual(['', 'No open payables.\n']);
  });

  test('the HTML report is one page without scripts or external resources', async () => {
    await invoice('--amount 400 --due 2026-01-15 --invoice-number "<img src=x onerror=a()>"');
    const { code, err } = await service.remit('payable aging --report aging.html');
    expect([code, err]).toEqual([0, 'The report is in aging.html.\n']);
    const path = join(service.cwd, 'aging.html');
    const page = readFileSync(path, 'utf8');
    expect(page).toContain('&lt;img src=x onerror=a()&gt;');
    expect(page).toContain('<svg');
    expect(page).not.toMatch(/<script|<img|https?:|url\(/);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect((await service.remit('payable aging --report aging.html')).code).toBe(2);
    expect((await service.remit('payable aging --report aging.html --force')).code).toBe(0);
    expect((await service.remit('payable aging --force')).code).toBe(2);
  });
});
