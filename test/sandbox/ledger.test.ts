import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkLedger } from '../../src/sandbox/ledger/invariants.ts';
import { post, seedCredit } from '../../src/sandbox/ledger/post.ts';
import { achReturnWithCode } from '../../src/sandbox/payment/returns.ts';
import {
  completePayment,
  failPayment,
  returnPayment,
  submitPayment,
} from '../../src/sandbox/payment/settle.ts';
import { startPayment } from '../../src/sandbox/payment/start.ts';
import {
  completeWithdrawal,
  failWithdrawal,
  startWithdrawal,
  submitWithdrawal,
} from '../../src/sandbox/withdrawal/transitions.ts';
import {
  addPayable,
  balance,
  bankIdOf,
  draft,
  openBooks,
  payeeId,
  payout,
} from './payments/ledger-fixture.ts';

let books: Awaited<ReturnType<typeof openBooks>>;
beforeAll(async () => {
  books = await openBooks();
});
afterAll(() => books.close());

describe('a payment in the ledger', () => {
  test('is pending while it is processed, and available once settled', async () => {
    await books.attempt(async (world) => {
      const payment = await startPayment(world, draft(250_000));
      expect(await balance(world)).toMatchObject({ available: 0, pending: 0, total: 0 });

      const submitted = await submitPayment(world, payment);
      expect(await balance(world)).toMatchObject({ available: 0, pending: 250_000 });

      await completePayment(world, submitted);
      const settled = { available: 250_000, pending: 0, withdrawing: 0, total: 250_000 };
      expect(await balance(world)).toEqual(settled);
      expect(await checkLedger(world.db)).toMatchObject({ ok: true, entries: 2, difference: 0 });
    });
  });

  test('leaves no balance when it fails, and a debt after a late return', async () => {
    await books.attempt(async (world) => {
      await failPayment(world, await submitPayment(world, await startPayment(world, draft(5_000))));
      expect(await balance(world)).toMatchObject({ total: 0 });

      const submitted = await submitPayment(world, await startPayment(world, draft(40_000)));
      const completed = await completePayment(world, submitted);
      await startWithdrawal(world, payout(30_000));
      await returnPayment(world, completed, achReturnWithCode('R01'));
      expect(await balance(world)).toMatchObject({ available: -30_000, total: 0 });
      expect(await checkLedger(world.db)).toMatchObject({ ok: true });
    });
  });
});

test('a withdrawal counts as withdrawing until it has arrived', async () => {
  await books.attempt(async (world) => {
    await seedCredit(world, payeeId, 100_000);
    const pending = await startWithdrawal(world, payout(40_000));
    const split = { available: 60_000, pending: 0, withdrawing: 40_000, total: 100_000 };
    expect(await balance(world)).toEqual(split);

    const sent = await submitWithdrawal(world, pending);
    expect(await balance(world)).toEqual(split);

    await completeWithdrawal(world, sent);
    expect(await balance(world)).toMatchObject({ available: 60_000, total: 60_000 });
    const { cents } = await world.db
      .selectFrom('ledger_accounts')
      .select('cents')
      .where('name', '=', `bank.${bankIdOf(payeeId)}`)
      .executeTakeFirstOrThrow();
    expect(cents).toBe(40_000);
  });
});

test('a failed withdrawal is credited back, whether sent or not', async () => {
  await books.attempt(async (world) => {
    await seedCredit(world, payeeId, 100_000);
    await failWithdrawal(
      world,
      await startWithdrawal(world, payout(10_000)),
      achReturnWithCode('R03'),
    );
    const sent = await submitWithdrawal(world, await startWithdrawal(world, payout(20_000)));
    await failWithdrawal(world, sent, achReturnWithCode('R16'));
    expect(await balance(world)).toMatchObject({ available: 100_000, withdrawing: 0 });
    expect(await checkLedger(world.db)).toMatchObject({ ok: true });
  });
});

test('an unbalanced entry is never written', async () => {
  for (const lines of [
    [{ account: 'fbo.cash', cents: 100 }],
    [
      { account: 'fbo.cash', cents: 100 },
      { account: 'biz.biz_a.available', cents: -99 },
    ],
    [
      { account: 'fbo.cash', cents: 0.5 },
      { account: 'biz.biz_a.available', cents: -0.5 },
    ],
  ]) {
    await expect(books.attempt((world) => post(world, 'S1', 'biz_a', lines))).rejects.toThrow(
      'balance',
    );
  }
});

describe('the check', () => {
  /** Books with one of everything, then tampered with. */
  const tampered = (statement: string) =>
    books.attempt(async (world) => {
      const payable = await addPayable(world, 700);
      const paid = await startPayment(world, draft(700, payable));
      await completePayment(world, await submitPayment(world, paid));
      await submitPayment(world, await startPayment(world, draft(900)));
      await startWithdrawal(world, payout(500));
      expect(await checkLedger(world.db)).toMatchObject({ ok: true });

      await sql.raw(statement).execute(world.db);
      const { ok, invariants } = await checkLedger(world.db);
      return { ok, broken: invariants.filter((it) => !it.ok).map((it) => it.name) };
    });

  test.for([
    [
      `update ledger_lines set cents = cents + 1 where entry_seq = 1 and line = 0`,
      'every entry balances',
    ],
    [
      `update ledger_accounts set cents = cents + 1 where name = 'fbo.cash'`,
      'cash covers business balances',
    ],
    [
      `update payments set cents = 901 where cents = 900`,
      'in transit equals pending and processing',
    ],
    [
      `update ledger_accounts set cents = 1 where name = 'biz.biz_b.available'`,
      'a balance is negative only after a late return',
    ],
    [
      `update payments set status = 'FAILED' where status = 'COMPLETED'`,
      'payments are posted according to their status, paid payables once',
    ],
    [
      `update payables set status = 'APPROVED'`,
      'payments are posted according to their status, paid payables once',
    ],
    [
      `update ledger_lines set cents = case when cents > 0 then 800 else -800 end where entry_seq = 4`,
      'no withdrawal exceeded the available balance',
    ],
    [
      `delete from ledger_lines where entry_seq = 2`,
      'replaying the journal gives the same balances',
    ],
    [
      `update payables set line_items = '[{"totalCents":699}]'`,
      'cents are whole, and line items add up to their payable',
    ],
  ] as const)('detects that %s', async ([statement, name]) => {
    const { ok, broken } = await tampered(statement);
    expect(ok).toBe(false);
    expect(broken).toContain(name);
  });
});
