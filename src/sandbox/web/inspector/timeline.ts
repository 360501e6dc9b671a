/** The timeline of payments and withdrawals, and the steps that can be forced. */

import { achReturnCodes } from '../../../api/ach/return-codes.ts';
import { type AchEntryKind, canReturn } from '../../payment/returns.ts';
import { badge, statusToneOf, time } from '../format.ts';
import { type Html, html } from '../html.ts';
import { jobLabel } from './due-jobs.ts';
import { buttonForm, linkTo, type PageContext } from './page-context.ts';
import { rowsWith } from './shapes/read-rows.ts';

/** A transition that can be forced now. */
export interface ManualStep {
  readonly step: string;
  readonly label: string;
  /** The entry whose return code is to be chosen in the form, if the bank gives one. */
  readonly codesOf?: AchEntryKind;
}

/**
 * Returns a button for each step.
 *
 * `resourcePath` is the path of the record below the inspector.
 *
 * @example `payments/pmt_x`
 */
export const stepForms = (
  pageContext: PageContext,
  resourcePath: string,
  steps: readonly ManualStep[],
): Html =>
  html`<div class="steps">${steps.map(({ step, label, codesOf }) =>
    buttonForm(
      pageContext,
      `${resourcePath}/${step}`,
      html`${codesOf ? codes(step, codesOf) : ''}<button>${label}</button>`,
    ),
  )}</div>`;

const codes = (step: string, entry: AchEntryKind): Html =>
  html`<label class="unseen" for="code-${step}">Return code</label>
    <select id="code-${step}" name="code">${Object.entries(achReturnCodes)
      .filter(([code]) => canReturn(code, entry))
      .map(
        ([code, { title }]) => html`<option value="${code}">${code} ${title}</option>`,
      )}</select>`;

/** Returns the events of a record in order of time, then its scheduled jobs. */
export async function timeline(pageContext: PageContext, id: string): Promise<Html> {
  const events = await rowsWith(pageContext, 'events', ['resource_id', id], { order: 'seq' });
  const jobs = await rowsWith(pageContext, 'jobs', ['ref', id], { order: 'due_at' });
  return html`<ol class="timeline">
    ${events.map(({ id: eventId, at, type, data }) => {
      const { status } = JSON.parse(data);
      return html`<li class="${statusToneOf(status)}">${time(at)} ${badge(status)} ${linkTo(eventId, pageContext, html`<code>${type}</code>`)}</li>`;
    })}
    ${jobs.map(({ due_at, kind }) => html`<li class="due">${time(due_at)} ${jobLabel(kind)}</li>`)}
  </ol>`;
}
