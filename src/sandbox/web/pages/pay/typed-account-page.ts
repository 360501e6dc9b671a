/** The pages of payers who type the numbers of their account: the form, the wait, and the amounts. */

import { parseAmount, toDollars } from '../../../../api/money.ts';
import { verifyMicroDeposits } from '../../../bank/micro-deposits.ts';
import { readAccountNumber, readRoutingNumber } from '../../../bank/rules.ts';
import { CommittedApiError, type Reply } from '../../../context/problem-details.ts';
import type { Row } from '../../../database/tables.ts';
import { errorSummary, formField, type Problem } from '../../form.ts';
import { type Html, html } from '../../html.ts';
import { layout, seeOther } from '../../page.ts';
import type { PageRequest } from '../page-routes.ts';
import { type OpenCheckout, withOpenCheckout } from './checkout-steps.ts';
import { bankForm } from './confirm-page.ts';
import { errorOf } from './order-problems.ts';
import type { FormValues } from './payment-form.ts';
import { linkTypedAccount, postDateOf, typedAccountOf } from './typed-account.ts';

export const numbersPage = (pageRequest: PageRequest): Promise<Reply> =>
  withOpenCheckout(pageRequest, async (checkout) => numbersForm(pageRequest, checkout));

/** Links the account that was typed, and shows that its verification is awaited. */
export const enterNumbers = (typed: FormValues, pageRequest: PageRequest): Promise<Reply> =>
  withOpenCheckout(pageRequest, async (checkout) => {
    const numbers = {
      routingNumber: typed('routingNumber').replaceAll(/[\s-]/g, ''),
      accountNumber: typed('accountNumber').replaceAll(/[\s-]/g, ''),
      accountType:
        typed('accountType') === 'savings' ? ('savings' as const) : ('checking' as const),
    };
    const problems = [
      ...problemWith(routing, () => readRoutingNumber(numbers.routingNumber)),
      ...problemWith(account, () => readAccountNumber(numbers.accountNumber)),
    ];
    if (problems.length > 0) return numbersForm(pageRequest, checkout, { typed, problems });
    await linkTypedAccount(pageRequest.context, checkout, numbers);
    return seeOther(`/checkout/${checkout.key}`);
  });

/** Verifies the account by the amounts that were typed. A wrong pair costs an attempt and shows the form again. */
export const verifyAccount = (typed: FormValues, pageRequest: PageRequest): Promise<Reply> =>
  withOpenCheckout(pageRequest, async (checkout) => {
    const { context } = pageRequest;
    const bank = await typedAccountOf(context, checkout);
    if (!bank || !isPosted(bank)) return seeOther(`/checkout/${checkout.key}`);
    const fields = [firstAmount, secondAmount].map((it) => ({
      problem: { ...it, sentence: 'Enter an amount such as 0.07.' },
      cents: centsOfDeposit(typed(it.field)),
    }));
    const problems = fields.flatMap(({ cents, problem }) => (cents === undefined ? [problem] : []));
    if (problems.length > 0) return verificationPage(pageRequest, checkout, bank, problems);
    const [amount1 = 0, amount2 = 0] = fields.map(({ cents }) => toDollars(cents ?? 0));
    const wrong = await mismatchOf(() => verifyMicroDeposits(context, bank, { amount1, amount2 }));
    if (wrong === undefined) return seeOther(`/checkout/${checkout.key}`);
    const sentence = `${wrong} Nothing was paid.`;
    const counted = (await typedAccountOf(context, checkout)) ?? bank;
    const both = [firstAmount, secondAmount].map((it) => ({ ...it, sentence }));
    return verificationPage(pageRequest, checkout, counted, both);
  });

/** Returns the reason why amounts are wrong. It is not thrown, so that the transaction commits the attempt. */
async function mismatchOf(verify: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await verify();
    return undefined;
  } catch (error) {
    if (error instanceof CommittedApiError) return error.refused.message;
    throw error;
  }
}

const isPosted = ({ status, micro_status }: Row<'bank_accounts'>): boolean =>
  status === 'unverified' && micro_status === 'posted';

/** Returns the page of an account that is not verified yet: the wait, the form for the amounts, or the failure. */
export function verificationPage(
  pageRequest: PageRequest,
  { key, head }: OpenCheckout,
  bank: Row<'bank_accounts'>,
  problems: readonly Problem[] = [],
): Reply {
  const title = titleOf(bank);
  return layout({
    status: problems.length > 0 ? 422 : 200,
    title,
    body: html`${head}
      <p class="standing">Nothing was paid yet</p>
      <h1>${title}</h1>
      ${isPosted(bank) ? amountsForm(pageRequest, key, bank, problems) : waitOrFailure(bank)}
      ${bankForm(pageRequest, key, 'Select your bank instead')}
      <p class="fine"><a href="/checkout/${key}/account">Enter other account numbers</a></p>`,
  });
}

const titleOf = ({ status, micro_status }: Row<'bank_accounts'>): string => {
  if (status !== 'unverified') return 'Your account was not verified';
  return micro_status === 'posted'
    ? 'Enter the two deposits'
    : 'Waiting for the verification of your account';
};

const waitOrFailure = (bank: Row<'bank_accounts'>): Html =>
  bank.status === 'unverified'
    ? html`<p>Two small deposits, each under 10 cents, are on their way to your account ending in ${bank.last4}.
        They are expected on ${postDateOf(bank)}.</p>
      <p>When you see them, come back with the link that was emailed to you, and enter both amounts. You pay after that.</p>`
    : html`<p>The amounts for the account ending in ${bank.last4} were wrong too often. Use another account.</p>`;

const amountsForm = (
  { formToken }: PageRequest,
  key: string,
  { last4, micro_attempts }: Row<'bank_accounts'>,
  problems: readonly Problem[],
): Html =>
  html`<p>Look at the statement of your account ending in ${last4}, and enter both amounts in any order.
      ${problems.length > 0 ? '' : `Attempts left: ${micro_attempts}.`}</p>
    <form method="post" action="/checkout/${key}/verify">
      ${errorSummary(problems)}
      ${formToken}
      ${formField({ name: 'amount1', ...amountField, label: firstAmount.label }, problems)}
      ${formField({ name: 'amount2', ...amountField, label: secondAmount.label }, problems)}
      <button class="button">Verify the account</button>
    </form>`;

const amountField = { hint: 'Such as 0.07.', inputmode: 'decimal' } as const;
const firstAmount = { field: 'amount1', label: 'First deposit in dollars' };
const secondAmount = { field: 'amount2', label: 'Second deposit in dollars' };

/** Parses the amount of a deposit to cents; `undefined` unless it is from $0.01 to $0.99. */
function centsOfDeposit(text: string): number | undefined {
  const digits = text
    .trim()
    .replace(/^\$\s*/, '')
    .replace(/^\./, '0.');
  const cents = parseAmount(digits);
  return cents !== undefined && cents >= 1 && cents <= 99 ? cents : undefined;
}

const routing: Problem = {
  field: 'routingNumber',
  label: 'Routing number',
  sentence: 'Enter the nine digits of a valid routing number: check each digit.',
};
const account: Problem = {
  field: 'accountNumber',
  label: 'Account number',
  sentence: 'Enter an account number of 4 to 17 digits.',
};

const problemWith = (problem: Problem, check: () => unknown): readonly Problem[] =>
  errorOf(check) ? [problem] : [];

function numbersForm(
  pageRequest: PageRequest,
  { key, head }: OpenCheckout,
  { typed, problems }: { typed: FormValues; problems: readonly Problem[] } = {
    typed: () => '',
    problems: [],
  },
): Reply {
  const isSavings = typed('accountType') === 'savings';
  return layout({
    status: problems.length > 0 ? 422 : 200,
    title: 'Enter your account',
    body: html`${head}<h1>Enter your account</h1>
      <p>Both numbers are at the bottom of a check. We verify the account by two small deposits, which takes one business
        day. Nothing is paid yet.</p>
      <form method="post" action="/checkout/${key}/account">
        ${errorSummary(problems)}
        ${pageRequest.formToken}
        ${formField({ name: 'routingNumber', label: routing.label, value: typed('routingNumber'), hint: 'Nine digits.', inputmode: 'numeric' }, problems)}
        ${formField({ name: 'accountNumber', label: account.label, value: typed('accountNumber'), inputmode: 'numeric' }, problems)}
        <fieldset class="field"><legend>Kind of account</legend>
          <label class="choice"><input type="radio" name="accountType" value="checking"${isSavings ? '' : html` checked`}>
            <span><strong>Checking</strong></span></label>
          <label class="choice"><input type="radio" name="accountType" value="savings"${isSavings ? html` checked` : ''}>
            <span><strong>Savings</strong></span></label>
        </fieldset>
        <button class="button">Send the deposits</button>
      </form>
      ${bankForm(pageRequest, key, 'Select your bank instead')}`,
  });
}
