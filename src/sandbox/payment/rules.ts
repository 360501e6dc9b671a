/** Rules of payments: status transitions and holds. Pure functions. */

import { ApiError } from '../../api/http/api-error.ts';
import type { BusinessStatus } from '../../api/operations/business.ts';
import type { PaymentStatus } from '../../api/operations/pay.ts';
import type { Row } from '../database/tables.ts';
import { isHeldBy } from './returns.ts';

interface Move {
  readonly from: readonly PaymentStatus[];
  readonly to: PaymentStatus;
  /** Error code if this transition is refused. */
  readonly code?: string;
}

const transitions = {
  cancel: { from: ['SCHEDULED', 'HELD'], to: 'CANCELLED', code: 'payment_not_cancellable' },
  postpone: { from: ['HELD'], to: 'SCHEDULED' },
  start: { from: ['SCHEDULED'], to: 'PENDING' },
  release: { from: ['HELD'], to: 'PENDING' },
  hold: { from: ['SCHEDULED', 'PENDING'], to: 'HELD' },
  giveUp: { from: ['SCHEDULED', 'HELD', 'PENDING'], to: 'FAILED' },
  reject: { from: ['HELD'], to: 'FAILED' },
  submit: { from: ['PENDING'], to: 'PROCESSING' },
  complete: { from: ['PROCESSING'], to: 'COMPLETED' },
  fail: { from: ['PROCESSING'], to: 'FAILED' },
  return: { from: ['COMPLETED'], to: 'RETURNED' },
} as const satisfies Record<string, Move>;

export type PaymentTransition = keyof typeof transitions;

/**
 * Returns the status after the transition.
 *
 * @throws {ApiError} 409 if the payment is in another status
 */
export function paymentTransitionTarget(
  name: PaymentTransition,
  { id, status }: Pick<Row<'payments'>, 'id' | 'status'>,
): PaymentStatus {
  const { from, to, code = 'invalid_payment_state' }: Move = transitions[name];
  if (from.includes(status)) return to;
  throw new ApiError(
    409,
    code,
    `Payment ${id} is ${status}; only ${from.join(' or ')} can do this.`,
  );
}

export const canTransitionPayment = (name: PaymentTransition, status: PaymentStatus): boolean =>
  transitions[name].from.some((from) => from === status);

/** Reports whether the payer can still cancel: "Payment and invitation" of the specification. */
export const isCancellable = (status: PaymentStatus): boolean =>
  canTransitionPayment('cancel', status);

/** The statuses of a payment in flight: neither ended nor settled. */
export const activeStatuses = [
  'SCHEDULED',
  'HELD',
  'PENDING',
  'PROCESSING',
] as const satisfies readonly PaymentStatus[];

export const isActive = (status: PaymentStatus): boolean =>
  activeStatuses.some((active) => active === status);

/** The reason of a hold: a suspended payer, an unverified payee, or a review. */
export type HoldReason = 'payer_suspended' | 'payee_not_verified' | 'risk_review';

interface HoldFacts {
  readonly cents: number;
  /** The amount in cents from which a payment is held for review. */
  readonly reviewFromCents: number;
  /** Null for a payer without an account. */
  readonly payerStatus: BusinessStatus | null;
  readonly payeeStatus: BusinessStatus;
  /** The simulated behavior of the paying account. */
  readonly behavior: string | null;
}

/** Returns the reason to hold a payment that could go now, or null. */
export function holdReasonOf(facts: HoldFacts): HoldReason | null {
  const { cents, reviewFromCents, payerStatus, payeeStatus, behavior } = facts;
  // Reasons that end by themselves come first: when one has ended, the payment is checked again, and a large one is
  // still held for its review.
  if (payerStatus === 'suspended') return 'payer_suspended';
  if (payeeStatus !== 'verified') return 'payee_not_verified';
  return cents >= reviewFromCents || isHeldBy(behavior) ? 'risk_review' : null;
}
