import type { BusinessStatus } from '../../contract/business.ts';
import { isHeldBy } from './simulated-returns.ts';

/** Why a payment waits: its payer is suspended, its payee is not verified, or somebody has to look at it. */
export type HoldReason = 'payer_suspended' | 'payee_not_verified' | 'risk_review';

export interface HoldFacts {
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
