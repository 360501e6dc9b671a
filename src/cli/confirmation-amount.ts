/** The money that a confirmation would move. */
export interface Stake {
  /** Integer cents; `null` if the request does not contain the amount. */
  readonly cents: number | null;
  /** Whether it is a payment run, which is always confirmed by typing the amount. */
  readonly isRun?: boolean;
  /**
   * Whether the command line gives an expectation (`--expect-amount`, `--expect-total` or `--max-total`), or the hash
   * of a signed plan replaces it.
   */
  readonly isExpected?: boolean;
}
