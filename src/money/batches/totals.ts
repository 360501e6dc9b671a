/** Totals of several payments by payee and bank account. */

import type { IsoDate } from '../../api/schema/field-types.ts';
import type { PlannedTransfer } from './planned-payment.ts';

/** The totals of several payments, as shown for confirmation. Amounts in cents. */
export interface Totals {
  readonly count: number;
  readonly cents: number;
  /** Sorted by amount, largest first. */
  readonly payees: readonly Share[];
  readonly banks: readonly Share[];
  /** The first and last estimated settlement date (Eastern); `null` if none is known. */
  readonly settlement: { readonly earliest: IsoDate; readonly latest: IsoDate } | null;
}

/** The share of one payee or one bank account, in cents. */
export interface Share {
  readonly id: string;
  readonly name: string | null;
  readonly count: number;
  readonly cents: number;
}

/** Computes the totals. `bankNames` maps a funding source id to its display name. */
export function totalsOf(
  payments: readonly PlannedTransfer[],
  bankNames: ReadonlyMap<string, string>,
): Totals {
  return {
    count: payments.length,
    cents: sum(payments),
    payees: shares(
      payments,
      // A name in quotes equals no id.
      (payment) =>
        payment.payeeId ??
        payment.connectionId ??
        (payment.payeeName === null ? 'unknown' : JSON.stringify(payment.payeeName)),
      ([first]) => first?.payeeName ?? null,
    ),
    banks: shares(
      payments,
      (payment) => payment.fundingSourceId,
      ([first]) => bankNames.get(first?.fundingSourceId ?? '') ?? null,
    ),
    settlement: rangeOf(payments),
  };
}

function shares(
  payments: readonly PlannedTransfer[],
  idOf: (payment: PlannedTransfer) => string,
  nameOf: (group: readonly PlannedTransfer[]) => string | null,
): Share[] {
  const byId = new Map<string, PlannedTransfer[]>();
  for (const payment of payments) {
    const group = byId.get(idOf(payment));
    if (group) group.push(payment);
    else byId.set(idOf(payment), [payment]);
  }
  return [...byId]
    .map(([id, group]) => ({ id, name: nameOf(group), count: group.length, cents: sum(group) }))
    .sort((left, right) => right.cents - left.cents || (left.id < right.id ? -1 : 1));
}

const sum = (payments: readonly PlannedTransfer[]) =>
  payments.reduce((cents, payment) => cents + payment.cents, 0);

function rangeOf(payments: readonly PlannedTransfer[]): Totals['settlement'] {
  let [earliest, latest]: (IsoDate | undefined)[] = [];
  for (const { estimatedSettlementDate: date } of payments) {
    if (date === null) continue;
    if (earliest === undefined || date < earliest) earliest = date;
    if (latest === undefined || date > latest) latest = date;
  }
  return earliest === undefined || latest === undefined ? null : { earliest, latest };
}
