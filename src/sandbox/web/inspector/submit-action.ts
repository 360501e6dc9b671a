import { controlRoutes } from '../../control/routes.ts';
import type { Engine } from '../../context/engine.ts';
import type { Incoming } from '../../context/request-body.ts';
import { runDueJobs } from '../../jobs/run-due-jobs.ts';
import { readForm } from '../form.ts';
import { seeOther } from '../page.ts';
import type { Reply } from '../../context/problem-details.ts';
import { keyOf } from './access.ts';
import type { Action } from './actions.ts';
import { noting } from './event-summary.ts';

export interface InspectorParts {
  readonly engine: Engine;
  readonly tokenTtlSeconds: number;
}

/** Works the control that a button stands for, and goes back to the page with what came of it. Throws `Refused`. */
export async function act(
  { control, bodyOf }: Action,
  request: Incoming,
  { engine, tokenTtlSeconds }: InspectorParts,
): Promise<Reply> {
  const form = readForm(request, await keyOf(request, engine), engine);
  const route = controlRoutes(tokenTtlSeconds).find((it) => `${it.method} ${it.path}` === control);
  if (!route) throw new Error(`There is no control ${control}.`);
  const news = await noting(engine.db, async () => {
    await route.run({ params: request.params, query: {}, body: bodyOf(form) }, engine);
    await runDueJobs(engine, engine.now());
  });
  return seeOther(`${backOf(form)}${news}`);
}

/** Where the form stood, as the front of an address that goes on; the first page when it does not say so. */
function backOf(form: URLSearchParams): string {
  const back = form.get('back') ?? '';
  if (!isOfInspector(back)) return '/sandbox?';
  const { pathname, searchParams } = new URL(back, 'http://sandbox');
  for (const name of ['since', 'until']) searchParams.delete(name);
  return `${pathname}?${searchParams}${searchParams.size > 0 ? '&' : ''}`;
}

const isOfInspector = (address: string): boolean =>
  /^\/sandbox(\/inspector\/[\w./%-]*)?(\?[^#]*)?$/.test(address) && !address.includes('..');
