/** Forms of the inspector: each calls a control. */

import { newYorkInstant } from '../../../api/ach/calendar.ts';
import { routeOf } from '../../../api/controls/control.ts';
import { type ControlName, controls } from '../../../api/controls/controls.ts';
import type { Engine } from '../../context/engine.ts';
import type { Reply } from '../../context/problem-details.ts';
import type { IncomingRequest } from '../../context/request-body.ts';
import type { RequestLog } from '../../context/request-log.ts';
import { readSetting, settings } from '../../context/settings.ts';
import { runControl } from '../../control/endpoints.ts';
import { toEvent } from '../../control/events.ts';
import { runDueJobs } from '../../jobs/run-due-jobs.ts';
import type { Webhooks } from '../../webhooks/delivery-loop.ts';
import { readForm } from '../form.ts';
import { html } from '../html.ts';
import { seeOther } from '../page.ts';
import { INSPECTOR_PATH } from '../page-paths.ts';
import { requireInspectorKey } from './access.ts';
import { withEventSummary } from './event-summary.ts';
import { faultIn } from './faults.ts';
import { plainReply } from './layout.ts';
import type { LiveUpdates } from './live-updates.ts';
import { recordAt } from './shapes/read-rows.ts';

export interface InspectorParts {
  readonly engine: Engine;
  readonly requestLog: RequestLog;
  readonly live: LiveUpdates;
  readonly webhooks: Webhooks;
}

/**
 * Calls the control of a form and redirects to its page, with the events it caused in the query.
 *
 * @throws {ApiError} the errors of the control, or 401 or 403 for the form
 */
export async function act(
  { control, bodyOf }: Action,
  request: IncomingRequest,
  { engine }: InspectorParts,
): Promise<Reply> {
  const form = readForm(request, await requireInspectorKey(request, engine), engine);
  if (control === 'advanceClock' && !form.has('sure')) {
    const to = Date.parse(openingOf(form.get('date') ?? '')) || Date.parse(form.get('to') ?? '');
    const days = Math.round((to - engine.now().getTime()) / DAY_MS);
    if (days > MAX_UNASKED_DAYS) return askFirst(form, days);
  }
  const news = await withEventSummary(engine.db, async () => {
    await runControl(control, { ...bodyOf(form), ...request.params }, engine);
    await runDueJobs(engine, engine.now());
  });
  return seeOther(`${backOf(form)}${news}`);
}

const DAY_MS = 24 * 3_600_000;
/** Days by which the clock moves without a question. */
const MAX_UNASKED_DAYS = 31;

/**
 * Sends an event to the webhook again, and leads back to its page.
 *
 * @throws {ApiError} 401 or 403 for the form, 404 if there is no such event
 */
export async function resend(
  request: IncomingRequest,
  { engine, webhooks }: InspectorParts,
): Promise<Reply> {
  const { db } = engine;
  readForm(request, await requireInspectorKey(request, engine), engine);
  const event = await recordAt({ db, params: request.params }, 'events');
  const webhook = await readSetting(db, settings.webhook);
  if (webhook) webhooks.resend(toEvent(event), webhook.url);
  return seeOther(`${INSPECTOR_PATH}/events/${event.id}`);
}

/** Returns the page that asks whether the clock should move so far: what it causes cannot be taken back. */
function askFirst(form: URLSearchParams, days: number): Reply {
  const fields = [...form].map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const body = html`<h1>Move the clock by ${days} days?</h1>
    <p>Everything that is due until then happens, and the clock does not go back.</p>
    <form method="post" action="${INSPECTOR_PATH}/clock/advance">${fields}
      <button class="primary" name="sure" value="yes">Move the clock</button>
      <a class="button" href="${backOf(form).slice(0, -1)}">Cancel</a></form>`;
  return plainReply(200, 'Move the clock?', body);
}

/** Returns the page of the form as the beginning of a URL that can be extended; the first page if it has none. */
function backOf(form: URLSearchParams): string {
  const back = form.get('back') ?? '';
  if (!isOfInspector(back)) return '/sandbox?';
  const { pathname, searchParams } = new URL(back, 'http://sandbox');
  for (const name of ['since', 'until', 'edit']) searchParams.delete(name);
  return `${pathname}?${searchParams}${searchParams.size > 0 ? '&' : ''}`;
}

const isOfInspector = (address: string): boolean =>
  /^\/sandbox(\/inspector\/[\w./%-]*)?(\?[^#]*)?$/.test(address) && !address.includes('..');

/** A form: its path, the control it calls, and the body it sends. */
interface Action {
  /** Path below that of the inspector. */
  readonly path: string;
  readonly control: ControlName;
  readonly bodyOf: (form: URLSearchParams) => object;
}

/** Returns a form at the path of its control, which it sends its fields to. */
const formOf = (control: ControlName): Action => ({
  path: routeOf(controls[control]).path.slice('/sandbox'.length),
  control,
  bodyOf: fieldsOf,
});

/** All forms of the inspector. The controls define their effects, and check whether they are allowed. */
export const actions: readonly Action[] = [
  { ...formOf('advanceClock'), bodyOf: advanceOf },
  { path: '/clock/mode', control: 'setClock', bodyOf: fieldsOf },
  formOf('stepPayment'),
  formOf('stepWithdrawal'),
  formOf('stepBusiness'),
  formOf('stepMicroDeposits'),
  formOf('readEmails'),
  formOf('seed'),
  { ...formOf('addFault'), bodyOf: faultIn },
  { path: '/faults/{id}/edit', control: 'replaceFault', bodyOf: faultIn },
  { path: '/faults/clear', control: 'deleteFaults', bodyOf: fieldsOf },
  { path: '/faults/{id}/clear', control: 'deleteFault', bodyOf: fieldsOf },
];

/** Returns the fields of a form that are members of its control: neither its token nor the page that it leads back to. */
function fieldsOf(form: URLSearchParams): Readonly<Record<string, string>> {
  const { formToken, back, ...fields } = Object.fromEntries(form);
  return fields;
}

/** Converts the text of a form to the body of the control: a number of days, or the opening of a date. */
function advanceOf(form: URLSearchParams) {
  const { businessDays, date, sure, ...how } = fieldsOf(form);
  if (businessDays !== undefined) return { businessDays: Number(businessDays) };
  return date === undefined ? how : { to: openingOf(date) };
}

/** Returns 9:00 Eastern Time of a date; the text itself, which the control refuses, if it is no date. */
function openingOf(text: string): string {
  const opening = newYorkInstant(text, OPENING_HOUR);
  return Number.isNaN(opening.getTime()) ? text : opening.toISOString();
}

/** The hour in Eastern Time to which a date leads: settlements and returns are at this hour. */
const OPENING_HOUR = 9;
