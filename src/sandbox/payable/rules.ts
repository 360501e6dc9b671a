/** Rules of payables: status transitions, line items and details. Pure functions. */

import { ApiError } from '../../api/http/api-error.ts';
import { dollarsText, lineTotalCents } from '../../api/money.ts';
import type { LineItem, PayableStatus } from '../../api/operations/payable.ts';
import { createInvalidFieldError, readTrimmedText } from '../context/validation.ts';
import type { Row } from '../database/tables.ts';
import type { StoredLineItem } from './records.ts';

/**
 * The transitions of a payable on request; anything else is refused with 409. The specification leaves most of this
 * open.
 */
const transitions = {
  approve: { from: ['SUBMITTED'], to: 'APPROVED' },
  decline: { from: ['SUBMITTED', 'APPROVED'], to: 'DECLINED' },
  cancel: { from: ['DRAFT', 'SUBMITTED', 'APPROVED', 'SCHEDULED'], to: 'CANCELLED' },
} as const satisfies Record<string, { from: readonly PayableStatus[]; to: PayableStatus }>;

export type PayableTransition = keyof typeof transitions;

/**
 * Returns the status after the transition.
 *
 * @throws {ApiError} 409 if the payable is in another status, or if a payment is in flight: a cancellation is still
 * allowed while that payment is SCHEDULED or HELD
 */
export function payableTransitionTarget(
  name: PayableTransition,
  payable: Row<'payables'>,
): PayableStatus {
  const { from, to }: { from: readonly PayableStatus[]; to: PayableStatus } = transitions[name];
  if (!from.includes(payable.status)) {
    throw new ApiError(
      409,
      'invalid_payable_state',
      `Payable ${payable.id} is ${payable.status}: it cannot be ${participles[name]}.`,
    );
  }
  const isPending = ['SCHEDULED', 'HELD'].includes(payable.payment_status ?? '');
  const isInProgress = payable.active_payment_id !== null && !(name === 'cancel' && isPending);
  if (!isInProgress) return to;
  throw new ApiError(
    409,
    'payment_in_progress',
    `Payable ${payable.id} is being paid: it cannot be ${participles[name]}.`,
  );
}

const participles = { approve: 'approved', decline: 'declined', cancel: 'cancelled' } as const;

const MAX_LINES = 200;

/**
 * Validates line items (at most 200) and adds each total: quantity times price, exact, rounded half up to cents.
 *
 * @throws {ApiError} 422 for any other
 */
export function readLines(lines: readonly LineItem[]): StoredLineItem[] {
  if (lines.length > MAX_LINES)
    throw createInvalidFieldError(
      'invalid_line_items',
      'lineItems',
      `A payable has at most ${MAX_LINES} lines.`,
    );
  return lines.map((line, at) => {
    const field = `lineItems.${at}`;
    return {
      description: readTrimmedText(line.description, `${field}.description`, 500),
      quantity: line.quantity,
      unitPrice: line.unitPrice,
      totalCents: totalOf(line, field),
    };
  });
}

/**
 * Checks that the line totals add up to the amount.
 *
 * Passes if there are no lines.
 *
 * @throws {ApiError} 422 if not
 */
export function checkSum(cents: number, lines: readonly StoredLineItem[]): void {
  const sum = lines.reduce((total, { totalCents }) => total + totalCents, 0);
  if (lines.length === 0 || sum === cents) return;
  throw createInvalidFieldError(
    'amount_mismatch',
    'amount',
    `The lines add up to ${dollarsText(sum)}, not ${dollarsText(cents)}.`,
  );
}

/**
 * Returns memo, invoice number and due date as columns.
 *
 * Null clears a column; `undefined` leaves it out.
 */
export function readDetails(input: {
  dueDate?: string | null | undefined;
  invoiceNumber?: string | null | undefined;
  memo?: string | null | undefined;
}) {
  const { dueDate, invoiceNumber, memo } = input;
  if (memo && memo.length > 1000)
    throw createInvalidFieldError(
      'invalid_text',
      'memo',
      'memo must have at most 1000 characters.',
    );
  return {
    ...(dueDate !== undefined && { due_date: dueDate }),
    ...(invoiceNumber !== undefined && {
      invoice_number:
        invoiceNumber === null ? null : readTrimmedText(invoiceNumber, 'invoiceNumber', 64),
    }),
    ...(memo !== undefined && { memo: memo === '' ? null : memo }),
  };
}

function totalOf({ quantity, unitPrice }: LineItem, field: string): number {
  if (!(quantity > 0))
    throw createInvalidFieldError(
      'invalid_amount',
      `${field}.quantity`,
      `${field}.quantity must be more than 0.`,
    );
  if (!(unitPrice >= 0))
    throw createInvalidFieldError(
      'invalid_amount',
      `${field}.unitPrice`,
      `${field}.unitPrice must not be negative.`,
    );
  try {
    return lineTotalCents(quantity, unitPrice);
  } catch {
    throw createInvalidFieldError(
      'invalid_amount',
      field,
      `${field}: quantity and unitPrice have at most four decimals.`,
    );
  }
}
