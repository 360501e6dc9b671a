import { type Html, html } from '../html.ts';
import { returnCodes } from '../../payment/simulated-returns.ts';
import { deedOf, dueFor } from './upcoming-jobs.ts';
import { eventsAbout } from './events.ts';
import { formFields, type Look, ROOM } from './page-context.ts';
import { badge, time } from '../format.ts';

/** A step that something can be made to take at once. */
export interface Step {
  readonly step: string;
  readonly label: string;
  /** Whether the bank gives a reason, which is to be chosen. */
  readonly needsCode?: boolean;
}

/** A button for each step; `of` is whose steps they are: `payments/pmt_…`. */
export const stepForms = (look: Look, of: string, steps: readonly Step[]): Html =>
  html`<div class="steps">${steps.map(
    ({ step, label, needsCode }) => html`<form method="post" action="${ROOM}/${of}/${step}">
      ${formFields(look)}
      ${needsCode ? codes(step) : ''}
      <button>${label}</button>
    </form>`,
  )}</div>`;

/** The states that something has been in, in order of time, and below what is due to happen. */
export async function timeline(look: Look, id: string): Promise<Html> {
  const been = await eventsAbout(id, look);
  const due = await dueFor(look, id);
  return html`<ol class="timeline">
    ${been.map(
      ({ at, type, data }) =>
        html`<li>${time(at)} ${badge(JSON.parse(data).status)} <code>${type}</code></li>`,
    )}
    ${due.map(({ due_at, kind }) => html`<li class="due">${time(due_at)} ${deedOf(kind)}</li>`)}
  </ol>`;
}

const codes = (step: string): Html =>
  html`<label class="unseen" for="code-${step}">Return code</label>
    <select id="code-${step}" name="code">${Object.entries(returnCodes).map(
      ([code, meaning]) => html`<option value="${code}">${code} ${meaning}</option>`,
    )}</select>`;
