import { type Html, html } from './html.ts';

/** Returns a list of names and values, without those that are null or empty. */
export const facts = (
  entries: readonly (readonly [string, Html | string | number | null])[],
): Html =>
  html`<dl class="facts">${entries
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
