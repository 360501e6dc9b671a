import { achReturnCodes } from '../../../contract/ach/return-codes.ts';
import type { Row } from '../../database/tables.ts';
import type { JobKind } from '../../jobs/schedule.ts';
import { badge, time } from '../format.ts';
import { type Html, html } from '../html.ts';
import { INSPECTOR_PATH } from '../page-paths.ts';
import { eventsAbout } from './events.ts';
import { formFields, type PageContext } from './page-context.ts';

/** Returns the scheduled jobs of a resource, soonest first. */
const listJobsFor = ({ db }: PageContext, ref: string): Promise<Row<'jobs'>[]> =>
  db.selectFrom('jobs').selectAll().where('ref', '=', ref).orderBy('due_at').execute();

/** Returns a description of a kind of job. */
const jobLabel = (kind: string): string => new Map(Object.entries(jobLabels)).get(kind) ?? kind;

const jobLabels: Readonly<Record<JobKind, string>> = {
  'business.review': 'Business review',
  'payable.auto_approve': 'Auto-approval check',
  'bank_account.post_micro_deposits': 'Micro-deposits post',
  'invitation.expire': 'Invitation expires',
  'payment.start': 'Scheduled payment starts',
  'payment.submit': 'Payment submitted to the ACH network',
  'payment.settle': 'Payment settles',
  'payment.fail': 'Payment fails',
  'payment.return': 'Payment returned after settlement',
  'withdrawal.submit': 'Withdrawal submitted to the bank',
  'withdrawal.settle': 'Withdrawal completes',
  'accounting.start_sync': 'Accounting sync starts',
  'accounting.finish_sync': 'Accounting sync ends',
};

/** A transition that can be forced now. */
export interface ManualStep {
  readonly step: string;
  readonly label: string;
  /** True if the bank gives a return code, to be chosen in the form. */
  readonly needsCode?: boolean;
}

/**
 * Returns a button for each step.
 *
 * `resourcePath` is the path of the resource.
 *
 * @example `payments/pmt_x`
 */
export const stepForms = (
  pageContext: PageContext,
  resourcePath: string,
  steps: readonly ManualStep[],
): Html =>
  html`<div class="steps">${steps.map(
    ({
      step,
      label,
      needsCode,
    }) => html`<form method="post" action="${INSPECTOR_PATH}/${resourcePath}/${step}">
      ${formFields(pageContext)}
      ${needsCode ? codes(step) : ''}
      <button>${label}</button>
    </form>`,
  )}</div>`;

/** Returns the events of a resource in order of time, then its scheduled jobs. */
export async function timeline(pageContext: PageContext, id: string): Promise<Html> {
  const pastEvents = await eventsAbout(id, pageContext);
  const dueJobs = await listJobsFor(pageContext, id);
  return html`<ol class="timeline">
    ${pastEvents.map(
      ({ at, type, data }) =>
        html`<li>${time(at)} ${badge(JSON.parse(data).status)} <code>${type}</code></li>`,
    )}
    ${dueJobs.map(({ due_at, kind }) => html`<li class="due">${time(due_at)} ${jobLabel(kind)}</li>`)}
  </ol>`;
}

const codes = (step: string): Html =>
  html`<label class="unseen" for="code-${step}">Return code</label>
    <select id="code-${step}" name="code">${Object.entries(achReturnCodes).map(
      ([code, { title }]) => html`<option value="${code}">${code} ${title}</option>`,
    )}</select>`;
