/** Fault injection in the inspector. */

import type { Row } from '../../database/tables.ts';
import { parseFaultSpec, toFault } from '../../faults/fault.ts';
import { countText, time } from '../format.ts';
import { type Html, html } from '../html.ts';
import { type TableColumn, table } from '../html-table.ts';
import { INSPECTOR_PATH } from '../page-paths.ts';
import { formFields, type PageContent, type PageContext } from './page-context.ts';

/** Returns the page of injected faults with their counts, and a form for more. */
export async function faultsPage(pageContext: PageContext): Promise<PageContent> {
  const rows = await pageContext.db
    .selectFrom('faults')
    .selectAll()
    .orderBy('seq', 'desc')
    .execute();
  return {
    title: 'Faults',
    body: html`
      <p>Faults apply to API requests, not to controls or these pages.</p>
      ${orderForm(pageContext)}
      <h2>Active faults</h2>
      ${table('Faults', columnsFor(pageContext), rows, 'No faults are active.')}
      ${rows.length === 0 ? '' : clearForm(pageContext)}`,
  };
}

const orderForm = (
  pageContext: PageContext,
): Html => html`<form method="post" action="${INSPECTOR_PATH}/faults">
    ${formFields(pageContext)}
    <label for="effect">Fault</label>
    <select id="effect" name="effect">${effects.map(
      ([value, label]) => html`<option value="${value}">${label}</option>`,
    )}</select>
    <label for="method">for requests</label>
    <select id="method" name="method">${methods.map(
      ([value, label]) => html`<option value="${value}">${label}</option>`,
    )}</select>
    <label for="times">how often</label>
    <select id="times" name="times">${times.map(
      ([value, label]) => html`<option value="${value}">${label}</option>`,
    )}</select>
    <button class="primary">Add fault</button>
  </form>`;

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

const columnsFor = (pageContext: PageContext): readonly TableColumn<Row<'faults'>>[] => [
  { label: 'Fault', kind: 'name', cell: ({ wish }) => html`<code>${effectText(wish)}</code>` },
  { label: 'Requests', kind: 'text', cell: ({ wish }) => matchText(wish) },
  { label: 'Struck', kind: 'figure', cell: ({ struck }) => struck },
  {
    label: 'Left',
    kind: 'figure',
    cell: (row) => (toFault(row).timesLeft === null ? 'no end' : String(row.times_left)),
  },
  { label: 'Since', cell: ({ created_at }) => time(created_at) },
  {
    label: 'Actions',
    cell: ({ id }) => html`<form method="post" action="${INSPECTOR_PATH}/faults/${id}/clear">
        ${formFields(pageContext)}<button class="small">Remove</button>
      </form>`,
  },
];

const clearForm = (
  pageContext: PageContext,
): Html => html`<form method="post" action="${INSPECTOR_PATH}/faults/clear">
    ${formFields(pageContext)}<button>Remove all</button>
  </form>`;

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

function matchText(wish: string): string {
  const { method, path, operation } = parseFaultSpec(wish).match;
  return [method, operation, path].filter(Boolean).join(' ') || 'every one';
}
