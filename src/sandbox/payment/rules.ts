import type { BusinessStatus } from '../../contract/business.ts';
import { ApiError } from '../../contract/http/api-error.ts';
import type { PaymentStatus } from '../../contract/pay.ts';
import type { Row } from '../database/tables.ts';
import { isHeldBy } from './simulated-returns.ts';

interface Move {
  readonly from: readonly PaymentStatus[];
  readonly to: PaymentStatus;
  /** How the refusal of this move is called. */
  readonly code?: string;
}

/** Every move that a payment can make. */
const moves = {
  cancel: { from: ['SCHEDULED', 'HELD'], to: 'CANCELLED', code: 'payment_not_cancellable' },
  postpone: { from: ['HELD'], to: 'SCHEDULED' },
  start: { from: ['SCHEDULED'], to: 'PENDING' },
  release: { from: ['HELD'], to: 'PENDING' },
  hold: { from: ['SCHEDULED', 'PENDING'], to: 'HELD' },
  giveUp: { from: ['SCHEDULED', 'HELD'], to: 'FAILED' },
  reject: { from: ['HELD'], to: 'FAILED' },
  submit: { from: ['PENDING'], to: 'PROCESSING' },
  complete: { from: ['PROCESSING'], to: 'COMPLETED' },
  fail: { from: ['PROCESSING'], to: 'FAILED' },
  return: { from: ['COMPLETED'], to: 'RETURNED' },
} as const satisfies Record<string, Move>;

export type PaymentTransition = keyof typeof moves;

/** Where the move leads. Throws `ApiError` (409) when the payment cannot make it. */
export function paymentTransitionTarget(
  name: PaymentTransition,
  { id, status }: Pick<Row<'payments'>, 'id' | 'status'>,
): PaymentStatus {
  const { from, to, code = 'invalid_payment_state' }: Move = moves[name];
  if (from.includes(status)) return to;
  throw new ApiError(
    409,
    code,
    `Payment ${id} is ${status}; only ${from.join(' or ')} can do this.`,
  );
}

/** Whether a payment in this state can make the move. */
export const canTransitionPayment = (name: PaymentTransition, status: PaymentStatus): boolean =>
  moves[name].from.some((it) => it === status);

/** Whether the payer may still call it back: "Payment and invitation" of the specification. */
export const isCancellable = (status: PaymentStatus): boolean =>
  canTransitionPayment('cancel', status);

/** Under way: neither ended nor settled. */
export const activeStatuses = [
  'SCHEDULED',
  'HELD',
  'PENDING',
  'PROCESSING',
] as const satisfies readonly PaymentStatus[];

export const isActive = (status: PaymentStatus): boolean =>
  activeStatuses.some((it) => it === status);

/** Why a payment waits: its payer is suspended, its payee is not verified, or somebody has to look at it. */
export type HoldReason = 'payer_suspended' | 'payee_not_verified' | 'risk_review';

interface HoldFacts {
  readonly cents: number;
  /** From where on somebody looks at a payment. */
  readonly reviewFromCents: number;
  /** Null for a payer without an account. */
  readonly payerStatus: BusinessStatus | null;
  readonly payeeStatus: BusinessStatus;
  /** How the account that pays behaves. */
  readonly behavior: string | null;
}

/**
 * Why a payment that could go now has to wait, or null. What clears by itself comes first: once it has, this is asked
 * again, and a large payment still waits for its review.
 */
export function holdReasonOf(facts: HoldFacts): HoldReason | null {
  const { cents, reviewFromCents, payerStatus, payeeStatus, behavior } = facts;
  if (payerStatus === 'suspended') return 'payer_suspended';
  if (payeeStatus !== 'verified') return 'payee_not_verified';
  return cents >= reviewFromCents || isHeldBy(behavior) ? 'risk_review' : null;
}
