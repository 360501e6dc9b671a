import { afterEach, beforeEach, expect, test } from 'vitest';
import { groupOpenPayables } from '../../src/commands/status/open-payables.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

interface Line {
  readonly what: string;
  readonly count: number;
  readonly amount: number | null;
}
const lines = async () => service.json<Line[]>('status');
const countOf = (all: Line[], what: string) => all.find((it) => it.what === what)?.count ?? 0;

test('each side sees its open actions, with counts and amounts', async () => {
  const before = await lines();
  const [connection] = await service.json<{ id: string }[]>('connection list');
  const create = (more: string) =>
    service.json<{ id: string }>(
      `payable create -b ${service.payee} --connection ${connection?.id} --amount 10 ${more}`,
    );
  const { id } = await create('--submit --due 2026-02-01');
  const after = await lines();
  expect(countOf(after, 'to approve')).toBe(countOf(before, 'to approve') + 1);
  expect(countOf(after, 'to pay, overdue')).toBe(countOf(before, 'to pay, overdue') + 1);
  await service.remit(`payable approve ${id}`);
  expect(countOf(await lines(), 'to pay')).toBe(countOf(before, 'to pay') + 1);
  await create('');
  const payee = await service.json<Line[]>(`status -b ${service.payee}`);
  expect(countOf(payee, 'drafts to submit')).toBeGreaterThan(0);
  expect(countOf(payee, 'owed to you, overdue')).toBeGreaterThan(0);
});

test('lists pending invitations and unverified bank accounts, with the next command', async () => {
  await service.remit('invite send someone@else.test');
  await service.file('number.txt', '000111111113\n');
  await service.remit(
    'bank connect-manual --routing 021000021 --account-number-file number.txt --type checking --name New',
  );
  const { out } = await service.remit('status');
  expect(out).toContain('invitations pending\t1\t\tremit invite list --status pending');
  expect(out).toContain('bank accounts to verify\t1\t\tremit bank list');
});

test('due today counts as due within a week; due yesterday is overdue', () => {
  const due = (dueDate: string) => ({
    id: dueDate,
    dueDate,
    direction: 'received',
    status: 'APPROVED',
  });
  const all = ['2026-03-01', '2026-03-02', '2026-03-09', '2026-03-10'].map(due);
  const days = { today: '2026-03-02', soon: '2026-03-09' };
  const found = groupOpenPayables(all, 'biz_1', days);
  const idsOf = (what: string) =>
    found.find((it) => it.what === what)?.payables.map(({ id }) => id);
  expect(idsOf('to pay, overdue')).toEqual(['2026-03-01']);
  expect(idsOf('to pay within a week')).toEqual(['2026-03-02', '2026-03-09']);
});
