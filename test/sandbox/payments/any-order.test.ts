import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noticesOfChange } from '../../../src/api/ach/notices-of-change.ts';
import { achReturnCodes } from '../../../src/api/ach/return-codes.ts';
import { ApiError } from '../../../src/api/http/api-error.ts';
import type { PaymentStatus } from '../../../src/api/operations/pay.ts';
import type { HandlerContext } from '../../../src/sandbox/context/handler-context.ts';
import type { Row } from '../../../src/sandbox/database/tables.ts';
import { checkLedger } from '../../../src/sandbox/ledger/invariants.ts';
import { seedCredit } from '../../../src/sandbox/ledger/post.ts';
import {
  cancelPayment,
  holdPayment,
  rejectPayment,
  releasePayment,
  startScheduled,
} from '../../../src/sandbox/payment/hold-release.ts';
import { noteChange } from '../../../src/sandbox/payment/notice-of-change.ts';
import { authorizedAgain } from '../../../src/sandbox/payment/returned-account.ts';
import { achReturnWithCode, canReturn } from '../../../src/sandbox/payment/returns.ts';
import {
  completePayment,
  failPayment,
  returnPayment,
  submitPayment,
} from '../../../src/sandbox/payment/settle.ts';
import { startPayment } from '../../../src/sandbox/payment/start.ts';
import {
  completeWithdrawal,
  failWithdrawal,
  returnWithdrawal,
  startWithdrawal,
  submitWithdrawal,
} from '../../../src/sandbox/withdrawal/transitions.ts';
import { often, runs } from '../../helpers/property-runs.ts';
import { addPayable, balance, draft, openBooks, payeeId, payout } from './ledger-fixture.ts';

let books: Awaited<ReturnType<typeof openBooks>>;
beforeAll(async () => {
  books = await openBooks();
});
afterAll(() => books.close());

type Deed = (world: HandlerContext) => Promise<unknown>;
/** A step, and the state from which it can be taken. */
type Step<Name extends 'payments' | 'withdrawals'> = readonly [
  from: PaymentStatus,
  take: (world: HandlerContext, row: Row<Name>) => Promise<unknown>,
];

const failOnTime = (world: HandlerContext, payment: Row<'payments'>) =>
  failPayment(world, payment, achReturnWithCode('R01'));
const returnLate = (world: HandlerContext, payment: Row<'payments'>) =>
  returnPayment(world, payment, achReturnWithCode('R09'));
const failPayout = (world: HandlerContext, withdrawal: Row<'withdrawals'>) =>
  failWithdrawal(world, withdrawal, achReturnWithCode('R16'));
const returnPayout = (world: HandlerContext, withdrawal: Row<'withdrawals'>) =>
  returnWithdrawal(world, withdrawal, achReturnWithCode('R03'));

const paymentSteps: readonly Step<'payments'>[] = [
  ['SCHEDULED', startScheduled],
  ['PENDING', submitPayment],
  ['PROCESSING', completePayment],
  ['PROCESSING', failOnTime],
  ['COMPLETED', returnLate],
  ['HELD', (world, { id }) => cancelPayment(world, id, { by: 'payer' })],
  ['PENDING', (world, it) => holdPayment(world, it, 'risk_review')],
  ['HELD', releasePayment],
  ['HELD', (world, it) => rejectPayment(world, it, 'no')],
];

const withdrawalSteps: readonly Step<'withdrawals'>[] = [
  ['PENDING', submitWithdrawal],
  ['PROCESSING', completeWithdrawal],
  ['PROCESSING', failPayout],
  ['PENDING', (world, it) => failWithdrawal(world, it, achReturnWithCode('R23'))],
  ['COMPLETED', returnPayout],
];

const pay =
  (cents: number, scheduled_date: string | null): Deed =>
  async (world) => {
    const payable = await addPayable(world, cents);
    return startPayment(world, { ...draft(cents, payable), scheduled_date });
  };

const withdraw =
  (percent: number): Deed =>
  async (world) => {
    const cents = Math.floor(((await balance(world)).available * percent) / 100);
    return cents > 0 && startWithdrawal(world, payout(cents));
  };

/** Takes a step with the newest or oldest row that can take it, or with the newest of all, which mostly refuses. */
const stepOf =
  <Name extends 'payments' | 'withdrawals'>(
    table: Name,
    [from, take]: Step<Name>,
    isFitting: boolean,
    order: 'asc' | 'desc' = 'desc',
  ): Deed =>
  async (world) => {
    const row = await world.db
      .selectFrom(table as 'payments')
      .selectAll()
      .$if(isFitting, (it) => it.where('status', '=', from))
      .orderBy('seq', order)
      .limit(1)
      .executeTakeFirst();
    return row && take(world, row as unknown as Row<Name>);
  };

const Cents = fc.integer({ min: 1, max: 12_000_000 });
const IsFitting = fc.nat(3).map((it) => it > 0);

const Deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(Cents, fc.constantFrom(null, '2026-05-25')).map((it) => pay(...it)),
  },
  {
    weight: 9,
    arbitrary: fc
      .tuple(fc.constantFrom(...paymentSteps), IsFitting)
      .map((it) => stepOf('payments', ...it)),
  },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 100 }).map(withdraw) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom(...withdrawalSteps), IsFitting)
      .map((it) => stepOf('withdrawals', ...it)),
  },
  {
    weight: 1,
    arbitrary: Cents.map((cents) => (world: HandlerContext) => seedCredit(world, payeeId, cents)),
  },
);

/** Codes of every class with which a bank returns a debit, and those with which it returns a credit. */
const codesOf = (entry: 'debit' | 'credit') =>
  Object.keys(achReturnCodes).filter((code) => canReturn(code, entry));
const DebitCode = fc.constantFrom(...codesOf('debit')).map((code) => achReturnWithCode(code));
const CreditCode = fc.constantFrom(...codesOf('credit')).map((code) => achReturnWithCode(code));

/** Makes the bank accounts usable again after a return: relinked, and debits authorized. */
const mendBanks: Deed = (world) =>
  world.db
    .updateTable('bank_accounts')
    .set({ status: 'verified', ...authorizedAgain(world) })
    .execute();

/** What banks do: returns in time and late with any code, notices of change, and accounts that are mended. */
const BankDeed: fc.Arbitrary<Deed> = fc.oneof(
  DebitCode.map((why) =>
    stepOf('payments', ['PROCESSING', (world, it) => failPayment(world, it, why)], true),
  ),
  fc
    .tuple(DebitCode, fc.constantFrom('asc', 'desc'))
    .map(([why, order]) =>
      stepOf('payments', ['COMPLETED', (world, it) => returnPayment(world, it, why)], true, order),
    ),
  CreditCode.map((why) =>
    stepOf('withdrawals', ['PROCESSING', (world, it) => failWithdrawal(world, it, why)], true),
  ),
  CreditCode.map((why) =>
    stepOf('withdrawals', ['COMPLETED', (world, it) => returnWithdrawal(world, it, why)], true),
  ),
  fc
    .constantFrom(...Object.keys(noticesOfChange))
    .map((code) =>
      stepOf('payments', ['PROCESSING', (world, it) => noteChange(world, it, code)], true),
    ),
  fc.constant(mendBanks),
);

/** A sequence in which each kind of ledger entry is written; random ones rarely return a withdrawal. */
const everyEntry: Deed[] = [
  pay(5_000, null),
  stepOf('payments', ['PENDING', submitPayment], true),
  stepOf('payments', ['PROCESSING', completePayment], true),
  stepOf('payments', ['COMPLETED', returnLate], true),
  pay(5_000, null),
  stepOf('payments', ['PENDING', submitPayment], true),
  stepOf('payments', ['PROCESSING', failOnTime], true),
  (world) => seedCredit(world, payeeId, 10_000),
  withdraw(50),
  stepOf('withdrawals', ['PENDING', submitWithdrawal], true),
  stepOf('withdrawals', ['PROCESSING', completeWithdrawal], true),
  stepOf('withdrawals', ['COMPLETED', returnPayout], true),
  withdraw(50),
  stepOf('withdrawals', ['PENDING', submitWithdrawal], true),
  stepOf('withdrawals', ['PROCESSING', failPayout], true),
  withdraw(50),
  stepOf('withdrawals', ['PENDING', failPayout], true),
];

test('the ledger is correct after every step of random actions', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(Deed, { minLength: 60, maxLength: 120 }), (deeds) =>
      books.attempt(async (world) => {
        for (const deed of deeds) {
          await deed(world).catch((error: unknown) => {
            if (!(error instanceof ApiError)) throw error;
          });
          const { invariants, difference } = await checkLedger(world.db);
          expect(difference).toBe(0);
          expect(invariants.filter((it) => !it.ok)).toEqual([]);
        }
        const events = await world.db.selectFrom('ledger_entries').select('event').execute();
        for (const { event } of events) seen.add(event);
      }),
    ),
    { numRuns: runs(20), examples: [[everyEntry]] },
  );
  expect([...seen].toSorted()).toEqual([
    'P1',
    'P2',
    'P3',
    'P4',
    'S1',
    'W1',
    'W2',
    'W3',
    'W4',
    'W5',
  ]);
});

/** All of them where there is time. */
const ACTIONS = often('REMIT_LEDGER_ACTIONS', 5000);

test(`the ledger is correct after each of ${ACTIONS} actions of businesses and banks`, {
  timeout: 600_000,
}, async () => {
  const Action = fc.oneof(
    { weight: 3, arbitrary: Deed.map((deed) => ({ deed, hours: 0 })) },
    { weight: 2, arbitrary: BankDeed.map((deed) => ({ deed, hours: 0 })) },
    {
      weight: 1,
      arbitrary: fc.integer({ min: 1, max: 60 }).map((hours) => ({ deed: undefined, hours })),
    },
  );
  const seed = Number(process.env['REMIT_SEED'] ?? 20260302);
  const done = new Set<string>();
  await books.attempt(async (start) => {
    let time = start.now().getTime();
    const world = { ...start, now: () => new Date(time) };
    for (const [at, { deed, hours }] of fc.sample(Action, { numRuns: ACTIONS, seed }).entries()) {
      time += hours * 3_600_000;
      await deed?.(world).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        done.add(error.code);
      });
      const { invariants, difference } = await checkLedger(world.db);
      expect([at, difference, invariants.filter((it) => !it.ok)]).toEqual([at, 0, []]);
    }
    const payments = await world.db.selectFrom('payments').select('failure_code').execute();
    for (const { failure_code: code } of payments) if (code !== null) done.add(code);
    const { available } = await balance(world);
    const sum = await world.db
      .selectFrom('ledger_lines')
      .select(({ fn }) => fn.sum<number>('cents').as('cents'))
      .where('account', '=', `biz.${payeeId}.available`)
      .executeTakeFirstOrThrow();
    expect(available).toBe(-Number(sum.cents));
  });
  // What happened is worth checking: returns of most codes, and some that came too late.
  expect([...done].filter((it) => /^R\d\d$/.test(it)).length).toBeGreaterThan(15);
  expect(done).toContain('return_window_closed');
});
