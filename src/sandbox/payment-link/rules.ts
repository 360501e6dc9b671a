import { ApiError } from '../../contract/http/api-error.ts';
import type { PayableStatus } from '../../contract/payable.ts';
import { createInvalidFieldError } from '../context/validation.ts';
import type { Row } from '../database/tables.ts';

/** There is something left to pay by link. */
const linkable: readonly PayableStatus[] = ['DRAFT', 'SUBMITTED', 'APPROVED'];

/** Whether the payable can have a payment link. Throws `ApiError` (409). "Payment link" under "States and transitions". */
export function checkLinkable({ id, status }: Row<'payables'>): void {
  if (linkable.includes(status)) return;
  throw new ApiError(
    409,
    'invalid_payable_state',
    `Payable ${id} is ${status}: it can no longer be paid by link.`,
  );
}

/** Whether a payer without an account can pay it now: sent, and with no payment under way. */
export const isPayableByLink = ({ status, active_payment_id }: Row<'payables'>): boolean =>
  (status === 'SUBMITTED' || status === 'APPROVED') && active_payment_id === null;

/** What the limits of a pay-me link let through, in cents; null is no limit. */
export interface AmountRange {
  readonly min: number | null;
  readonly max: number | null;
}

/** Throws `ApiError` (422) for a range that nothing fits into. */
export function checkRange({ min, max }: AmountRange): void {
  if (min === null || max === null || min <= max) return;
  throw createInvalidFieldError(
    'invalid_range',
    'maxAmount',
    'maxAmount must not be less than minAmount.',
  );
}

/** Whether a payer may pay so much. Throws `ApiError` (422). "Limits" of the specification. */
export function checkWithin({ min, max }: AmountRange, cents: number): void {
  if (min !== null && cents < min) {
    throw createInvalidFieldError(
      'amount_below_minimum',
      'amount',
      'amount is below the minimum of this link.',
    );
  }
  if (max !== null && cents > max) {
    throw createInvalidFieldError(
      'amount_above_maximum',
      'amount',
      'amount is above the maximum of this link.',
    );
  }
}
