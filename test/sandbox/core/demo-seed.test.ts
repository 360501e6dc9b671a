import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { outboxKinds } from '../../../src/api/controls/events.ts';
import { PaymentStatus } from '../../../src/api/operations/pay.ts';
import { PayableStatus } from '../../../src/api/operations/payable.ts';
import { openSandbox, type TestSandbox } from '../open-sandbox.ts';

/** A Monday, and the evening of the Friday after Thanksgiving. */
const moments = ['2026-03-02T15:00:00Z', '2026-11-27T23:30:00Z'];

/** The tables that are not empty after a reset: those of the owner, and the settings. */
const kept = ['accounts', 'settings', 'tags', 'users'];

describe.each(moments)('the demo seed at %s', (now) => {
  let sandbox: TestSandbox;
  beforeEach(async () => {
    sandbox = await openSandbox({ seed: 'demo', now });
  });
  afterEach(() => sandbox.close());

  const payablesOf = async (at: number) => {
    const token = await sandbox.ownerToken();
    const { id } = (await sandbox.businesses())[at] ?? {};
    return (await sandbox.send('GET', `/api/businesses/${id}/payables?limit=100`, { token })).body;
  };

  test('has a payment of every status, and a payable of every status', async () => {
    const { data } = await payablesOf(1);
    const statuses = data.flatMap((it: { paymentStatus: string | null }) => it.paymentStatus ?? []);
    expect(new Set(statuses)).toEqual(new Set(PaymentStatus.options));
    expect(new Set(data.map((it: { status: string }) => it.status))).toEqual(
      new Set(PayableStatus.options),
    );
  });

  test('is made without Intl, whose tables take 8 MB of an idle sandbox', async () => {
    const intl = vi.spyOn(Intl, 'DateTimeFormat');
    try {
      await sandbox.control('POST', '/sandbox/reset', { seed: 'demo' });
      expect(intl).not.toHaveBeenCalled();
    } finally {
      intl.mockRestore();
    }
  });

  test('has an email of every kind but two, and one of each step of a payment', async () => {
    const mails = await sandbox.control('GET', '/sandbox/outbox');
    // No account of the demo is out of use, and no balance negative: it would leave nothing to try.
    const kinds = outboxKinds.filter((kind) => !['bank_account', 'balance'].includes(kind));
    expect(new Set(mails.map((it: { kind: string }) => it.kind))).toEqual(new Set(kinds));
    const receipts = mails.filter((it: { kind: string }) => it.kind === 'payment_receipt');
    const steps = receipts.map((it: { subject: string }) => it.subject.split(' · ')[0]);
    expect([...new Set(steps)].sort()).toEqual([
      'Payment arrived',
      'Payment authorized',
      'Payment cancelled',
      'Payment failed',
      'Payment held for review',
      'Payment released',
      'Payment returned',
      'Payment sent',
    ]);
  });

  test('tells of its payables what a payer has to do', async () => {
    const { data } = await payablesOf(0);
    const today = now.slice(0, 10);
    const shown = new Map(data.map((it: { invoiceNumber: string }) => [it.invoiceNumber, it]));
    const overdue = data.filter(
      (it: { dueDate: string | null; status: string }) =>
        it.status === 'APPROVED' && it.dueDate !== null && it.dueDate < today,
    );
    expect(overdue.map((it: { invoiceNumber: string }) => it.invoiceNumber)).toEqual([
      'CL-0999',
      'CL-0998',
    ]);
    expect(shown.get('CL-1000')).toMatchObject({ status: 'APPROVED', paymentStatus: 'HELD' });
    expect(shown.get('CL-0999')).toMatchObject({
      lastPaymentFailure: { status: 'FAILED', code: 'R01' },
    });
    expect(shown.get('CL-1001')).toMatchObject({ status: 'APPROVED', paymentStatus: null });
  });

  test('blames the network, and not its owner, for payments that failed or were returned', async () => {
    const { tables } = await sandbox.control('GET', '/sandbox/export');
    const ended = tables.activity.filter(({ type }: { type: string }) =>
      /^payment_(failed|returned|held|processing|completed)$/.test(type),
    );
    expect(ended.length).toBeGreaterThan(5);
    const names = ended.map(({ actor }: { actor: string }) => JSON.parse(actor).name);
    expect(new Set(names)).toEqual(new Set(['System']));
  });

  test('happened in the past, in order, and its ledger is consistent', async () => {
    const events = await sandbox.control('GET', '/sandbox/events');
    const times = events.map((it: { at: string }) => it.at);
    expect(times.length).toBeGreaterThan(90);
    expect(times.toSorted()).toEqual(times);
    expect(times.at(-1) <= new Date(now).toISOString()).toBe(true);
    expect(await sandbox.control('GET', '/sandbox/ledger/check')).toMatchObject({ ok: true });
  });

  test('leaves nothing of itself after a reset', async () => {
    await sandbox.control('POST', '/sandbox/reset', { seed: 'empty' });
    const { tables } = await sandbox.control('GET', '/sandbox/export');
    const rest = Object.entries<unknown[]>(tables).filter(([, rows]) => rows.length > 0);
    expect(rest.map(([name]) => name).toSorted()).toEqual(kept);
  });
});
