/** The amount that a person confirms, and how it may be typed. */

import { dollarsText, parseAmount } from '../contract/money.ts';
import { usd } from '../render/money.ts';

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

/** Default of `confirm.typeAmountAbove`, in dollars. */
const TYPE_AMOUNT_ABOVE = '10000.00';

/** Returns the cents above which the amount must be typed to confirm it. */
export const typeAmountAboveCents = ({
  typeAmountAbove = TYPE_AMOUNT_ABOVE,
}: {
  readonly typeAmountAbove: string | undefined;
}): number => parseAmount(typeAmountAbove) ?? 0;

/** Reports whether `answer` is an amount as a person may type it: `1840.00`, `1,840.00`, `1840` or `1,840`, or with `$`. */
export function isAmountTyped(answer: string, cents: number): boolean {
  const texts = [dollarsText(cents), usd(cents).replace('$', '')];
  const whole = cents % 100 === 0 ? texts.map((text) => text.replace(/\.00$/, '')) : [];
  return [...texts, ...whole].includes(answer.trim().replace(/^\$/, ''));
}
