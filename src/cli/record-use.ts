/** Which records a command can act on, as data: for invoice numbers, menus and completions. */

import type { PaymentPhase } from '../api/payment-phase.ts';

/** The records that a command can act on. */
export interface RecordUse {
  readonly direction?: 'sent' | 'received';
  readonly statuses?: readonly string[];
  readonly payment?: readonly PaymentPhase[];
}

/** The facts of a record that decide whether a command can act on it. */
export interface RecordFacts {
  readonly direction?: string | null | undefined;
  readonly status?: string | null | undefined;
  readonly payment?: string | undefined;
}

/** Reports whether a command can act on a record. An unknown fact excludes nothing. */
export const fits = (use: RecordUse, { direction, status, payment }: RecordFacts): boolean =>
  isAmong(use.direction && [use.direction], direction) &&
  isAmong(use.statuses, status) &&
  isAmong(use.payment, payment);

const isAmong = (accepted: readonly string[] | undefined, value: string | null | undefined) =>
  !accepted || !value || accepted.includes(value);
