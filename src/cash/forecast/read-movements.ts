import { newYorkDate, nextBusinessDay } from '../../api/ach/calendar.ts';
import { windowAt, withdrawalWindowAt } from '../../api/ach/cut-off.ts';
import { centsOf } from '../../api/money.ts';
import type { Balance } from '../../api/operations/balance.ts';
import type { BankAccount } from '../../api/operations/bank.ts';
import { business } from '../../api/operations/business.ts';
import { type Payable, payable } from '../../api/operations/payable.ts';
import type { Context } from '../../cli/context.ts';
import { visitAll } from '../../cli/list/arrange-records.ts';
import { visitPayables } from '../../cli/payable/visit-payables.ts';
import { isSent } from '../../money/gate/describe-payable.ts';
import {
  type JournalTransfer,
  listJournalTransfers,
  transfersByPayable,
} from '../../runtime/journal-transfers.ts';
import {
  BALANCE,
  type CashMovement,
  newMovement,
  type OpenPayable,
  toOpenPayable,
  UNKNOWN_BANK,
} from './movement.ts';
import { type PayableFacts, payableMovements } from './payable-movements.ts';
import { PayerHabits } from './payer-habits.ts';
import { determinePaymentState, type ForecastTime } from './payment-dates.ts';

/** The business, its bank accounts, and the account that approved payables are paid from. */
export interface MovementQuery {
  readonly businessId: string;
  readonly banks: readonly BankAccount[];
  /** The id of a bank account; `undefined` for the default one. */
  readonly bank: string | undefined;
  readonly time: ForecastTime;
}

/** The balance of the business, all its movements, and the number of requests with an unknown outcome. */
export interface KnownMovements {
  /** The available balance in cents. */
  readonly availableCents: number;
  readonly movements: readonly CashMovement[];
  readonly unresolved: number;
}

/** The number of times that everything is read if the balance changes while it is read. */
const ATTEMPTS = 3;

/**
 * Reads the balance and the movements of a business. A payment that settles while they are read would count twice or not
 * at all, so that they are read again if the balance has changed.
 */
export async function readMovements(
  context: Context,
  query: MovementQuery,
): Promise<KnownMovements> {
  let before = await readBalance(context, query);
  for (let attempt = 1; ; attempt++) {
    const open = await readOpenPayables(context, query.businessId);
    const after = await readBalance(context, query);
    if (isSame(before, after) || attempt === ATTEMPTS) return combine(context, query, after, open);
    before = after;
  }
}

const readBalance = (context: Context, { businessId }: MovementQuery): Promise<Balance> =>
  context.call(business.balance, { params: { businessId } });

const isSame = (one: Balance, two: Balance): boolean =>
  one.available === two.available &&
  one.pending === two.pending &&
  one.withdrawing === two.withdrawing;

/** Returns the open payables. One whose status changes between two reads is found twice, and counts once. */
async function readOpenPayables(
  context: Context,
  businessId: string,
): Promise<readonly OpenPayable[]> {
  const found = new Map<string, OpenPayable>();
  await visitPayables(context, businessId, ['SUBMITTED', 'APPROVED', 'SCHEDULED'], (it) =>
    found.set(it.id, toOpenPayable(it)),
  );
  return [...found.values()];
}

async function combine(
  context: Context,
  query: MovementQuery,
  balance: Balance,
  open: readonly OpenPayable[],
): Promise<KnownMovements> {
  const { businessId, banks, time } = query;
  const journal = await listJournalTransfers(
    context,
    businessId,
    new Set(banks.map(({ id }) => id)),
  );
  const bankOf = bankFinder(query);
  const facts = {
    businessId,
    time,
    sent: transfersByPayable(journal),
    bankOf,
    habits: new PayerHabits(),
  };
  // Most lists of paid invoices are long, and only unpaid ones need the habits of their payers.
  if (open.some((it) => isExpected(it, businessId))) await readHabits(context, facts);
  return {
    availableCents: centsOf(balance.available),
    movements: [
      ...open.flatMap((it) => payableMovements(it, facts)),
      ...quickPayments(journal, time, bankOf),
      ...withdrawals(journal, balance, time),
      ...unlistedReceipts(open, balance, businessId),
    ],
    unresolved: journal.filter(({ isUnresolved }) => isUnresolved).length,
  };
}

const isExpected = (it: OpenPayable, businessId: string): boolean =>
  isSent(it, businessId) && determinePaymentState(it, undefined) === 'none';

/** Reads the paid invoices of a business, page by page; six of each payer are kept. */
async function readHabits(
  context: Context,
  { businessId, habits }: Pick<PayableFacts, 'businessId' | 'habits'>,
): Promise<void> {
  const input = { params: { businessId }, query: { status: 'PAID', direction: 'sent' } };
  await visitAll(context.records<Payable>(payable.list, input), (it) => {
    if (isSent(it, businessId)) habits.add(it);
  });
}

/**
 * Returns a function that finds the bank account of a payment: the one that the journal knows, otherwise the only one of the
 * business. A payment that is still to be made is from the chosen account, otherwise from the default one.
 */
function bankFinder({ banks, bank: chosen }: MovementQuery): PayableFacts['bankOf'] {
  const [bank, ...others] = banks;
  const only = others.length === 0 ? bank?.id : undefined;
  const usual = chosen ?? banks.find(({ isDefault }) => isDefault)?.id;
  return (made: JournalTransfer | undefined, isMade: boolean): string =>
    (isMade ? made?.fundingSourceId : usual) ?? only ?? UNKNOWN_BANK;
}

/** Returns the payments without a payable that this journal sent and that are not submitted yet. */
const quickPayments = (
  journal: readonly JournalTransfer[],
  { now }: ForecastTime,
  bankOf: PayableFacts['bankOf'],
): readonly CashMovement[] =>
  journal
    .filter(({ operation, isUnresolved }) => operation === 'pay.quickPay' && !isUnresolved)
    .flatMap((it) => {
      const { submitAt } = windowAt('standard', it.sentAt);
      if (it.cents === null || submitAt <= now) return [];
      const date = newYorkDate(submitAt);
      return [
        {
          ...newMovement('debit', -it.cents),
          series: bankOf(it, true),
          date,
          paymentId: it.serverId,
        },
      ];
    });

/**
 * Returns the withdrawals in transit: they left the available balance when they were requested, and arrive at a bank
 * account. Only the journal knows their dates.
 */
function withdrawals(
  journal: readonly JournalTransfer[],
  { withdrawing }: Balance,
  { now, first }: ForecastTime,
): readonly CashMovement[] {
  const known = journal.flatMap((it): readonly CashMovement[] => {
    const { settleAt } = withdrawalWindowAt(it.sentAt);
    const isOpen = it.operation === 'business.withdraw' && !it.isUnresolved && settleAt > now;
    if (!isOpen || it.cents === null) return [];
    const arrival = newYorkDate(settleAt);
    const date = nextBusinessDay(arrival > first ? arrival : first);
    const series = it.fundingSourceId ?? UNKNOWN_BANK;
    return [{ ...newMovement('withdrawal', it.cents), series, date, paymentId: it.serverId }];
  });
  const inTransit = typeof withdrawing !== 'number' ? undefined : centsOf(withdrawing);
  const rest = (inTransit ?? sumOf(known)) - sumOf(known);
  if (rest === 0) return known;
  if (rest > 0) {
    return [
      ...known,
      undated('withdrawal', rest, UNKNOWN_BANK, 'not withdrawn through this journal'),
    ];
  }
  // Some have arrived or failed, and the service does not show which.
  const why = 'in transit by the journal, but not by the balance';
  return known.map((it) => ({ ...it, date: null, why }));
}

/** Returns the part of the pending balance that belongs to no payable: quick payments, and those of a pay-me link. */
function unlistedReceipts(
  open: readonly OpenPayable[],
  { pending }: Balance,
  businessId: string,
): readonly CashMovement[] {
  if (typeof pending !== 'number') return [];
  const listed = open.filter(
    (it) => isSent(it, businessId) && determinePaymentState(it, undefined) === 'processing',
  );
  const rest = centsOf(pending) - listed.reduce((sum, { amount }) => sum + centsOf(amount ?? 0), 0);
  if (rest <= 0) return [];
  return [
    undated('receipt', rest, BALANCE, 'pending, but of no payable: the service shows no date'),
  ];
}

const undated = (
  kind: CashMovement['kind'],
  cents: number,
  series: string,
  why: string,
): CashMovement => ({
  ...newMovement(kind, cents),
  series,
  why,
});

const sumOf = (movements: readonly CashMovement[]): number =>
  movements.reduce((sum, { cents }) => sum + cents, 0);
