/** What one write to the service meant to do, and what became of it: a row as `journal list` shows it. Amounts in dollars. */
export interface Intent {
  readonly id: string;
  readonly operation: string;
  readonly outcome: 'sending' | 'not-sent' | 'rejected' | 'throttled' | 'applied' | 'unknown';
  readonly profile: string | null;
  readonly origin: string;
  /** Null where an earlier version wrote it. */
  readonly environment: string | null;
  readonly businessId: string | null;
  readonly payableId: string | null;
  readonly connectionId: string | null;
  readonly paymentId: string | null;
  readonly amount: number | null;
  readonly idempotencyKey: string;
  readonly requestId: string | null;
  readonly createdAt: string;
  /** Null when no byte of it left. */
  readonly sentAt: string | null;
  readonly settledAt: string | null;
  readonly verdict: Verdict | null;
}

/** An intent with the service's own clock at the time, by which the service's records are compared with it. */
export interface StoredIntent extends Intent {
  readonly serviceTime: string | null;
}

/** The outcome of an intent that is over. */
export type FinalOutcome = Exclude<Intent['outcome'], 'sending'>;

/** What a person found out about an intent in doubt. */
export type Verdict = 'applied' | 'not-applied';

/** A payable that an intent pays, and the payment that came of it; null while the service has named none. */
export interface PaidPayable {
  readonly payableId: string;
  readonly paymentId: string | null;
}

/** An applied intent that may be repeated, and why: a few words without names. */
export interface GuardOverride {
  readonly intentId: string;
  readonly reason: string;
}
