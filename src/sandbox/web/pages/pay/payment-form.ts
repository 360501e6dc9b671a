import { windowAt } from '../../../../contract/ach/same-day-window.ts';
import type { ClearingSpeed } from '../../../../contract/pay.ts';
import { type Field, field, type Problem, trouble } from '../form-field.ts';
import { type Html, html } from '../../html.ts';
import { dateOf } from '../../format-money.ts';
import type { Visit } from '../page-routes.ts';
import type { Typed } from './form-input.ts';

/** A form as it was sent, and what is wrong with it; as it is first shown, when nothing was sent. */
export interface Draft {
  readonly typed: Typed;
  readonly problem?: Problem | undefined;
}

export const blank: Draft = { typed: () => '' };

/** What a payer without an account fills in before choosing a bank; `first` stands before it. */
export const orderForm = (visit: Visit, { typed, problem }: Draft, first: Html): Html =>
  html`<form method="post" class="order">
    <h2>Pay by bank</h2>
    ${trouble(problem)}
    ${visit.formToken}
    ${first}
    ${field({ ...name, value: typed('payerName') }, problem)}
    ${field({ ...email, value: typed('payerEmail') }, problem)}
    <fieldset class="field">
      <legend>How fast</legend>
      ${speeds.map((it) => speedChoice(it, typed('clearingSpeed') || 'standard', visit))}
    </fieldset>
    <button class="button">Choose your bank</button>
    <p class="fine">Nothing is paid yet: you see everything once more before you pay.</p>
  </form>`;

const name: Field = { name: 'payerName', label: 'Your name or business', autocomplete: 'name' };
const email: Field = {
  name: 'payerEmail',
  label: 'E-mail',
  type: 'email',
  autocomplete: 'email',
  hint: 'So that the payee knows who paid.',
};

const speeds = ['standard', 'sameDay'] as const;

const speedChoice = (speed: ClearingSpeed, chosen: string, { world }: Visit): Html =>
  html`<label class="choice">
    <input type="radio" name="clearingSpeed" value="${speed}"${chosen === speed ? html` checked` : ''}>
    <span><strong>${speedNames[speed]}</strong> <span class="soft">${arrival(speed, world.now())}</span></span>
  </label>`;

export const speedNames: Readonly<Record<ClearingSpeed, string>> = {
  standard: 'Standard',
  sameDay: 'Same day',
};

/** When the payee should have the money, if it leaves now: by the calendar of the ACH network. */
export const arrival = (speed: ClearingSpeed, now: Date): string =>
  `should arrive by ${dateOf(windowAt(speed, now).settleAt)}`;
