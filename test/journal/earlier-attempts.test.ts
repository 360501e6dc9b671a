import { describe, expect, test } from 'vitest';
import { PlanRevokedError, VerdictOutdatedError } from '../../src/money/journal/errors.ts';
import type { FinalOutcome } from '../../src/money/journal/intent.ts';
import type { IntentDraft } from '../../src/money/journal/intent-draft.ts';
import type { Journal } from '../../src/money/journal/journal.ts';
import { openTables } from './edited-journal.ts';
import {
  batch,
  cancellation,
  draftOf,
  givenJournal,
  initiate,
  quickPay,
  seen,
  sender,
  withdrawal,
} from './fixture.ts';

/** Sends a request that ends in some way, under a key of its own; returns its id. */
async function sent(
  journal: Journal,
  draft: IntentDraft,
  outcome: FinalOutcome,
  {
    key = 'key_1',
    serverId = null,
    ...details
  }: {
    key?: string;
    serverId?: string | null;
    status?: number;
    code?: string;
    payments?: { payableId: string; paymentId: string }[];
  } = {},
) {
  const { intentId } = await journal.begin(draft, sender({ idempotencyKey: key }));
  await journal.recordOutcome(intentId, outcome, { ...seen(serverId), ...details });
  return intentId;
}

describe('an answer that belongs to an earlier attempt', () => {
  test('is looked for among those of the same payment under the same key', async () => {
    const { journal } = await givenJournal();
    const refused = await sent(journal, initiate(), 'rejected', { status: 409, code: 'busy' });
    const lost = await sent(journal, initiate(), 'unknown');
    await journal.resolve(lost, 'not-applied', null);
    await sent(journal, initiate(), 'not-sent');
    await sent(journal, initiate(), 'rejected', { key: 'key_2' });
    await sent(journal, initiate('pay_2'), 'rejected');
    const { intentId: open } = await journal.begin(initiate(), sender({ idempotencyKey: 'key_1' }));
    expect(await journal.listUnderSameKey(open)).toMatchObject([
      { intent: { id: lost, verdict: 'not-applied' }, status: 201, code: null },
      { intent: { id: refused, outcome: 'rejected' }, status: 409, code: 'busy' },
    ]);
    const [first] = await journal.listUnderSameKey(lost);
    expect(first).toMatchObject({ intent: { id: open, outcome: 'sending' }, status: null });
  });

  test('is looked for by the payments that it names', async () => {
    const { journal } = await givenJournal();
    const quick = await sent(journal, quickPay(), 'applied', { serverId: 'pmt_1' });
    const cancelled = await sent(journal, cancellation('pmt_1'), 'applied');
    const other = await journal.begin(quickPay(99), sender());
    const named = async (id: string, ...paymentIds: string[]) =>
      (await journal.listWithPayments(id, paymentIds)).map((it) => it.id);
    expect(await named(other.intentId, 'pmt_9', 'pmt_1')).toEqual([quick]);
    expect(await named(quick, 'pmt_1')).toEqual([]);
    expect(await named(cancelled, 'pmt_1')).toEqual([quick]);
    expect(await named(other.intentId)).toEqual([]);
    expect(await named(other.intentId, 'pmt_9')).toEqual([]);
  });

  test('is looked for by the id that the service gave to a withdrawal of the same amount', async () => {
    const { journal, wait } = await givenJournal();
    const first = await sent(journal, withdrawal(), 'applied', { serverId: 'wd_1' });
    wait(2 * 86_400_000);
    const again = await journal.begin(withdrawal(), sender());
    const other = await journal.begin(quickPay(), sender());
    const named = async (id: string, paymentId: string) =>
      (await journal.listWithPayments(id, [paymentId])).map((it) => it.id);
    expect(await named(again.intentId, 'wd_1')).toEqual([first]);
    expect(await named(again.intentId, 'wd_2')).toEqual([]);
    expect(await named(other.intentId, 'wd_1')).toEqual([]);
  });

  test('is looked for among the batches that paid one of its payables', async () => {
    const { journal } = await givenJournal();
    const many = await sent(journal, batch('pay_1', 'pay_2'), 'applied', {
      payments: [
        { payableId: 'pay_1', paymentId: 'pmt_1' },
        { payableId: 'pay_2', paymentId: 'pmt_2' },
      ],
    });
    const allowed = sender({ allowDuplicate: many });
    const again = await journal.begin(initiate('pay_1'), allowed);
    const other = await journal.begin(initiate('pay_3'), sender());
    const named = async (id: string, paymentId: string) =>
      (await journal.listWithPayments(id, [paymentId])).map((it) => it.id);
    expect(await named(again.intentId, 'pmt_1')).toEqual([many]);
    expect(await named(again.intentId, 'pmt_2')).toEqual([]);
    expect(await named(other.intentId, 'pmt_1')).toEqual([]);
  });
});

describe('a record of the service proves one request', () => {
  const proof = (serverId: string) => ({ source: 'records', serverId }) as const;

  test('a payment of another one proves no verdict, its own does', async () => {
    const { journal } = await givenJournal();
    await sent(journal, quickPay(10), 'applied', { serverId: 'pmt_1' });
    await sent(journal, batch('pay_1'), 'applied', {
      payments: [{ payableId: 'pay_1', paymentId: 'pmt_2' }],
    });
    const lost = await sent(journal, quickPay(20), 'unknown');
    const other = await sent(journal, quickPay(30), 'unknown');
    for (const id of ['pmt_1', 'pmt_2']) {
      const judged = journal.resolve(lost, 'applied', null, proof(id));
      await expect(judged).rejects.toThrow(VerdictOutdatedError);
    }
    await journal.resolve(lost, 'applied', null, proof('pmt_3'));
    await journal.resolve(lost, 'applied', null, proof('pmt_3'));
    await expect(journal.resolve(other, 'applied', null, proof('pmt_3'))).rejects.toThrow(
      VerdictOutdatedError,
    );
    await journal.resolve(other, 'applied', null, proof('pmt_4'));
  });

  test('a payable proves the request that created it, and not one that cancelled or paid it', async () => {
    const { journal } = await givenJournal();
    const invoice = (invoiceNumber: string) =>
      draftOf('payable.create', { body: { connectionId: 'con_1', amount: 5, invoiceNumber } });
    await sent(journal, initiate('pay_7'), 'rejected');
    await sent(journal, cancellation('pmt_7'), 'applied');
    const lost = await sent(journal, invoice('1'), 'unknown');
    const [open] = await journal.listUnresolved();
    expect(open).toMatchObject({ id: lost, claimedIds: [] });
    await journal.resolve(lost, 'applied', null, proof('pay_7'));
    await sent(journal, invoice('2'), 'unknown');
    expect(await journal.listUnresolved()).toMatchObject([{ claimedIds: ['pay_7'] }]);
  });
});

describe('a request with an unknown outcome', () => {
  test('is listed with what was sent, whom it pays, and what others made', async () => {
    const { journal } = await givenJournal();
    expect(await journal.listUnresolved()).toEqual([]);
    const payees = [
      { businessId: 'biz_2', connectionId: 'con_1', cents: 1_000 },
      { businessId: null, connectionId: 'con_2', cents: 250 },
    ];
    const draft = { ...initiate(), payees };
    const { intentId } = await journal.begin(draft, sender({ before: { payableStatus: 'OPEN' } }));
    await journal.recordOutcome(intentId, 'unknown', seen());
    await sent(journal, quickPay(), 'applied', { serverId: 'pmt_1' });
    const quick = await sent(journal, quickPay(20), 'unknown');
    const [first, second] = await journal.listUnresolved();
    expect(first).toMatchObject({
      ...{ id: intentId, naturalKey: draft.naturalKey, payableId: 'pay_1', businessId: null },
      ...{ payees, claimedIds: ['pmt_1'], sent: { scheduledDate: null } },
      before: { payableStatus: 'OPEN' },
    });
    expect(second).toMatchObject({ id: quick, payableId: null, payees: [], sent: {} });
  });

  test('does not count its own payments as those of others', async () => {
    const { journal } = await givenJournal();
    const { intentId } = await journal.begin(batch('pay_1'), sender());
    await journal.recordOutcome(intentId, 'unknown', {
      ...seen(),
      payments: [{ payableId: 'pay_1', paymentId: 'pmt_1' }],
    });
    expect(await journal.listUnresolved()).toMatchObject([{ id: intentId, claimedIds: [] }]);
  });

  test('that cancels a payment is of the payable and the business of that payment', async () => {
    const { journal } = await givenJournal();
    await sent(journal, quickPay(), 'applied', { serverId: 'pmt_0' });
    await sent(journal, { ...initiate('pay_5'), businessId: 'biz_1' }, 'applied', {
      serverId: 'pmt_5',
    });
    await sent(journal, { ...cancellation('pmt_8'), payableId: 'pay_1' }, 'rejected');
    const lost = await sent(journal, cancellation('pmt_5'), 'unknown');
    const unknown = await sent(journal, cancellation('pmt_8'), 'unknown');
    const stated = await sent(
      journal,
      { ...cancellation('pmt_6'), businessId: 'biz_6', payableId: 'pay_6' },
      'unknown',
    );
    expect(await journal.listUnresolved()).toMatchObject([
      { id: lost, payableId: 'pay_5', businessId: 'biz_1', claimedIds: ['pmt_0', 'pmt_5'] },
      { id: unknown, payableId: null, businessId: null },
      { id: stated, payableId: 'pay_6', businessId: 'biz_6' },
    ]);
  });

  test('is of the payable that was named before it was sent', async () => {
    const { journal } = await givenJournal();
    const { intentId } = await journal.begin(
      cancellation('pmt_5'),
      sender({ before: { payableId: 'pay_7' } }),
    );
    await journal.recordOutcome(intentId, 'unknown', seen());
    expect(await journal.listUnresolved()).toMatchObject([{ payableId: 'pay_7' }]);
  });
});

describe('a plan that was revoked', () => {
  const [plan, other] = ['a'.repeat(64), 'b'.repeat(64)];
  const ofPlan = (hash: string) => sender({ plan: { plan: hash, batch: 1 } });

  test('is sent no more, in whatever copy, and others are', async () => {
    const { journal, folder, wait } = await givenJournal();
    expect(await journal.planRevokedAt(plan)).toBe(undefined);
    await journal.check(initiate(), ofPlan(plan));
    await journal.revokePlan(plan);
    wait(60_000);
    await journal.revokePlan(plan);
    await journal.recordCapability(`plan ${other}`, 'payment-shows');
    expect(await journal.planRevokedAt(plan)).toBe('2026-03-02T15:00:00.000Z');
    expect(await journal.planRevokedAt(other)).toBe(undefined);
    const refused = journal.begin(initiate(), ofPlan(plan));
    await expect(refused).rejects.toThrow(PlanRevokedError);
    await expect(refused).rejects.toThrow('the plan was revoked at 2026-03-02T15:00:00.000Z.');
    await journal.begin(initiate(), ofPlan(other));
    await journal.begin(initiate('pay_2'), sender());
    const { findings, entries } = await journal.verify();
    expect([findings, entries]).toEqual([[], 5]);
    const { db, close } = await openTables(folder);
    const kinds = await db.selectFrom('entries').select('kind').orderBy('seq').execute();
    expect(kinds.map(({ kind }) => kind)).toEqual([
      ...['genesis', 'revocation', 'capability', 'intent', 'intent'],
    ]);
    await close();
  });
});

describe('a verdict of two people', () => {
  const signed = { person: 'ada', signedAt: '2026-03-02T15:00:00.000Z', signature: 's' };

  test('is recorded as that of a person, and its approval as such', async () => {
    const { journal } = await givenJournal();
    const id = await sent(journal, initiate(), 'unknown');
    const { head } = await journal.verdictState(id);
    const wanted = { ...signed, after: head, verdict: 'not-applied', note: 'seen' } as const;
    await journal.requestVerdict(id, wanted);
    const pending = await journal.verdictState(id);
    await journal.approveVerdict(id, { ...signed, person: 'bo', after: pending.head });
    const kinds = (await journal.entriesOf(id)).map(({ content }) => JSON.parse(content));
    expect(kinds.map(({ kind }) => kind)).toEqual([
      ...['intent', 'outcome', 'verdict-request', 'verdict-approval', 'verdict'],
    ]);
    expect(kinds[4].insert.verdicts).toMatchObject([{ source: 'person', note: 'seen' }]);
    expect(await journal.verdictState(id)).toMatchObject({ request: undefined });
    expect((await journal.verify()).findings).toEqual([]);
  });
});
