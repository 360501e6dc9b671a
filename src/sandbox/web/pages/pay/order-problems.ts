import { SAME_DAY_MAX_CENTS } from '../../../../api/ach/cut-off.ts';
import { ApiError } from '../../../../api/http/api-error.ts';
import { readAmount, readEmail, readTrimmedText } from '../../../context/validation.ts';
import { readDetails } from '../../../payable/rules.ts';
import { checkSpeed } from '../../../payment/rules-request.ts';
import { type AmountRange, checkWithin } from '../../../payment-link/rules.ts';
import type { Problem } from '../../form.ts';
import { money } from '../../format.ts';
import type { OrderInput } from './payment-form.ts';

/** The amount that a link asks for: a fixed one in cents, or a range to choose from. */
export type AskedAmount = { readonly cents: number } | { readonly range: AmountRange };

/** Returns every problem with an order, in the order of its fields; one for each field. */
export function findOrderProblems(order: OrderInput, asked: AskedAmount): readonly Problem[] {
  const range = 'range' in asked ? asked.range : { min: null, max: null };
  const cents = 'cents' in asked ? asked.cents : Math.round((order.amount ?? 0) * 100);
  const checks: readonly (readonly [string, string, () => unknown])[] = [
    ...('range' in asked
      ? ([
          ['amount', 'Amount in dollars', () => checkWithin(range, readAmount(order.amount ?? 0))],
          ['memo', 'Purpose', () => readDetails({ memo: order.memo })],
        ] as const)
      : []),
    [
      'payerName',
      'Your name or business',
      () => readTrimmedText(order.payerName, 'payerName', 255),
    ],
    ['payerEmail', 'Email', () => readEmail(order.payerEmail, 'payerEmail')],
    ['clearingSpeed', 'Speed', () => checkSpeed(order.clearingSpeed, cents)],
  ];
  return checks.flatMap(([field, label, check]) => {
    const error = errorOf(check);
    return error ? [{ field, label, sentence: sentenceFor(error, field, range) }] : [];
  });
}

/** Returns the `ApiError` that a check throws, or `undefined`. */
export function errorOf(check: () => unknown): ApiError | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

function sentenceFor(error: ApiError, field: string, { min, max }: AmountRange): string {
  if (error.code === 'amount_below_minimum') return `Enter at least ${money(min ?? 0)}.`;
  if (error.code === 'amount_above_maximum') return `Enter at most ${money(max ?? 0)}.`;
  return sentences[field] ?? error.message;
}

const sentences: Readonly<Record<string, string>> = {
  payerName: 'Enter your name, or the name of your business: at most 255 characters.',
  payerEmail: 'Enter an email address, such as ada@example.com.',
  amount: 'Enter an amount in dollars and cents, such as 1250.00.',
  memo: 'Enter a shorter purpose.',
  clearingSpeed: `Same-day payments are at most ${money(SAME_DAY_MAX_CENTS)}: select standard.`,
};
