import { describe, expect, test } from 'vitest';
import {
  DuplicateError,
  OtherBodyError,
  PlanRowPaidError,
  UnknownOutcomeError,
} from '../../src/money/journal/errors.ts';
import type { KeyCounts } from '../../src/money/journal/idempotency-key.ts';
import type { FinalOutcome } from '../../src/money/journal/intent.ts';
import { type IntentDraft, withReference } from '../../src/money/journal/intent-draft.ts';
import type { Journal } from '../../src/money/journal/journal.ts';
import { openJournal } from '../../src/money/journal/journal.ts';
import { derivesKey } from '../../src/money/journal/journaled-operations.ts';
import type { SendContext } from '../../src/money/journal/send-context.ts';
import {
  batch,
  cancellation,
  givenJournal,
  initiate,
  quickPay,
  seen,
  self,
  sender,
  whereOf,
  withdrawal,
} from './fixture.ts';

const DAY_MS = 86_400_000;
const plan = (row = 1, hash = 'a') => ({ plan: { plan: hash.repeat(64), batch: row } });

/** Returns the context of a request whose key is derived; `count` payments of each payable ended before. */
const counted = (count = 0, more: Partial<SendContext> = {}, raised = 0) => {
  const counts: KeyCounts = { ended: [count], raised };
  return sender({ counts, ...more });
};

/** Sends a request that ends in some way; returns its id and its key. */
async function sent(
  journal: Journal,
  draft: IntentDraft,
  outcome: FinalOutcome,
  context = counted(),
) {
  const { intentId, idempotencyKey } = await journal.begin(draft, context);
  await journal.recordOutcome(intentId, outcome, seen());
  return { id: intentId, key: idempotencyKey };
}

/** Sends a request with an unknown outcome, which a person takes for not made. */
async function denied(journal: Journal, draft: IntentDraft, context = counted()) {
  const attempt = await sent(journal, draft, 'unknown', context);
  await journal.resolve(attempt.id, 'not-applied', 'nothing in the log');
  return attempt;
}

/** The same payment as another request: from another bank account. */
const otherwise = (draft: IntentDraft): IntentDraft => ({ ...draft, bodyHash: 'b'.repeat(64) });

describe('a service can tell a payment from its repeat', () => {
  test('the key of a payment is the same on every machine, and in every version', async () => {
    const { journal } = await givenJournal();
    const named = withReference(quickPay(), 'rent-march');
    const keys = [
      await journal.check(initiate(), counted()),
      await journal.check(initiate(), counted(1)),
      await journal.check(batch('pay_1', 'pay_2'), counted()),
      await journal.check(named, counted()),
      await journal.check(quickPay(), counted(0, plan())),
      await journal.check(withdrawal(), counted(0, plan(2))),
    ];
    expect(keys).toMatchInlineSnapshot(`
      [
        "768acac5-22f0-828e-a95c-6e4ad0fcf89f",
        "2a3be741-37b8-8c1d-b5df-cf0d3866b9fe",
        "ace42e5d-035a-8c2e-897c-c1bc2cb72332",
        "6c128f40-4b4f-870e-a365-45ac0df7cab2",
        "4dfd6d3a-1a61-8bf2-9e60-6c39a0eeb2b6",
        "8ea89a90-8701-8baf-89c3-9b20d6543c4c",
      ]
    `);
    for (const key of keys) {
      expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
    const { journal: other } = await givenJournal();
    expect(await other.check(initiate(), counted())).toBe(keys[0]);
    expect(await other.check(named, counted())).toBe(keys[3]);
  });

  test('a payment that the service does not show has another key in another journal', async () => {
    const { journal } = await givenJournal();
    const { journal: other } = await givenJournal();
    for (const draft of [quickPay(), withdrawal()]) {
      const key = await journal.check(draft, counted());
      expect(await journal.check(draft, counted())).toBe(key);
      expect(await other.check(draft, counted())).not.toBe(key);
    }
  });

  test('the next payment of a day later has another key, one after a refusal has not', async () => {
    const { journal, wait } = await givenJournal();
    const refused = await sent(journal, quickPay(), 'rejected');
    const made = await sent(journal, quickPay(), 'applied');
    expect(made.key).toBe(refused.key);
    wait(2 * DAY_MS);
    const next = await journal.check(quickPay(), counted());
    expect(next).not.toBe(made.key);
    expect(await journal.check(quickPay(), counted(0, {}, 1))).not.toBe(next);
  });

  test('the repeat that a person allows has a key of its own', async () => {
    const { journal } = await givenJournal();
    const key = await journal.check(initiate(), counted());
    const made = await sent(journal, initiate(), 'applied');
    const again = await journal.check(initiate(), counted(0, { allowDuplicate: made.id }));
    expect([made.key, again === key]).toEqual([key, false]);
    const other = await sent(journal, initiate('pay_2'), 'applied');
    expect(await journal.check(initiate('pay_3'), counted(0, { allowDuplicate: other.id }))).toBe(
      await journal.check(initiate('pay_3'), counted()),
    );
  });

  test('every payment derives its key, and nothing else does', () => {
    const all = ['pay.initiate', 'pay.quickPay', 'pay.bulkInitiate', 'business.withdraw'];
    expect(all.map(derivesKey)).toEqual(all.map(() => true));
    const others = ['pay.cancel', 'payable.create', 'api.unmatched', 'no.operation', undefined];
    expect(others.map(derivesKey)).toEqual(others.map(() => false));
  });

  test('a request without counts is sent under the key of its own', async () => {
    const { journal } = await givenJournal();
    const { idempotencyKey } = sender();
    expect(await journal.check(initiate(), sender())).toBe(idempotencyKey);
    await denied(journal, cancellation('pmt_1'), sender({ idempotencyKey: 'one' }));
    expect(await journal.check(cancellation('pmt_1'), sender())).toBe(idempotencyKey);
  });
});

describe('after a verdict alone says that a payment was not made', () => {
  test('it is repeated under its key, whatever the number is by now', async () => {
    for (const draft of [initiate(), quickPay()]) {
      const { journal } = await givenJournal();
      const attempt = await denied(journal, draft);
      expect(await journal.check(draft, counted(1))).toBe(attempt.key);
      for (const outcome of ['not-sent', 'throttled'] as const) {
        await sent(journal, draft, outcome, counted(1));
        expect(await journal.check(draft, counted(2))).toBe(attempt.key);
      }
    }
  });

  test('it is repeated under its key although its process was judged before it ended', async () => {
    const { journal, folder } = await givenJournal();
    const { intentId, idempotencyKey } = await journal.begin(initiate(), counted());
    const judge = { ...self, pid: self.pid + 1, isAlive: () => false };
    const other = await openJournal(whereOf(folder), judge, () => Date.parse('2026-03-02T15:00Z'));
    await other.resolve(intentId, 'not-applied', null);
    expect(await other.check(initiate(), counted(1))).toBe(idempotencyKey);
    await journal.recordOutcome(intentId, 'rejected', seen());
    expect(await other.check(initiate(), counted(1))).not.toBe(idempotencyKey);
    await other.close();
  });

  test('it is not made in another way under its key', async () => {
    const { journal } = await givenJournal();
    const attempt = await denied(journal, initiate());
    const refused = journal.check(otherwise(initiate()), counted());
    await expect(refused).rejects.toThrow(OtherBodyError);
    await expect(refused).rejects.toMatchObject({ intentId: attempt.id, isOfPlan: false });
    const ofPlan = journal.check(otherwise(initiate()), counted(0, plan()));
    await expect(ofPlan).rejects.toMatchObject({ intentId: attempt.id, isOfPlan: true });
  });

  test('it is made in another way under another key if a person names it', async () => {
    const { journal } = await givenJournal();
    const attempt = await denied(journal, initiate());
    const allowed = counted(0, { allowDuplicate: attempt.id });
    expect(await journal.check(otherwise(initiate()), allowed)).not.toBe(attempt.key);
  });

  test('the number goes on once the service repeats its refusal', async () => {
    const { journal } = await givenJournal();
    const attempt = await denied(journal, initiate());
    expect(await journal.check(initiate(), counted(0, {}, 1))).not.toBe(attempt.key);
  });

  test('a refusal of its repeat does not make room for another request', async () => {
    const { journal } = await givenJournal();
    const attempt = await denied(journal, initiate());
    await sent(journal, initiate(), 'rejected');
    const other = journal.check(otherwise(initiate()), counted());
    await expect(other).rejects.toMatchObject({ intentId: attempt.id, isOfPlan: false });
    await expect(journal.check(otherwise(initiate()), counted(0, plan()))).rejects.toMatchObject({
      isOfPlan: true,
    });
    expect(await journal.check(initiate(), counted())).toBe(attempt.key);
  });
});

describe('a key is not used for two different requests', () => {
  test('after a refusal, another request has the next key, and the same one the same', async () => {
    const { journal } = await givenJournal();
    const refused = await sent(journal, initiate(), 'rejected');
    expect(await journal.check(initiate(), counted())).toBe(refused.key);
    const second = await sent(journal, otherwise(initiate()), 'rejected');
    expect(second.key).not.toBe(refused.key);
    const third = await journal.check({ ...initiate(), bodyHash: 'c'.repeat(64) }, counted());
    expect([refused.key, second.key]).not.toContain(third);
  });

  test.each(['not-sent', 'throttled'] as const)('what was %s used no key up', async (outcome) => {
    const { journal } = await givenJournal();
    const { key } = await sent(journal, initiate(), outcome);
    expect(await journal.check(otherwise(initiate()), counted())).toBe(key);
  });

  test('after a payment that ended without paying, another request has the next key', async () => {
    const { journal } = await givenJournal();
    const made = await sent(journal, initiate(), 'applied');
    const overrides = [{ intentId: made.id, reason: 'returned' }];
    const other = await journal.check(otherwise(initiate()), counted(0, { overrides }));
    expect(other).not.toBe(made.key);
  });

  test('a batch of a month ago is not made once more with another date', async () => {
    const { journal, wait } = await givenJournal();
    const made = await sent(journal, batch('pay_1'), 'applied');
    wait(31 * DAY_MS);
    expect(await journal.check(batch('pay_1'), counted())).toBe(made.key);
    const other = journal.check(otherwise(batch('pay_1')), counted());
    await expect(other).rejects.toMatchObject({ intentId: made.id, isOfPlan: false });
    const unrelated = [{ intentId: 'int_aaaaaaaaaaaaaaaa', reason: 'returned' }];
    await expect(
      journal.check(otherwise(batch('pay_1')), counted(0, { overrides: unrelated, ...plan() })),
    ).rejects.toMatchObject({ intentId: made.id, isOfPlan: true });
  });
});

describe('a payable of an attempt that may still be applied', () => {
  test('is not paid by another request', async () => {
    const { journal } = await givenJournal();
    const attempt = await denied(journal, batch('pay_1', 'pay_2'), sender());
    for (const draft of [initiate('pay_2'), batch('pay_2'), batch('pay_1', 'pay_3')]) {
      await expect(journal.check(draft, sender())).rejects.toMatchObject({
        ...{ name: 'OtherBodyError', intentId: attempt.id, isOfPlan: false },
      });
      await expect(journal.check(draft, sender(plan()))).rejects.toMatchObject({ isOfPlan: true });
      await journal.check(draft, sender({ allowDuplicate: attempt.id }));
    }
    await journal.check(batch('pay_2', 'pay_1'), sender());
    await journal.check(initiate('pay_3'), sender());
  });

  test('is paid by another request once its newest attempt has ended', async () => {
    const { journal } = await givenJournal();
    const first = await denied(journal, batch('pay_1', 'pay_2'), sender());
    const allowed = sender({ allowDuplicate: first.id });
    await sent(journal, initiate('pay_1'), 'rejected', allowed);
    await journal.check(initiate('pay_1'), sender());
    await expect(journal.check(initiate('pay_2'), sender())).rejects.toThrow(OtherBodyError);
    await expect(journal.check(batch('pay_1', 'pay_3', 'pay_2'), sender())).rejects.toThrow(
      OtherBodyError,
    );
  });

  test.each(['not-sent', 'throttled'] as const)(
    'is not paid by another request after one that was %s',
    async (outcome) => {
      const { journal } = await givenJournal();
      const first = await denied(journal, batch('pay_1', 'pay_2'), sender());
      await sent(journal, initiate('pay_1'), outcome, sender({ allowDuplicate: first.id }));
      await expect(journal.check(initiate('pay_1'), sender())).rejects.toThrow(OtherBodyError);
    },
  );
});

describe('a row of a plan', () => {
  const row = (amount: number, at: number) => [quickPay(amount), counted(0, plan(at))] as const;

  test('is known by its number, and not by what it pays', async () => {
    const { journal } = await givenJournal();
    const one = await journal.check(...row(10, 1));
    expect(await journal.check(...row(10, 2))).not.toBe(one);
    expect(await journal.check(...row(11, 1))).toBe(one);
    expect(await journal.check(quickPay(10), counted(0, plan(1, 'b')))).not.toBe(one);
    expect(await journal.check(withdrawal(), counted(0, plan(1)))).not.toBe(one);
    const payable = await journal.check(initiate(), counted(0, plan(1)));
    expect(payable).toBe(await journal.check(initiate(), counted(0, plan(2))));
  });

  test('is repeated under its key, and in no other way', async () => {
    const { journal } = await givenJournal();
    const attempt = await denied(journal, ...row(10, 1));
    expect(await journal.check(quickPay(10), counted(3, plan(1)))).toBe(attempt.key);
    expect(await journal.check(quickPay(10), counted(0, plan(2)))).not.toBe(attempt.key);
    const other = journal.check(otherwise(quickPay(10)), counted(0, plan(1)));
    await expect(other).rejects.toMatchObject({ intentId: attempt.id, isOfPlan: true });
  });

  test('is not paid twice, however long ago it was paid, and equal rows are both paid', async () => {
    const { journal, wait } = await givenJournal();
    const { id } = await sent(journal, quickPay(), 'applied', counted(0, plan(1)));
    await expect(journal.check(...row(12.5, 1))).rejects.toThrow(
      `Not sent: row 1 of this plan was already paid (${id}).`,
    );
    await journal.check(...row(12.5, 2));
    await expect(journal.check(quickPay(), counted())).rejects.toThrow(DuplicateError);
    const otherPlan = journal.check(quickPay(), counted(0, plan(2, 'b')));
    await expect(otherPlan).rejects.toThrow(DuplicateError);
    wait(2 * DAY_MS);
    await expect(journal.check(...row(12.5, 1))).rejects.toThrow(PlanRowPaidError);
    await expect(journal.check(...row(99, 1))).rejects.toThrow(PlanRowPaidError);
  });

  test('is not sent again while its outcome is unknown, whatever it pays by now', async () => {
    const { journal } = await givenJournal();
    const { id } = await sent(journal, quickPay(), 'unknown', counted(0, plan(1)));
    for (const amount of [12.5, 99]) {
      const refused = journal.check(...row(amount, 1));
      await expect(refused).rejects.toThrow(UnknownOutcomeError);
      await expect(refused).rejects.toMatchObject({ intent: { id }, isBeingSent: false });
    }
    await journal.check(...row(99, 2));
  });
});
