/** Intents: recorded writes and their outcomes. */

/** One write to the service and its outcome: a row of `remit journal list`. Amount in dollars, times as UTC ISO. */
export interface Intent {
  readonly id: string;
  readonly operation: string;
  readonly outcome: 'sending' | 'not-sent' | 'rejected' | 'throttled' | 'applied' | 'unknown';
  readonly profile: string | null;
  readonly origin: string;
  readonly environment: string;
  readonly businessId: string | null;
  readonly payableId: string | null;
  readonly connectionId: string | null;
  readonly paymentId: string | null;
  readonly amount: number | null;
  readonly idempotencyKey: string;
  readonly requestId: string | null;
  readonly createdAt: string;
  /** `null` if no byte of it was sent. */
  readonly sentAt: string | null;
  readonly settledAt: string | null;
  readonly verdict: Verdict | null;
  /** True if the outcome became known after the verdict and contradicts it, until a person gives another verdict. */
  readonly contradicted: boolean;
}

/** An intent with the service's clock at the time of sending (UTC ISO), for comparison with the service's records. */
export interface StoredIntent extends Intent {
  readonly serviceTime: string | null;
}

/**
 * The kind of consent that a request was sent with.
 *
 * - `prompt`: a person answered in the terminal.
 * - `yes`: `--yes` alone.
 * - `yes-expected`: `--yes` with `--expect-amount`, `--expect-total` or `--max-total`.
 * - `plan`: the hash of the plan that was applied with `--yes`.
 * - `elicitation`: a person answered in an MCP client.
 * - `token`: an MCP client returned the confirmation token of the preview; no person was asked by this program.
 */
export type Consent = 'prompt' | 'yes' | 'yes-expected' | 'plan' | 'elicitation' | 'token';

export type FinalOutcome = Exclude<Intent['outcome'], 'sending'>;

/**
 * Returns the outcome of an intent that counts. One that the sender knows beats every verdict; an unknown one is what the
 * latest verdict says, unless the verdict was recorded before the request ended.
 */
export function effectiveOutcome(
  intent: Pick<Intent, 'outcome' | 'verdict' | 'contradicted'>,
): Intent['outcome'] {
  const { outcome, verdict, contradicted } = intent;
  if (isOutcomeKnown(intent) || contradicted || verdict === null) return outcome;
  return verdict === 'applied' ? 'applied' : 'not-sent';
}

/** Reports whether the sender of a request knows its outcome. */
export const isOutcomeKnown = ({ outcome }: Pick<Intent, 'outcome'>): boolean =>
  outcome !== 'sending' && outcome !== 'unknown';

/** Reports whether an outcome agrees with a verdict that was recorded before it. */
export const upholds = (outcome: Intent['outcome'], verdict: Verdict): boolean =>
  verdict === 'applied'
    ? outcome === 'applied' || outcome === 'unknown'
    : ['not-sent', 'rejected', 'throttled'].includes(outcome);

/** The finding of a person, or of the service's records, about an unresolved intent. */
export type Verdict = 'applied' | 'not-applied';

/** The finder of an outcome: a person, or this program in the records of the service. */
export type VerdictSource = 'person' | 'records';

/** A payable that an intent pays, and the resulting payment; `null` until the service has named it. */
export interface PaidPayable {
  readonly payableId: string;
  readonly paymentId: string | null;
}

/** An applied intent that may be repeated, and the reason: a few words without names. */
export interface GuardOverride {
  readonly intentId: string;
  readonly reason: string;
}
