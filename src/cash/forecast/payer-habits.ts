import { addDays, daysBetween, easternDateOf, nextBusinessDay } from '../../api/ach/calendar.ts';
import type { Payable } from '../../api/operations/payable.ts';
import { dateIn, type IsoDate } from '../../api/schema/field-types.ts';
import { compareText } from '../../compare-text.ts';
import type { OpenPayable } from './movement.ts';

/** The number of invoices that make a habit: older ones are forgotten. */
const LAST = 6;

interface PaidInvoice {
  readonly paidAt: string;
  readonly daysLate: number;
}

/** Collects paid invoices and returns the habit of each payer. Holds at most six invoices of a payer. */
export class PayerHabits {
  readonly #paid = new Map<string, readonly PaidInvoice[]>();

  /** Adds an invoice; one without payer, due date or date of payment says nothing. */
  add(payable: Payable): void {
    const payer = payerOf(payable);
    const paidOn = easternDateOf(payable.paidAt);
    const due = dateIn(payable.dueDate);
    if (payer === undefined || paidOn === undefined || due === undefined) return;
    const daysLate = daysBetween(due, paidOn);
    const invoice = { paidAt: new Date(payable.paidAt ?? '').toISOString(), daysLate };
    const all = [...(this.#paid.get(payer) ?? []), invoice];
    this.#paid.set(payer, all.toSorted(newestFirst).slice(0, LAST));
  }

  /**
   * Returns the habit of the payer of an invoice: the median of calendar days from due date to payment, negative if early;
   * `null` if it has paid none. A half is possible.
   */
  daysLate(payable: OpenPayable): number | null {
    const paid = this.#paid.get(payerOf(payable) ?? '');
    return paid ? medianOf(paid.map(({ daysLate }) => daysLate)) : null;
  }
}

const payerOf = ({
  payerBusinessId,
  connectionId,
  payerName,
}: Pick<Payable, 'payerBusinessId' | 'connectionId' | 'payerName'>): string | undefined =>
  payerBusinessId ?? connectionId ?? payerName ?? undefined;

const newestFirst = (one: PaidInvoice, two: PaidInvoice): number =>
  compareText(two.paidAt, one.paidAt);

function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, two) => one - two);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}

/** Returns the business day on which an invoice is paid by the habit of its payer; half a day counts as a day. */
export const estimateHabitDate = (due: IsoDate, daysLate: number): IsoDate =>
  nextBusinessDay(addDays(due, Math.ceil(daysLate)));
