/** The order form of payment pages. */

import * as z from 'zod/mini';
import { windowAt } from '../../../../contract/ach/cut-off.ts';
import type { ApiError } from '../../../../contract/http/api-error.ts';
import { parseAmount, toDollars } from '../../../../contract/money.ts';
import { ClearingSpeed } from '../../../../contract/pay.ts';
import { errorSummary, type FormField, formField, type Problem } from '../../form.ts';
import { dateOf } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import type { PageRequest } from '../page-routes.ts';

/** The state of a form: values and a problem. Empty when it is first shown. */
export interface OrderFormState {
  readonly typed: FormValues;
  readonly problem?: Problem | undefined;
}

/** The state of a form that was not sent yet. */
export const emptyOrderForm: OrderFormState = { typed: () => '' };

/** Returns the form of a payer without an account, before the choice of a bank. `first` is placed before its fields. */
export const orderForm = (
  pageRequest: PageRequest,
  { typed, problem }: OrderFormState,
  first: Html,
): Html =>
  html`<form method="post" class="order">
    <h2>Pay by bank</h2>
    ${errorSummary(problem)}
    ${pageRequest.formToken}
    ${first}
    ${formField({ ...name, value: typed('payerName') }, problem)}
    ${formField({ ...email, value: typed('payerEmail') }, problem)}
    <fieldset class="field">
      <legend>Speed</legend>
      ${speeds.map((speed) => speedChoice(speed, typed('clearingSpeed') || 'standard', pageRequest))}
    </fieldset>
    <button class="button">Select your bank</button>
    <p class="fine">Nothing is paid yet: you can review everything before you pay.</p>
  </form>`;

const name: FormField = { name: 'payerName', label: 'Your name or business', autocomplete: 'name' };
const email: FormField = {
  name: 'payerEmail',
  label: 'Email',
  type: 'email',
  autocomplete: 'email',
  hint: 'Shown to the payee.',
};

const speeds = ['standard', 'sameDay'] as const;

const speedChoice = (speed: ClearingSpeed, chosen: string, { context }: PageRequest): Html =>
  html`<label class="choice">
    <input type="radio" name="clearingSpeed" value="${speed}"${chosen === speed ? html` checked` : ''}>
    <span><strong>${speedNames[speed]}</strong> <span class="soft">${arrival(speed, context.now())}</span></span>
  </label>`;

/** Names of the clearing speeds. */
export const speedNames: Readonly<Record<ClearingSpeed, string>> = {
  standard: 'Standard',
  sameDay: 'Same day',
};

/** Returns the text with the estimated settlement date for a payment submitted now. */
export const arrival = (speed: ClearingSpeed, now: Date): string =>
  `estimated arrival ${dateOf(windowAt(speed, now).settleAt)}`;

/** The order of a payer, in the form of the public routes. The bank account is chosen later. */
export type OrderInput = z.output<typeof OrderInput>;
export const OrderInput = z.object({
  payerName: z.string(),
  payerEmail: z.string(),
  clearingSpeed: ClearingSpeed,
  /** Amount in dollars. */
  amount: z.optional(z.number()),
  memo: z.optional(z.string()),
});

/** Returns the value of a form field by name; `''` if it is missing. */
export type FormValues = (name: string) => string;

/** Reads an order without an amount. */
export const readOrderInput = (typed: FormValues): OrderInput => ({
  payerName: typed('payerName'),
  payerEmail: typed('payerEmail'),
  clearingSpeed: typed('clearingSpeed') === 'sameDay' ? 'sameDay' : 'standard',
});

/**
 * Reads an order with an amount in dollars and a memo.
 *
 * An amount that is not a number becomes 0, which is refused later.
 */
export const readOrderInputWithAmount = (typed: FormValues): OrderInput => ({
  ...readOrderInput(typed),
  amount: toDollars(centsTyped(typed('amount')) ?? 0),
  memo: typed('memo').trim(),
});

/** Parses an amount, also in the form `$1,250.00`. */
function centsTyped(text: string): number | undefined {
  const digits = text.trim().replace(/^\$\s*/, '');
  const isGrouped = /^\d{1,3}(,\d{3})+(\.|$)/.test(digits);
  return parseAmount(isGrouped ? digits.replaceAll(',', '') : digits);
}

/** Returns the problem with a field that an error is about; `undefined` if it is not about the input. */
export function problemOf({ code, problems }: ApiError): Problem | undefined {
  const sentence = sentences[code];
  if (sentence === undefined) return undefined;
  return { field: problems[0]?.field ?? 'clearingSpeed', sentence };
}

const sentences: Readonly<Record<string, string>> = {
  invalid_text: 'Enter your name, or the name of your business.',
  invalid_email: 'Enter an email address, such as ada@example.com.',
  invalid_amount: 'Enter an amount in dollars and cents, such as 1250.00.',
  amount_below_minimum: 'The amount is less than the minimum.',
  amount_above_maximum: 'The amount is more than the maximum.',
  same_day_limit_exceeded: 'The amount is above the same-day limit: select standard.',
};
