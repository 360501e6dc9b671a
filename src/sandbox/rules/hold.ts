import type { BusinessStatus } from '../../contract/business.ts';
import { isHeldBy } from './outcome.ts';

/** Why a payment waits: its payer is suspended, its payee is not verified, or somebody has to look at it. */
export type HoldReason = 'payer_suspended' | 'payee_not_verified' | 'risk_review';

/** From 100,000.00 on somebody looks at it. */
const REVIEW_FROM_CENTS = 10_000_000;

export interface HoldFacts {
  readonly cents: number;
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
  const { cents, payerStatus, payeeStatus, behavior } = facts;
  if (payerStatus === 'suspended') return 'payer_suspended';
  if (payeeStatus !== 'verified') return 'payee_not_verified';
  return cents >= REVIEW_FROM_CENTS || isHeldBy(behavior) ? 'risk_review' : null;
}
