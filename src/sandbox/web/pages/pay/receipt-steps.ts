/** The steps of a payment on its receipt. */

import { newYorkDate } from '../../../../api/ach/calendar.ts';
import { findReturnCode } from '../../../../api/ach/return-codes.ts';
import type { Row } from '../../../database/tables.ts';
import { dayText } from '../../format.ts';
import { type Html, html } from '../../html.ts';

/** A step of a payment: done, the current one, one to come, or one that ended the payment. */
export interface ReceiptStep {
  readonly name: string;
  /** A date, or what the step waits for. */
  readonly when: string;
  readonly state: 'done' | 'now' | 'next' | 'bad';
}

/** Returns the steps of a payment, in order: Authorized, Sent, Arrives; and what ended it. */
export function receiptSteps(payment: Row<'payments'>): readonly ReceiptStep[] {
  const { status, created_at, submitted_at, completed_at } = payment;
  const authorized = done('Authorized', created_at);
  if (status === 'HELD') {
    const review: ReceiptStep = { name: 'Held', when: 'for review', state: 'now' };
    return [authorized, review, { name: 'Arrives', when: 'after the review', state: 'next' }];
  }
  const passed = [
    authorized,
    ...(submitted_at === null ? [] : [done('Sent', submitted_at)]),
    ...(completed_at === null ? [] : [done('Arrived', completed_at)]),
  ];
  const end = endOf(payment);
  return end ? [...passed, end] : [...passed, ...stepsToCome(payment)];
}

function endOf({ failed_at, returned_at, cancelled_at }: Row<'payments'>): ReceiptStep | undefined {
  if (returned_at !== null) return { ...done('Returned', returned_at), state: 'bad' };
  if (failed_at !== null) return { ...done('Failed', failed_at), state: 'bad' };
  if (cancelled_at !== null) return { ...done('Cancelled', cancelled_at), state: 'bad' };
  return undefined;
}

function stepsToCome(payment: Row<'payments'>): readonly ReceiptStep[] {
  const { submitted_at, completed_at, submit_at, settle_at, scheduled_date } = payment;
  const sendDate = scheduled_date === null ? dayOf(submit_at) : dayText(scheduled_date);
  const arrives = { name: 'Arrives', when: dayOf(settle_at) };
  if (submitted_at === null) {
    return [
      { name: 'To be sent', when: sendDate, state: 'now' },
      { ...arrives, state: 'next' },
    ];
  }
  return completed_at === null ? [{ ...arrives, state: 'now' }] : [];
}

const dayOf = (moment: string | null): string =>
  moment === null ? 'soon' : dayText(newYorkDate(new Date(moment)));

const done = (name: string, moment: string): ReceiptStep => ({
  name,
  when: dayOf(moment),
  state: 'done',
});

/** Returns the steps as a list, in which a screen reader hears what is done and what is next. */
export const stepList = (steps: readonly ReceiptStep[]): Html =>
  html`<ol class="steps">${steps.map(
    ({ name, when, state }) =>
      html`<li class="${state}"${state === 'now' ? html` aria-current="step"` : ''}><strong>${name}</strong>
        <span>${when}</span><span class="unseen"> (${spoken[state]})</span></li>`,
  )}</ol>`;

const spoken: Readonly<Record<ReceiptStep['state'], string>> = {
  done: 'done',
  now: 'current step',
  next: 'to come',
  bad: 'ended',
};

/** A payment that ended without paying, in the words of its payer. */
interface ReturnWords {
  /** The title of the return code and the code, or the reason of a review. */
  readonly title: string;
  /** A sentence with the cause, and what to do before paying again. */
  readonly meaning: string;
}

/** Returns the words for an ACH return code, or for another failure code and its reason. */
export function returnWordsOf(code: string | null, reason: string | null): ReturnWords {
  const known = findReturnCode(code);
  if (known) {
    return { title: `${known.title} (${code})`, meaning: `${known.meaning} ${known.advice}` };
  }
  const title = reason ?? 'No reason was given';
  return { title, meaning: code === 'hold_rejected' ? REJECTED : 'Ask your bank for the reason.' };
}

const REJECTED = 'The payment was refused in a review before anything was debited.';
