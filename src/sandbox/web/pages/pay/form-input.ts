import type { Refused } from '../../../../contract/http/api-error.ts';
import { parseAmount, toDollars } from '../../../../contract/money.ts';
import { ClearingSpeed } from '../../../../contract/pay.ts';
import * as z from '../../../../contract/schema/schema.ts';
import type { Problem } from '../form-field.ts';

export type Wishes = z.output<typeof Wishes>;
/** What a payer fills in, as the public routes take it; the bank account is chosen afterwards. */
export const Wishes = z.object({
  payerName: z.string(),
  payerEmail: z.string(),
  clearingSpeed: ClearingSpeed,
  /** Dollars. */
  amount: z.optional(z.number()),
  memo: z.optional(z.string()),
});

/** What was typed into the fields of a form, by their names. */
export type Typed = (name: string) => string;

export const wishesOf = (typed: Typed): Wishes => ({
  payerName: typed('payerName'),
  payerEmail: typed('payerEmail'),
  clearingSpeed: typed('clearingSpeed') === 'sameDay' ? 'sameDay' : 'standard',
});

/** The same with an amount; one that cannot be read is none, and refused as such. */
export const wishesWithAmount = (typed: Typed): Wishes => ({
  ...wishesOf(typed),
  amount: toDollars(centsTyped(typed('amount')) ?? 0),
  memo: typed('memo').trim(),
});

/** People write `$1,250.00` too. */
function centsTyped(text: string): number | undefined {
  const bare = text.trim().replace(/^\$\s*/, '');
  const isGrouped = /^\d{1,3}(,\d{3})+(\.|$)/.test(bare);
  return parseAmount(isGrouped ? bare.replaceAll(',', '') : bare);
}

/** What a refusal says of a field of the form; undefined when it is not about what was typed. */
export function problemOf({ code, problems }: Refused): Problem | undefined {
  const sentence = sentences[code];
  if (sentence === undefined) return undefined;
  return { field: problems[0]?.field ?? 'clearingSpeed', sentence };
}

const sentences: Readonly<Record<string, string>> = {
  invalid_text: 'Enter your name, or the name of your business.',
  invalid_email: 'Enter an e-mail address, such as ada@example.com.',
  invalid_amount: 'Enter an amount in dollars and cents, such as 1250.00.',
  amount_below_minimum: 'This is less than the smallest amount that can be paid here.',
  amount_above_maximum: 'This is more than the largest amount that can be paid here.',
  same_day_limit_exceeded: 'This is too much for same-day: choose standard.',
};
