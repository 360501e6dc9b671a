/** The money that a yes would move. */
export interface Stake {
  /** Integer cents; null where the request does not tell them. */
  readonly cents: number | null;
  /** A run of payments: the answer is always the amount. */
  readonly isRun?: boolean;
  /** The command line said what it expects (--expect-amount, --expect-total or --max-total), or a signed plan's hash stands for it. */
  readonly isExpected?: boolean;
}
