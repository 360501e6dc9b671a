/** Fault injection in the inspector. */

import { isDeepStrictEqual } from 'node:util';
import type { FaultSpec } from '../../../api/controls/faults.ts';
import type { Row } from '../../database/tables.ts';
import { parseFaultSpec, toFault } from '../../faults/fault.ts';
import { capitalized, countText } from '../format.ts';
import { type Html, html } from '../html.ts';
import { INSPECTOR_PATH } from '../page-paths.ts';
import { buttonForm, type PageContent, type PageContext } from './page-context.ts';
import { field, recordTable, type TableSpec } from './shapes/field.ts';

/** Returns the page of injected faults with their counts, and a form that adds one, or edits that of the query. */
export async function faultsPage(pageContext: PageContext): Promise<PageContent> {
  const query = pageContext.db.selectFrom('faults').selectAll();
  const rows = await query.orderBy('seq', 'desc').execute();
  const edited = rows.find(({ id }) => id === pageContext.query.get('edit'));
  return {
    title: 'Faults',
    body: html`
      <p class="lead">Faults apply to API requests, not to controls or these pages.</p>
      ${edited ? editForm(pageContext, edited) : addForm(pageContext)}
      <h2>Active faults</h2>
      ${await recordTable(pageContext, faultTable, rows)}
      ${rows.length === 0 ? '' : html`<div class="steps below">${buttonForm(pageContext, 'faults/clear', html`<button>Remove all</button>`)}</div>`}`,
  };
}

const addForm = (pageContext: PageContext): Html =>
  html`<div class="filter order">${buttonForm(
    pageContext,
    'faults',
    html`${choices()} <div><button class="primary">Add fault</button></div>`,
  )}</div>`;

const editForm = (pageContext: PageContext, fault: Row<'faults'>): Html =>
  html`<h2>Edit fault</h2><div class="filter order">${buttonForm(
    pageContext,
    `faults/${fault.id}/edit`,
    html`${choices(choicesOf(fault))}
      <div class="steps"><button class="primary">Save fault</button> <a class="button" href="${FAULTS_PATH}">Cancel</a></div>`,
  )}</div>`;

const FAULTS_PATH = `${INSPECTOR_PATH}/faults`;

/** The values of the fields of the form. */
interface FaultChoices {
  readonly effect: string;
  readonly method: string;
  readonly times: string;
}

/** Returns the fields of the form. */
const choices = (chosen?: FaultChoices): Html =>
  html`${choice('effect', 'Fault', effects, chosen?.effect)} ${choice('method', 'For requests', methods, chosen?.method)}
    ${choice('times', 'How often', timesWith(chosen?.times), chosen?.times)}`;

const choice = (
  name: string,
  label: string,
  options: readonly (readonly [string, string])[],
  chosen?: string,
) =>
  html`<label>${label}<select name="${name}">${options.map(([value, text]) => html`<option value="${value}"${value === chosen ? html` selected` : ''}>${text}</option>`)}</select></label>`;

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
  ['POST', 'that write (POST)'],
  ['GET', 'that read (GET)'],
  ['', 'all'],
] as const;

/** Returns the numbers of requests to choose from, with the one that a fault has left. */
const timesWith = (left = '1'): readonly (readonly [string, string])[] => {
  const known = [
    ['1', 'once'],
    ['3', 'three times'],
    ['', 'until removed'],
  ] as const;
  return known.some(([value]) => value === left) ? known : [[left, `${left} times`], ...known];
};

/** Returns what the form would choose for a fault; `undefined` for one that only the command line can add. */
function choicesOf({ wish, times_left }: Row<'faults'>): FaultChoices | undefined {
  const effect = chosenEffectOf(wish)?.[0];
  const { method = '', ...others } = parseFaultSpec(wish).match;
  const isOfForm = methods.some(([it]) => it === method) && Object.keys(others).length === 0;
  if (effect === undefined || !isOfForm) return undefined;
  return { effect, method, times: times_left === null ? '' : String(Math.max(1, times_left)) };
}

/** Returns the name of a fault: as it was picked, or its effect. */
function nameOf({ wish }: Row<'faults'>): string {
  return chosenEffectOf(wish)?.[1] ?? effectText(wish);
}

/** Returns the choice of the form that has exactly the effect of a fault. */
const chosenEffectOf = (wish: string) =>
  effects.find(([effect]) => {
    const chosen = JSON.stringify(faultIn(new URLSearchParams({ effect })));
    return isDeepStrictEqual(effectIn(chosen), effectIn(wish));
  });

function effectIn(wish: string): Omit<FaultSpec, 'match' | 'times'> {
  const { match: _match, times: _times, ...effect } = parseFaultSpec(wish);
  return effect;
}

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
    {
      label: 'Fault',
      kind: 'name',
      value: nameOf,
    },
    { label: 'Requests', kind: 'text', value: ({ wish }) => matchText(wish) },
    { label: 'Applied', kind: 'figure', value: ({ times_applied }) => times_applied },
    {
      ...{ label: 'Left', kind: 'figure' },
      value: (row) => (toFault(row).timesLeft === null ? 'no limit' : row.times_left),
    },
    field.moment('Since', 'created_at'),
    {
      label: 'Actions',
      value: (row, view) => {
        const name = html`<span class="unseen"> ${nameOf(row)}</span>`;
        const edit = html`<a class="button small" href="${FAULTS_PATH}?edit=${row.id}">Edit${name}</a>`;
        return html`<div class="steps">${choicesOf(row) ? edit : ''} ${buttonForm(
          view,
          `faults/${row.id}/clear`,
          html`<button class="small">Remove${name}</button>`,
        )}</div>`;
      },
    },
  ],
  empty: 'No faults are active.',
};

function effectText(wish: string): string {
  const { status, applied, drop, cut, delayMs, set, headers, body, probability } =
    parseFaultSpec(wish);
  const parts = [
    status !== undefined && `Status ${status}${applied ? ', applied all the same' : ''}`,
    drop && `connection dropped ${drop} it is applied`,
    cut !== undefined && `response cut after ${countText(cut, 'byte')}`,
    delayMs !== undefined && `${delayMs} ms delay`,
    set && `response with another ${Object.keys(set).join(', ')}`,
    headers && `response with the header ${Object.keys(headers).join(', ')}`,
    body !== undefined && 'another response body',
    probability !== undefined && `with a probability of ${probability}`,
  ];
  return capitalized(parts.filter(Boolean).join(', '));
}

function matchText(wish: string): string {
  const { method, path, operation } = parseFaultSpec(wish).match;
  return [method, operation, path].filter(Boolean).join(' ') || 'all';
}
