/** Fault injection in the inspector. */

import type { Row } from '../../database/tables.ts';
import { parseFaultSpec, toFault } from '../../faults/fault.ts';
import { countText } from '../format.ts';
import { type Html, html } from '../html.ts';
import { buttonForm, type PageContent, type PageContext } from './page-context.ts';
import { field, recordTable, type TableSpec } from './shapes/field.ts';

/** Returns the page of injected faults with their counts, and a form for more. */
export async function faultsPage(pageContext: PageContext): Promise<PageContent> {
  const query = pageContext.db.selectFrom('faults').selectAll();
  const rows = await query.orderBy('seq', 'desc').execute();
  return {
    title: 'Faults',
    body: html`
      <p>Faults apply to API requests, not to controls or these pages.</p>
      ${orderForm(pageContext)}
      <h2>Active faults</h2>
      ${await recordTable(pageContext, faultTable, rows)}
      ${rows.length === 0 ? '' : buttonForm(pageContext, 'faults/clear', html`<button>Remove all</button>`)}`,
  };
}

const orderForm = (pageContext: PageContext): Html =>
  buttonForm(
    pageContext,
    'faults',
    html`${choice('effect', 'Fault', effects)} ${choice('method', 'for requests', methods)}
      ${choice('times', 'how often', times)} <button class="primary">Add fault</button>`,
  );

const choice = (name: string, label: string, choices: readonly (readonly [string, string])[]) =>
  html`<label for="${name}">${label}</label>
    <select id="${name}" name="${name}">${choices.map(([value, text]) => html`<option value="${value}">${text}</option>`)}</select>`;

const effects = [
  ['status 500', 'Server error (500), not applied'],
  ['status 503', 'Service unavailable (503), not applied'],
  ['status 429', 'Too many requests (429), not applied'],
  ['applied 502', 'Applied, but the response is an error (502)'],
  ['drop before', 'Connection dropped, not applied'],
  ['drop after', 'Applied, then connection dropped'],
  ['cut 20', 'Applied, but the response is truncated'],
  ['delayMs 3000', 'Three seconds delay'],
] as const;

const methods = [
  ['POST', 'that write'],
  ['GET', 'that only read'],
  ['', 'of every kind'],
] as const;

const times = [
  ['1', 'once'],
  ['3', 'three times'],
  ['', 'until removed'],
] as const;

/**
 * Returns the body of the control from a form.
 *
 * The effect `applied 502` is a status sent although the request was applied.
 */
export function faultIn(form: URLSearchParams): object {
  const [name = '', value = ''] = (form.get('effect') ?? '').split(' ');
  const method = form.get('method') ?? '';
  const timesText = form.get('times') ?? '';
  const effect =
    name === 'applied' ? { status: Number(value), applied: true } : { [name]: numberOr(value) };
  return {
    match: method === '' ? {} : { method },
    times: timesText === '' ? null : Number(timesText),
    ...effect,
  };
}

const numberOr = (text: string): number | string => (/^\d+$/.test(text) ? Number(text) : text);

const faultTable: TableSpec<Row<'faults'>> = {
  caption: 'Faults',
  fields: [
    { label: 'Fault', kind: 'name', value: ({ wish }) => nameOf(wish) },
    { label: 'Requests', kind: 'text', value: ({ wish }) => matchText(wish) },
    { label: 'Applied', kind: 'figure', value: ({ times_applied }) => times_applied },
    {
      ...{ label: 'Left', kind: 'figure' },
      value: (row) => (toFault(row).timesLeft === null ? 'no end' : row.times_left),
    },
    field.moment('Since', 'created_at'),
    {
      label: 'Actions',
      value: ({ id }, view) =>
        buttonForm(view, `faults/${id}/clear`, html`<button class="small">Remove</button>`),
    },
  ],
  empty: 'No faults are active.',
};

function effectText(wish: string): string {
  const { status, applied, drop, cut, delayMs, set } = parseFaultSpec(wish);
  return [
    status !== undefined && `${status}${applied ? ', though it is done' : ''}`,
    drop && `breaks ${drop} it is done`,
    cut !== undefined && `cut after ${countText(cut, 'byte')}`,
    delayMs !== undefined && `${delayMs} ms late`,
    set && `answers another ${Object.keys(set).join(', ')}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Returns the name of the choice that makes a fault like this; otherwise its effect. */
function nameOf(wish: string): string {
  const text = effectText(wish);
  const chosen = effects.find(([effect]) => {
    const form = new URLSearchParams({ effect });
    return effectText(JSON.stringify(faultIn(form))) === text;
  });
  return chosen?.[1] ?? text;
}

function matchText(wish: string): string {
  const { method, path, operation } = parseFaultSpec(wish).match;
  return [method, operation, path].filter(Boolean).join(' ') || 'every one';
}
