/** Movements of no payable: what the journal sent, and what only the balance shows. */

import { newYorkDate, nextBusinessDay } from '../../api/ach/calendar.ts';
import { windowAt, withdrawalWindowAt } from '../../api/ach/cut-off.ts';
import { centsOf } from '../../api/money.ts';
import type { Balance } from '../../api/operations/balance.ts';
import { isSent } from '../../money/gate/describe-payable.ts';
import type { JournalTransfer } from '../../runtime/journal-transfers.ts';
import type { OpenPayable } from './movement.ts';
import { BALANCE, type CashMovement, UNKNOWN_BANK } from './movement.ts';
import type { PayableFacts } from './payable-movements.ts';
import { determinePaymentState, type ForecastTime } from './payment-dates.ts';

/** Returns the payments without a payable that this journal sent and that are not submitted yet. */
export const quickPayments = (
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
export function withdrawals(
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
export function unlistedReceipts(
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

const newMovement = (kind: CashMovement['kind'], cents: number): CashMovement => ({
  series: BALANCE,
  kind,
  basis: 'in-flight',
  cents,
  ...{ date: null, why: null, dueDate: null, party: null, invoiceNumber: null },
  ...{ payableId: null, paymentId: null, payBy: null, habit: null, habitDate: null },
});

const sumOf = (movements: readonly CashMovement[]): number =>
  movements.reduce((sum, { cents }) => sum + cents, 0);
