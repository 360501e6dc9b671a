/** Returns that the caller of a rehearsal names. */

import type { PlannedTransfer } from '../money/batches/planned-payment.ts';
import { UsageError } from '../money/errors.ts';
import type { PlanKind } from '../money/runs/plan.ts';
import { canReturn } from '../sandbox/payment/returns.ts';

/** A return: its code, whether it comes after settlement, and the payment that it is for. */
export interface WishedReturn {
  readonly code: string;
  readonly isLate: boolean;
  /** An invoice number, a payable, a reference or a row number of the plan. */
  readonly of: string;
}

/** Returns by the row of the plan that they are for. */
export type NamedReturns = ReadonlyMap<number, WishedReturn>;

/**
 * Finds the rows that returns are for.
 *
 * @throws {UsageError} If one names no row, several, or one that another return names; or a code that a bank does not
 *   return such a transfer with.
 */
export function findReturned(
  wished: readonly WishedReturn[],
  { kind, payments }: { readonly kind: PlanKind; readonly payments: readonly PlannedTransfer[] },
): NamedReturns {
  const found = new Map<number, WishedReturn>();
  for (const it of wished) {
    const row = rowOf(it, payments);
    if (found.has(row)) throw refused(`row ${row} is returned twice`);
    if (!canReturn(it.code, kind === 'withdrawal' ? 'credit' : 'debit')) {
      throw refused(`a bank does not return such a transfer with ${it.code}`);
    }
    found.set(row, it);
  }
  return found;
}

function rowOf({ of }: WishedReturn, payments: readonly PlannedTransfer[]): number {
  const [first, ...others] = payments.filter(
    ({ row, ref, payableId, invoiceNumber }) =>
      [payableId, invoiceNumber, ref].includes(of) || String(row) === of,
  );
  if (first === undefined) throw refused(`no payment of the plan is ${of}`);
  if (others.length > 0) throw refused(`${others.length + 1} payments of the plan are ${of}`);
  return first.row;
}

const refused = (why: string) =>
  new UsageError(`--return: ${why}.`, { next: ['remit run show <plan> --json'] });
