/** The styles of the forms that filter and order lists. */

/** The form is closed until it is asked for; its fields are as many in a row as fit. */
export const filterCss = `
details.filter { background: var(--paper); border: 1px solid var(--line); border-radius: 10px; }
.filter summary { padding: 8px 14px; cursor: pointer; font-size: 14px; font-weight: 550; overflow-wrap: anywhere; }
.filter .active { font-weight: 400; color: var(--soft); }
.filter form { display: grid; grid-template-columns: repeat(auto-fill, minmax(170px, 1fr)); align-items: end; gap: 12px 16px; padding: 6px 14px 14px; }
.filter form > * { min-width: 0; }
.filter label { font-size: 12px; font-weight: 600; color: var(--soft); }
.filter label :is(input, select) { display: block; width: 100%; max-width: none; height: 38px; margin-top: 3px; font-weight: 400; }
.filter .tick { display: flex; align-items: center; gap: 8px; min-height: 38px; font-size: 14px; color: var(--ink); }
.filter .tick.tick input { min-height: 0; width: 18px; height: 18px; margin: 0; }
.clear { margin: -6px 2px 14px; font-size: 14px; }
.rows th a { color: inherit; }
.rows [aria-sort] a { color: var(--ink); text-decoration: none; }
[aria-sort="ascending"] a::after { content: " \\2191"; }
[aria-sort="descending"] a::after { content: " \\2193"; }
.trouble { margin: 0 0 14px; padding: 4px 16px; border: 1px solid var(--bad); border-radius: 10px; color: var(--bad); }
.trouble p { margin: 6px 0; }
.trouble a { color: inherit; }
@media (max-width: 720px) {
  .filter summary, .filter .tick { min-height: 44px; align-content: center; }
  .filter form { grid-template-columns: 1fr 1fr; gap: 10px; }
  .filter label :is(input, select) { height: 44px; padding: 7px 10px; }
  .clear a { display: inline-block; padding: 11px 0; }
}
`;
