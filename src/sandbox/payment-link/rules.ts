/** Rules of payment links and pay-me links. Pure functions. */

import { ApiError } from '../../api/http/api-error.ts';
import type { PayableStatus } from '../../api/operations/payable.ts';
import { createInvalidFieldError } from '../context/validation.ts';
import type { Row } from '../database/tables.ts';

/** The statuses in which a payable can have a link: it is not paid. */
const linkableStatuses: readonly PayableStatus[] = ['DRAFT', 'SUBMITTED', 'APPROVED'];

/**
 * Checks that a payable can have a payment link. "Payment link" under "States and transitions" of the specification.
 *
 * @throws {ApiError} 409 if not
 */
export function checkLinkable({ id, status }: Row<'payables'>): void {
  if (linkableStatuses.includes(status)) return;
  throw new ApiError(
    409,
    'invalid_payable_state',
    `Payable ${id} is ${status}: it can no longer be paid by link.`,
  );
}

/** Reports whether a payer without an account can pay it now: submitted or approved, with no payment in flight. */
export const isPayableByLink = ({ status, active_payment_id }: Row<'payables'>): boolean =>
  (status === 'SUBMITTED' || status === 'APPROVED') && active_payment_id === null;

/** The state of the payment link of a payable, once it was issued. */
export type PaymentLinkState =
  | 'open'
  | 'inProgress'
  | 'paid'
  | 'cancelled'
  | 'declined'
  | 'disabled';

/** Returns the state of an issued payment link; that of a draft has no page. A link that its payee disabled is `disabled`, whatever else is true. */
export function paymentLinkStateOf(payable: Row<'payables'>): PaymentLinkState {
  const { status, link_enabled, link_closed_by_payment, active_payment_id } = payable;
  if (status === 'CANCELLED') return 'cancelled';
  if (status === 'DECLINED') return 'declined';
  if (link_enabled === 0) {
    return status === 'PAID' && link_closed_by_payment === 1 ? 'paid' : 'disabled';
  }
  return active_payment_id === null ? 'open' : 'inProgress';
}

/** The limits of a pay-me link in cents; null means no limit. */
export interface AmountRange {
  readonly min: number | null;
  readonly max: number | null;
}

/**
 * Checks that the minimum is not above the maximum.
 *
 * @throws {ApiError} 422 if not
 */
export function checkRange({ min, max }: AmountRange): void {
  if (min === null || max === null || min <= max) return;
  throw createInvalidFieldError(
    'invalid_range',
    'maxAmount',
    'maxAmount must not be less than minAmount.',
  );
}

/**
 * Checks that an amount in cents is within the limits. "Limits" of the specification.
 *
 * @throws {ApiError} 422 if not
 */
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
