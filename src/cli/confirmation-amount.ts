/** The amount that a person confirms, and how it may be typed. */

import { dollarsText, parseAmount } from '../api/money.ts';
import { usd } from '../render/money.ts';

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
