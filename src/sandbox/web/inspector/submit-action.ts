/** Forms of the inspector: each calls a control. */

import type { Engine } from '../../context/engine.ts';
import type { Reply } from '../../context/problem-details.ts';
import type { IncomingRequest } from '../../context/request-body.ts';
import { controlRoutes } from '../../control/endpoints.ts';
import { runDueJobs } from '../../jobs/run-due-jobs.ts';
import { readForm } from '../form.ts';
import { seeOther } from '../page.ts';
import { requireInspectorKey } from './access.ts';
import { faultIn } from './faults.ts';
import { withEventSummary } from './layout.ts';

/** The parts that the inspector needs. */
export interface InspectorParts {
  readonly engine: Engine;
  readonly tokenTtlSeconds: number;
}

/**
 * Calls the control of a form and redirects to its page, with the events it caused in the query.
 *
 * @throws {ApiError} the errors of the control, or 401 or 403 for the form
 */
export async function act(
  { control, bodyOf }: Action,
  request: IncomingRequest,
  { engine, tokenTtlSeconds }: InspectorParts,
): Promise<Reply> {
  const form = readForm(request, await requireInspectorKey(request, engine), engine);
  const route = controlRoutes(tokenTtlSeconds).find(
    (candidate) => `${candidate.method} ${candidate.path}` === control,
  );
  if (!route) throw new Error(`There is no control ${control}.`);
  const report = await withEventSummary(engine.db, async () => {
    await route.run({ params: request.params, query: {}, body: bodyOf(form) }, engine);
    await runDueJobs(engine, engine.now());
  });
  return seeOther(`${backOf(form)}${report}`);
}

/** Returns the page of the form as the beginning of a URL that can be extended; the first page if it has none. */
function backOf(form: URLSearchParams): string {
  const returnTo = form.get('back') ?? '';
  if (!isInspectorPath(returnTo)) return '/sandbox?';
  const { pathname, searchParams } = new URL(returnTo, 'http://sandbox');
  for (const name of ['since', 'until']) searchParams.delete(name);
  return `${pathname}?${searchParams}${searchParams.size > 0 ? '&' : ''}`;
}

const isInspectorPath = (address: string): boolean =>
  /^\/sandbox(\/inspector\/[\w./%-]*)?(\?[^#]*)?$/.test(address) && !address.includes('..');

/** A form: its path, the control it calls, and the body it sends. */
interface Action {
  /** Path below `/sandbox/inspector`. */
  readonly path: string;
  readonly control: string;
  readonly bodyOf: (form: URLSearchParams) => unknown;
}

const direct = (path: string): Action => ({
  path,
  control: `POST /sandbox${path}`,
  bodyOf: fieldsOf,
});

/** All forms of the inspector. The controls define their effects, and check whether they are allowed. */
export const actions: readonly Action[] = [
  { ...direct('/clock/advance'), bodyOf: advanceOf },
  { path: '/clock/mode', control: 'PUT /sandbox/clock', bodyOf: fieldsOf },
  direct('/payments/{id}/submit'),
  direct('/payments/{id}/complete'),
  direct('/payments/{id}/fail'),
  direct('/payments/{id}/return'),
  direct('/payments/{id}/hold'),
  direct('/payments/{id}/release'),
  direct('/payments/{id}/reject'),
  direct('/withdrawals/{id}/submit'),
  direct('/withdrawals/{id}/complete'),
  direct('/withdrawals/{id}/fail'),
  direct('/businesses/{id}/verify'),
  direct('/businesses/{id}/suspend'),
  direct('/businesses/{id}/reinstate'),
  direct('/bank-accounts/{id}/micro-deposits/post'),
  { ...direct('/faults'), bodyOf: faultIn },
  { path: '/faults/clear', control: 'DELETE /sandbox/faults', bodyOf: fieldsOf },
  { path: '/faults/{id}/clear', control: 'DELETE /sandbox/faults/{id}', bodyOf: fieldsOf },
];

function fieldsOf(form: URLSearchParams): Readonly<Record<string, string>> {
  return Object.fromEntries(form);
}

/** Converts the text of a form to the numbers of the control. */
function advanceOf(form: URLSearchParams) {
  const { businessDays, ...options } = fieldsOf(form);
  return businessDays === undefined ? options : { businessDays: Number(businessDays) };
}
