import * as z from 'zod/mini';
import { newYorkDate } from '../../../../api/ach/calendar.ts';
import { windowAt } from '../../../../api/ach/cut-off.ts';
import { centsOf, dollarsText, parseAmount, toDollars } from '../../../../api/money.ts';
import { ClearingSpeed } from '../../../../api/operations/pay.ts';
import { AccountHolder } from '../../../public-api/parties.ts';
import { errorSummary, type FormField, formField, type Problem } from '../../form.ts';
import { dateOf, dayText } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import type { PageRequest } from '../page-routes.ts';

/** The state of a form: values and problems. Empty when it is first shown. */
export interface OrderFormState {
  readonly typed: FormValues;
  readonly problems: readonly Problem[];
}

/** The state of a form that was not sent yet. */
export const emptyOrderForm: OrderFormState = { typed: () => '', problems: [] };

/**
 * Returns the form of a payer without an account, before the choice of a bank. `action` is the path that it is sent to.
 * `first` is beside its fields on a wide page, and above them on a phone.
 */
export const orderForm = (
  pageRequest: PageRequest,
  { typed, problems }: OrderFormState,
  { action, first = html`` }: { action: string; first?: Html },
): Html =>
  html`<form method="post" action="${action}" class="split">
    ${errorSummary(problems)}
    <div>${pageRequest.formToken}${first}</div>
    <div class="order" id="pay">
    <h2>Pay by bank</h2>
    ${formField({ ...name, value: typed('payerName') }, problems)}
    ${formField({ ...email, value: typed('payerEmail') }, problems)}
    ${holderField(typed('accountHolder') || 'business')}
    ${speedField(pageRequest, typed('clearingSpeed') || 'standard', problems)}
    <button class="button">Select your bank</button>
    <p class="ways">Or <button class="link" name="with" value="numbers">enter account numbers</button>
      or <button class="link" name="with" value="account">sign in to pay</button></p>
    <p class="fine">Nothing is paid yet: you can review everything before you pay.</p>
    </div>
  </form>`;

const name: FormField = { name: 'payerName', label: 'Your name or business', autocomplete: 'name' };
const email: FormField = {
  name: 'payerEmail',
  label: 'Email',
  type: 'email',
  autocomplete: 'email',
  hint: 'Shown to the payee.',
};

const holderField = (chosen: string): Html =>
  html`<fieldset class="field">
      <legend>Your account</legend>
      <div class="speeds">${Object.entries(holderNames).map(
        ([holder, label]) => html`<label class="choice">
          <input type="radio" name="accountHolder" value="${holder}"${chosen === holder ? html` checked` : ''}>
          <span><strong>${label}</strong></span></label>`,
      )}</div>
    </fieldset>`;

/** The holders of accounts with their names. A bank treats the debits of a consumer apart. */
export const holderNames: Readonly<Record<AccountHolder, string>> = {
  business: 'Business',
  consumer: 'Personal',
};

const speeds = ['standard', 'sameDay'] as const;

const speedField = (
  { context }: PageRequest,
  chosen: string,
  problems: readonly Problem[],
): Html => {
  const problem = problems.find(({ field }) => field === 'clearingSpeed');
  return html`<fieldset class="field" id="clearingSpeed"${problem ? html` aria-describedby="clearingSpeed-problem"` : ''}>
      <legend>Estimated arrival</legend>
      ${problem ? html`<p class="problem" id="clearingSpeed-problem">${problem.sentence}</p>` : ''}
      <div class="speeds">${speeds.map((speed) => speedChoice(speed, chosen, context.now()))}</div>
    </fieldset>`;
};

const speedChoice = (speed: ClearingSpeed, chosen: string, now: Date): Html =>
  html`<label class="choice">
    <input type="radio" name="clearingSpeed" value="${speed}"${chosen === speed ? html` checked` : ''}>
    <span><strong>${arrival(speed, now)}</strong> <span class="soft">${speedNames[speed]}</span></span>
  </label>`;

export const speedNames: Readonly<Record<ClearingSpeed, string>> = {
  standard: 'Standard',
  sameDay: 'Same day',
};

/** Returns the day on which a payment that is submitted now settles. */
const arrival = (speed: ClearingSpeed, now: Date): string =>
  dayText(newYorkDate(windowAt(speed, now).settleAt));

/** Returns the date on which a payment that is made now arrives, e.g. `March 5, 2026`. */
export const arrivalDate = (speed: ClearingSpeed, now: Date): string =>
  dateOf(windowAt(speed, now).settleAt);

/** The order of a payer, in the form of the public routes. The bank account is chosen later. */
export type OrderInput = z.output<typeof OrderInput>;
export const OrderInput = z.object({
  payerName: z.string(),
  payerEmail: z.string(),
  clearingSpeed: ClearingSpeed,
  accountHolder: AccountHolder,
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
  accountHolder: typed('accountHolder') === 'consumer' ? 'consumer' : 'business',
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

export const formValuesOf =
  ({ amount, ...order }: OrderInput): FormValues =>
  (name) =>
    name === 'amount'
      ? amount === undefined || amount === 0
        ? ''
        : dollarsText(centsOf(amount))
      : (new Map(Object.entries(order)).get(name) ?? '');
