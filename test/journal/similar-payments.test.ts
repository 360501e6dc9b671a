import { describe, expect, test } from 'vitest';
import { UnknownOutcomeError } from '../../src/money/journal/errors.ts';
import type { FinalOutcome } from '../../src/money/journal/intent.ts';
import type { IntentDraft } from '../../src/money/journal/intent-draft.ts';
import {
  isSamePayee,
  mergePayees,
  type PayeeAmount,
} from '../../src/money/journal/intent-payees.ts';
import type { Journal } from '../../src/money/journal/journal.ts';
import { givenJournal, initiate, live, origin, quickPay, seen, sender } from './fixture.ts';

const payee = (businessId: string | null, connectionId: string | null, cents = 4_000) => ({
  ...{ businessId, connectionId, cents },
});
const linen = payee('biz_linen', 'con_1');
const paying = (draft: IntentDraft, ...payees: PayeeAmount[]): IntentDraft => ({
  ...{ ...draft, payees },
});

/** Sends a payment that ends in some way; returns its id. */
async function sent(
  journal: Journal,
  draft: IntentDraft,
  { outcome = 'unknown', after = [] }: { outcome?: FinalOutcome; after?: readonly string[] } = {},
) {
  const { intentId } = await journal.begin(draft, sender({ seen: after }));
  await journal.recordOutcome(intentId, outcome, seen());
  return intentId;
}

const similarTo = async (journal: Journal, draft: IntentDraft) =>
  (await journal.listSimilar(draft)).map(({ intent, cents }) => [intent.id, cents]);

describe('a payment whose outcome is unknown', () => {
  test('is shown before the same payee is paid the same amount otherwise', async () => {
    const { journal } = await givenJournal();
    const first = await sent(journal, paying(initiate('pay_1'), linen));
    const other = paying(initiate('pay_2'), payee('biz_linen', null));
    const second = await sent(journal, other, { after: [first] });
    const quick = paying(quickPay(40), payee(null, 'con_1'));
    expect(await similarTo(journal, paying(quickPay(40), linen))).toEqual([
      ...[
        [second, 4_000],
        [first, 4_000],
      ],
    ]);
    expect(await similarTo(journal, quick)).toEqual([[first, 4_000]]);
    const { intentId } = await journal.begin(
      paying(initiate('pay_3'), linen),
      sender({ seen: [first, second] }),
    );
    expect(await similarTo(journal, quick)).toEqual([
      ...[
        [intentId, 4_000],
        [first, 4_000],
      ],
    ]);
  });

  test('is not shown for another amount, payee or environment', async () => {
    const { journal } = await givenJournal();
    await sent(journal, paying(initiate('pay_1'), linen, payee('biz_soap', 'con_2', 5_000)));
    const others = [
      paying(quickPay(), payee('biz_linen', 'con_1', 4_001)),
      paying(quickPay(), payee('biz_linen', 'con_1', 5_000)),
      paying(quickPay(), payee('biz_soap', 'con_2', 4_000)),
      paying(quickPay(), payee('biz_else', 'con_9')),
      paying(quickPay()),
      quickPay(),
      paying(quickPay(12.5, { origin: 'http://127.0.0.1:4010', environment: 'test' }), linen),
    ];
    for (const draft of others) expect(await similarTo(journal, draft)).toEqual([]);
    const both = paying(quickPay(), payee('biz_x', 'con_x', 1), payee('biz_soap', null, 5_000));
    expect(await journal.listSimilar(both)).toMatchObject([{ cents: 5_000 }]);
  });

  test('is not shown for the same request, which is refused', async () => {
    const { journal } = await givenJournal();
    await sent(journal, paying(initiate('pay_1'), linen));
    expect(await similarTo(journal, paying(initiate('pay_1'), linen))).toEqual([]);
  });

  test.each(['applied', 'rejected', 'not-sent', 'throttled'] as const)(
    'is shown no more once it is %s',
    async (outcome) => {
      const { journal } = await givenJournal();
      await sent(journal, paying(initiate('pay_1'), linen), { outcome });
      expect(await similarTo(journal, paying(quickPay(), linen))).toEqual([]);
    },
  );

  test('is shown no more once a contradicted outcome is known', async () => {
    const { journal } = await givenJournal();
    const { intentId } = await journal.begin(paying(initiate('pay_1'), linen), sender());
    await journal.recordOutcome(intentId, 'unknown', seen());
    await journal.resolve(intentId, 'not-applied', null);
    expect(await similarTo(journal, paying(quickPay(), linen))).toEqual([]);
  });

  test('stops a payment to the same payee until a person allows it by name, or has seen it', async () => {
    const { journal } = await givenJournal();
    const older = await sent(journal, paying(initiate('pay_1'), linen));
    const other = paying(initiate('pay_2'), payee('biz_linen', null));
    const newer = await sent(journal, other, { after: [older] });
    const next = paying(quickPay(40), linen);
    const stopped = async (more: object) =>
      journal.checkSimilar(next, sender(more)).then(
        () => undefined,
        (error) => [error instanceof UnknownOutcomeError, error.intent.id, error.similar],
      );
    expect(await stopped({})).toEqual([true, newer, 'allow']);
    expect(await stopped({ seen: [newer] })).toEqual([true, older, 'allow']);
    expect(await stopped({ allowDuplicate: newer })).toEqual([true, older, 'allow']);
    expect(await stopped({ seen: [older, newer] })).toBe(undefined);
    expect(await stopped({ allowDuplicate: older, seen: [newer] })).toBe(undefined);
    const plan = { plan: 'a'.repeat(64), batch: 1 };
    expect(await stopped({ plan })).toEqual([true, newer, 'ask']);
    await expect(journal.begin(next, sender())).rejects.toThrow(
      `Not sent: the same amount to the same payee was sent before (${newer}) and its outcome is unknown.`,
    );
  });

  test('stops a payment to the same payee while it is being sent', async () => {
    const { journal } = await givenJournal();
    await journal.begin(paying(initiate('pay_1'), linen), sender());
    const next = journal.checkSimilar(paying(quickPay(40), linen), sender());
    await expect(next).rejects.toThrow('is sending the same amount to the same payee');
  });
});

describe('two payees are one', () => {
  const [a, b] = ['biz_a', 'biz_b'];
  test.each<[PayeeAmount, PayeeAmount, boolean]>([
    [payee(a, 'con_1'), payee(a, 'con_2'), true],
    [payee(a, 'con_1'), payee(b, 'con_1'), true],
    [payee(a, 'con_1'), payee(b, 'con_2'), false],
    [payee(a, null), payee(null, 'con_1'), false],
    [payee(a, null), payee(b, null), false],
    [payee(null, 'con_1'), payee(null, 'con_2'), false],
    [payee(null, 'con_1'), payee(a, 'con_1'), true],
    [payee(null, null), payee(null, null), true],
    [payee(null, null), payee(a, null), false],
    [payee(null, null), payee(null, 'con_1'), false],
    [payee(a, null), payee(null, null), false],
    [payee(null, 'con_1'), payee(null, null), false],
  ])('%j and %j: %s', (one, other, isSame) => {
    expect(isSamePayee(one, other)).toBe(isSame);
  });

  test('amounts are added up for the same business and connection only', () => {
    const amounts = [payee(a, 'con_1', 1), payee(b, 'con_1', 2), payee(a, 'con_1', 3)];
    expect(mergePayees([...amounts, payee(a, null, 4)])).toEqual([
      payee(a, 'con_1', 4),
      payee(b, 'con_1', 2),
      payee(a, null, 4),
    ]);
  });

  test('a limit on a payee counts it by its business and by its connection', async () => {
    const { journal } = await givenJournal();
    const limits = [
      { rule: 'maxPerPayeePerDay', cents: 5_000, since: '2026-03-02', policy: 'the policy' },
    ] as const;
    const within = (...payees: PayeeAmount[]) =>
      journal.assertWithinLimits({ origin, environment: 'live', cents: 0, payees }, limits).then(
        () => true,
        () => false,
      );
    await journal.begin(paying(initiate('pay_1'), linen), sender());
    await journal.begin(paying(initiate('pay_2'), payee(null, null)), sender());
    expect(await within()).toBe(true);
    expect(await within(payee('biz_linen', null, 1_000))).toBe(true);
    expect(await within(payee('biz_linen', null, 1_001))).toBe(false);
    expect(await within(payee(null, 'con_1', 1_001))).toBe(false);
    expect(await within(payee(null, null, 1_000))).toBe(true);
    expect(await within(payee(null, null, 1_001), payee('biz_x', 'con_x', 1))).toBe(false);
    expect(await within(payee('biz_x', null, 5_000))).toBe(true);
    expect(await within(payee('biz_x', null, 5_001))).toBe(false);
    await expect(
      journal.assertWithinLimits({ ...live, cents: 9_999_999 }, limits),
    ).resolves.toBeUndefined();
  });
});
