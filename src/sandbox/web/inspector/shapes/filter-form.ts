/** The form that filters and orders a list. It works without script. */

import { type Html, html } from '../../html.ts';
import type { FilterField } from './filter.ts';
import type { ListUrl } from './pagination.ts';

/**
 * Returns the form with the problems of what was typed, and what the list is filtered by now. Filters that have no field
 * in the form stay as they are.
 */
export function filterForm(
  { pathname, filters }: ListUrl,
  fields: readonly FilterField[],
  problems: readonly (Html | string)[],
): Html {
  const others = [...filters].filter(([name]) => !fields.some((field) => field.name === name));
  const active = fields.flatMap((field) => {
    const value = filters.get(field.name);
    return value === null ? [] : [textOf(field, value)];
  });
  const isOrdered = fields.some(({ name }) => name === 'sort');
  return html`${problems.length === 0 ? '' : html`<div class="trouble" role="alert">${problems.map((it) => html`<p>${it}</p>`)}</div>`}
    <details class="filter" id="filter"${problems.length === 0 ? '' : html` open`}>
      <summary>${isOrdered ? 'Filter and sort' : 'Filter'}${active.length === 0 ? '' : html`: <span class="active">${active.join(' · ')}</span>`}</summary>
      <form action="${pathname}" autocomplete="off">${others.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
        ${fields.map((field) => fieldPart(field, filters.get(field.name) ?? ''))}
        <div><button class="primary">Apply</button></div>
      </form>
    </details>
    ${filters.size === 0 ? '' : html`<p class="clear"><a href="${pathname}">Clear all filters</a></p>`}`;
}

/** Returns a filter in words. The order of a list is its own. */
function textOf({ name, label, kind, choices }: FilterField, value: string): string {
  if (kind === 'tick') return label;
  const text = choices?.find(([it]) => it === value)?.[1] ?? value;
  return name === 'sort' ? text : `${label} ${text}`;
}

function fieldPart({ name, label, kind, placeholder, choices }: FilterField, value: string): Html {
  if (kind === 'tick') {
    return html`<label class="tick"><input type="checkbox" name="${name}" value="1"${value === '' ? '' : html` checked`}> ${label}</label>`;
  }
  const input =
    kind === 'choice'
      ? html`<select name="${name}">${choices?.map(([it, text]) => html`<option${it === text ? '' : html` value="${it}"`}${it === value ? html` selected` : ''}>${text}</option>`)}</select>`
      : html`<input name="${name}"${value === '' ? '' : html` value="${value}"`}${inputKind(kind)}${placeholder === undefined ? '' : html` placeholder="${placeholder}"`}>`;
  return html`<label>${label}${input}</label>`;
}

const inputKind = (kind: FilterField['kind']): Html | string =>
  kind === 'date' ? html` type="date"` : kind === 'amount' ? html` inputmode="decimal"` : '';
