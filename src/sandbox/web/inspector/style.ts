/** The stylesheet of the inspector. */

import { baseStyles } from '../pages/style.ts';

/** The styles, in the colors of the other pages: dense tables on a wide screen, a card for each row on a phone. */
export const css = `${baseStyles}:root { --wary: #7d4a00; --wary-tint: #fdf0d9; --calm: #44515e; --calm-tint: #e9edf1; }
@media (prefers-color-scheme: dark) {
  :root { --wary: #f2c173; --wary-tint: #3c2c10; --calm: #c0ccd8; --calm-tint: #2a3643; }
}
.inspector { font-size: 15px; }
*, ::before { box-sizing: border-box; }
.inspector { display: grid; grid-template: auto 1fr / 172px minmax(0, 1fr); max-width: 1400px; min-height: 100vh; margin: 0 auto; }
.inspector > header { grid-column: 1 / -1; display: grid; grid-template-columns: 1fr auto; align-items: center; gap: 4px 14px; padding: 8px 20px; border-bottom: 1px solid var(--line); }
.inspector > main { padding: 0 20px 64px; min-width: 0; outline: 0; }
.inspector:not(:has(.rooms)) > main { grid-column: 1 / -1; }
.skip { position: absolute; left: 8px; top: -60px; z-index: 9; padding: 10px 16px; background: var(--paper); border-radius: 7px; }
.skip:focus { top: 8px; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
h1 { font-size: 24px; line-height: 1.25; margin: 16px 0 12px; overflow-wrap: anywhere; }
h2 { font-size: 16px; margin: 30px 0 10px; }
code, pre { font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.faint, .none { color: var(--soft); }
.lead { margin: -6px 0 16px; color: var(--soft); }

.brand { display: flex; flex-wrap: wrap; align-items: baseline; gap: 2px 14px; margin: 0; }
.brand strong { font-size: 17px; letter-spacing: -.01em; }
.brand span { color: var(--soft); font-size: 14px; }
.brand .live:not(:empty)::before { content: "● "; }
.rows .new { animation: arrival 2s; }
@keyframes arrival { from { background: var(--busy-tint); } }
@media (prefers-reduced-motion: reduce) { .rows .new { animation: none; } }
.search { flex-wrap: nowrap; }
.search input { width: 300px; min-width: 0; }
.rooms { padding: 10px 4px 40px 12px; font-size: 14px; }
.rooms .group { display: block; margin: 12px 8px 1px; font-size: 12px; font-weight: 600; color: var(--soft); }
.rooms a { display: block; padding: 5px 8px; border-radius: 6px; color: var(--ink); text-decoration: none; white-space: nowrap; }
.rooms a:hover { background: var(--calm-tint); }
.rooms a[aria-current] { font-weight: 650; background: var(--busy-tint); color: var(--busy); }

.clock { grid-column: 1 / -1; display: flex; align-items: center; gap: 12px; min-width: 0; }
.clock .now { flex: 1 0 auto; margin: 0; white-space: nowrap; }
.clock strong { margin-right: 8px; font-size: 16px; font-variant-numeric: tabular-nums; }
.clock .now > span { color: var(--soft); font-size: 13px; }
.clock .next { min-width: 0; }
.clock .next button { max-width: 100%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.clock small { font-size: 12px; font-weight: 400; }
.menu { position: relative; }
.menu summary { list-style: none; }
.menu summary::after { content: " \\25be"; }
.menu > div { position: absolute; right: 0; top: 42px; z-index: 5; display: grid; gap: 10px; width: 310px; padding: 14px; background: var(--paper); border: 1px solid var(--edge); border-radius: 10px; box-shadow: 0 8px 28px rgb(22 32 42 / .2); }
.menu form > button:not(:only-of-type) { width: 100%; text-align: left; }
form { display: flex; flex-wrap: wrap; gap: 8px; margin: 0; align-items: center; }
button, .button, select, input:not([type="hidden"]) {
  font: inherit; font-size: 14px; line-height: 20px; min-height: 36px; padding: 7px 13px; border-radius: 7px;
  border: 1px solid var(--edge); background: var(--paper); color: var(--ink);
}
button, .button { cursor: pointer; font-weight: 550; text-decoration: none; display: inline-block; }
button:hover, .button:hover { border-color: var(--accent); color: var(--accent); }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
button.primary:hover { color: var(--on-accent); filter: brightness(1.08); }
.small.small { min-height: 28px; padding: 3px 10px; font-size: 13px; }
a.small { display: inline-flex; align-items: center; }
main .copy.copy { min-height: 20px; line-height: 14px; padding: 2px 6px; margin-left: 6px; font-size: 11px; color: var(--soft); border-color: var(--line); border-radius: 5px; vertical-align: 1px; }
@media (hover: hover) {
  .rows .copy { position: absolute; opacity: 0; }
  tr:hover .copy, .copy:focus { opacity: 1; }
}
select { max-width: 300px; }
.filter { margin: 0 0 14px; }
.steps { display: flex; flex-wrap: wrap; gap: 10px 16px; margin: 0 0 8px; }

.days ol { position: relative; flex: 1; min-width: 0; display: grid; grid: auto / auto-flow minmax(75px, 1fr); margin: 0; padding: 0 0 2px; list-style: none; overflow-x: auto; background: var(--paper); border: 1px solid var(--line); border-radius: 10px; }
.days li { display: grid; }
.days .day { min-height: 133px; padding: 8px 1px; border: 0; border-radius: 0; background: none; text-align: center; font-size: 12px; line-height: 17px; font-weight: 400; }
.days button { display: flex; flex-direction: column; align-items: center; }
.days button:hover { background: var(--busy-tint); }
.days .closed { background: var(--calm-tint); }
.days b { white-space: nowrap; font-weight: 600; }
.days b span { display: block; }
.days small { display: block; font-size: 11px; font-variant-numeric: tabular-nums; }
.days svg { display: block; width: 40px; height: 44px; margin: 3px auto; }
.days path { stroke: var(--edge); }
.sent { fill: var(--accent); background: var(--accent); }
.due { fill: var(--wary); }
.legend { margin: 8px 2px 0; font-size: 13px; }
.key { display: inline-block; width: 11px; height: 11px; border-radius: 2px; }
.key.due { background: var(--wary); margin-left: 10px; }

.happened { margin-top: 16px; padding: 10px 16px; border-radius: 10px; background: var(--paper); border: 1px solid var(--line); font-size: 14px; }
.happened ul { margin: 6px 0 0; padding: 0; list-style: none; }
.happened li { margin: 4px 0; padding-left: 10px; border-left: 4px solid var(--soft); overflow-wrap: anywhere; }
.happened .good { color: var(--good); border-color: var(--good); }
.happened .busy { color: var(--busy); border-color: var(--busy); }
.happened .wary { color: var(--wary); border-color: var(--wary); }
.happened .bad { color: var(--bad); border-color: var(--bad); }

.badge { display: inline-block; padding: 1px 8px; border-radius: 99px; font-size: 12px; line-height: 19px; font-weight: 600; letter-spacing: .02em; color: var(--calm); background: var(--calm-tint); white-space: nowrap; }
.badge.good { color: var(--good); background: var(--good-tint); }
.badge.busy { color: var(--busy); background: var(--busy-tint); }
.badge.wary { color: var(--wary); background: var(--wary-tint); }
.badge.bad { color: var(--bad); background: var(--bad-tint); }

.counts { display: flex; flex-wrap: wrap; gap: 8px; margin: 0 0 18px; padding: 0; list-style: none; }
.counts a { display: block; padding: 7px 13px; border: 1px solid var(--line); border-radius: 9px; background: var(--paper); color: var(--soft); text-decoration: none; font-size: 12px; font-weight: 600; letter-spacing: .03em; }
.counts a span { display: block; font-size: 19px; line-height: 24px; letter-spacing: 0; color: var(--ink); font-variant-numeric: tabular-nums; }
.counts a:hover { border-color: var(--accent); }
.counts a[aria-current] { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); color: var(--ink); }

.rows { width: 100%; border-collapse: separate; border-spacing: 0; background: var(--paper); border: 1px solid var(--line); border-radius: 10px; font-size: 13.5px; }
.rows th { text-align: left; font-size: 12px; font-weight: 600; color: var(--soft); padding: 8px 10px; border-bottom: 1px solid var(--line); white-space: nowrap; }
.rows td.name { max-width: 215px; }
.rows td { max-width: 190px; padding: 8px 10px; border-bottom: 1px solid var(--line); vertical-align: baseline; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.rows td.name:not(:has(a)) { max-width: none; white-space: normal; }
.rows td.text { max-width: 145px; }
.rows td.wide { max-width: 300px; }
.rows td.name:has(code) { max-width: 460px; }
.rows td:has(.lines) { max-width: none; }
.rows tbody tr { position: relative; }
.rows td.name a::after { content: ""; position: absolute; inset: 0; }
.rows :is(td:not(.name) a, button:not(.copy)) { position: relative; z-index: 1; }
.rows .copy { z-index: 1; }
.rows tbody tr:has(td.name a):hover { background: var(--tint); }
.rows tr:last-child td { border-bottom: 0; }
.rows .figure { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.rows .name { font-weight: 550; }
.rows time, .timeline time { white-space: nowrap; font-variant-numeric: tabular-nums; }
.command { display: inline-block; padding: 3px 8px; background: var(--paper); border: 1px solid var(--line); border-radius: 8px; }
.empty { margin: 0; padding: 18px; background: var(--paper); border: 1px dashed var(--line); border-radius: 10px; color: var(--soft); }
section.empty { display: grid; gap: 12px; justify-items: start; }
.empty p { margin: 0; }
.steps.below { margin-top: 12px; }
.lines { margin: 0; padding: 0; list-style: none; }
.lines li { display: grid; grid-template-columns: 1fr 92px 92px; gap: 0 12px; font-variant-numeric: tabular-nums; }
.lines li > :not(:first-child) { text-align: right; }
.lines li[aria-hidden] { font-size: 12px; color: var(--soft); }
@media (min-width: 721px) { .rows tr:not(:first-child) .lines li[aria-hidden] { display: none; } }

.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(240px, 1fr)); gap: 1px; margin: 0; background: var(--paper); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
.facts div { padding: 9px 14px; box-shadow: 0 0 0 1px var(--line); }
.facts dt { font-size: 12px; color: var(--soft); }
.facts dd { margin: 0; font-size: 14px; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.timeline { list-style: none; margin: 0; padding: 14px 18px; background: var(--paper); border: 1px solid var(--line); border-radius: 10px; }
.timeline li { position: relative; padding: 4px 0 4px 20px; display: flex; flex-wrap: wrap; gap: 0 12px; align-items: baseline; }
.timeline li::before { content: ""; position: absolute; left: 0; top: 12px; width: 9px; height: 9px; border-radius: 50%; background: var(--accent); }
.timeline .good::before { background: var(--good); }
.timeline .wary::before { background: var(--wary); }
.timeline .bad::before { background: var(--bad); }
.timeline li.due { color: var(--soft); }
.timeline li.due::before { background: var(--paper); border: 2px solid var(--soft); }
.verdict { margin: 0 0 14px; padding: 4px 18px 14px; background: var(--paper); border: 1px solid var(--line); border-left: 4px solid var(--good); border-radius: 10px; }
.verdict.bad { border-left-color: var(--bad); }
.verdict h2 { margin: 10px 0 8px; }
.verdict small { color: var(--soft); font-weight: 400; margin-left: 8px; }
.verdict ul { columns: 2 420px; column-gap: 32px; margin: 0; padding: 0; list-style: none; font-size: 14px; }
.verdict li { padding: 2px 0; break-inside: avoid; }
.letter { white-space: pre-wrap; overflow-wrap: anywhere; margin-top: 16px; padding: 20px; background: var(--paper); border: 1px solid var(--line); border-radius: 10px; }
.pager { display: flex; justify-content: space-between; margin: 14px 2px; }
.pager a { padding: 8px 0; }

@media (max-width: 720px) {
  .inspector, .inspector > header { display: block; }
  .inspector > header { padding: 8px 12px; }
  .inspector > main { padding: 0 12px 48px; }
  button, .button, select, input:not([type="hidden"]), .small.small { min-height: 44px; }
  summary.button { padding-top: 11px; }
  .search { margin: 8px 0; }
  .search input { flex: 1; }
  .rooms { display: flex; padding: 0 6px; overflow-x: auto; border-bottom: 1px solid var(--line); scrollbar-width: none; }
  .rooms div { display: contents; }
  .rooms .group { display: none; }
  .rooms a { padding: 12px 8px; border-radius: 0; }
  .clock { flex-wrap: wrap; gap: 6px; }
  .clock button, .clock .button { padding-inline: 10px; }
  .clock strong { display: block; margin: 0; font-size: 13px; line-height: 17px; }
  .clock time span { display: block; font-size: 13px; color: inherit; }
  .lines li { grid-template-columns: 1fr 1fr; padding-bottom: 6px; }
  .lines li > :first-child { grid-column: 1 / -1; }
  .lines li[aria-hidden] > :first-child { display: none; }
  .clock .now > span { display: none; }
  .clock .next, .menu summary { flex: none; white-space: nowrap; }
  .clock .next button { max-width: none; }
  .clock .next small { display: none; }
  .brand span:not(.live) { display: none; }
  .counts { display: grid; grid-template-columns: repeat(auto-fill, minmax(100px, 1fr)); }
  .counts a { min-height: 44px; }
  .rows, .rows tbody, .rows tr, .rows td { display: block; }
  .rows { background: none; border: 0; }
  .rows thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .rows tr { background: var(--paper); border: 1px solid var(--line); border-radius: 10px; padding: 8px 14px; margin-bottom: 10px; }
  .rows td:is(.name, .text, .wide) { max-width: none; }
  .rows td { max-width: none; border: 0; padding: 4px 0; display: flex; white-space: normal; overflow: visible; align-items: baseline; gap: 0 8px; text-align: right; overflow-wrap: anywhere; }
  .rows td::before { content: attr(data-label); color: var(--soft); font-size: 13px; text-align: left; flex: none; margin-right: auto; font-weight: 400; }
  .rows td.name { display: block; font-size: 16px; text-align: left; padding: 6px 0; }
  .rows td.name::before { content: none; }
  .rows td.wide { display: block; text-align: left; }
  .rows td.wide::before { display: block; }
  .rows td:has(> .none) { display: none; }
  .facts { grid-template-columns: 1fr; }
  .facts div { display: flex; align-items: baseline; justify-content: space-between; gap: 16px; }
  .facts dt { flex: none; }
  .facts dd { text-align: right; }
}

@media (max-width: 360px) {
  .clock .now { flex-basis: 100%; }
  .clock time span { display: inline; }
  .clock .next, .clock .next button { flex: 1; }
}

@media print {
  .inspector > header, .rooms, .skip, .steps, .filter, .counts, .pager, .copy, .happened, .unread-bar, main form { display: none; }
  .inspector { display: block; }
  .rows td { white-space: normal; }
}

/* Mail and requests: one line an email on a wide screen, three on a phone. */
.inbox { margin: 0; padding: 0; list-style: none; background: var(--paper); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; font-size: 14px; }
.inbox li + li { border-top: 1px solid var(--line); }
.inbox a { position: relative; display: grid; grid-template-columns: minmax(120px, 220px) 1fr auto; gap: 0 18px; padding: 10px 14px 10px 28px; color: inherit; text-decoration: none; }
.inbox a:hover { background: var(--tint); }
.inbox a:focus-visible { outline-offset: -3px; }
.inbox a > span, .inbox time { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.inbox .to, .inbox time, .inbox .preview { color: var(--soft); }
.inbox time { font-variant-numeric: tabular-nums; }
.inbox .preview::before { content: " — "; }
.inbox .unread { background: var(--tint); }
.inbox .unread .subject { font-weight: 650; }
.inbox .unread a::before { content: ""; position: absolute; left: 12px; top: 17px; width: 8px; height: 8px; border-radius: 50%; background: var(--accent); }
.unread-bar { justify-content: flex-end; margin: -6px 0 10px; font-size: 14px; color: var(--soft); }
.unread-count { position: relative; display: inline-block; min-width: 18px; padding: 0 5px; border-radius: 99px; background: var(--accent); color: var(--on-accent); font-size: 12px; line-height: 18px; font-weight: 600; text-align: center; }
.mail-bar { display: flex; flex-wrap: wrap; align-items: center; gap: 10px 20px; margin: 16px 0; }
.parts { display: flex; margin-left: auto; }
.parts a { padding: 7px 14px; border: 1px solid var(--edge); font-size: 14px; line-height: 20px; text-decoration: none; }
.parts a:first-child { border-radius: 7px 0 0 7px; border-right: 0; }
.parts a:last-child { border-radius: 0 7px 7px 0; }
.parts a[aria-current] { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
a.primary, a.primary:hover { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.letter-frame { display: block; box-sizing: border-box; width: 100%; border: 1px solid var(--line); border-radius: 10px; }
.records { display: flex; flex-wrap: wrap; gap: 6px 24px; margin: 0; padding: 0; list-style: none; }
@media (max-width: 720px) {
  .inbox a { grid-template-columns: 1fr auto; padding: 11px 14px 11px 28px; }
  .inbox .what { grid-row: 2; grid-column: 1 / -1; }
  .inbox .preview { display: block; overflow: hidden; text-overflow: ellipsis; }
  .inbox .preview::before { content: none; }
  .mail-bar > .button { flex: 1; text-align: center; min-height: 44px; padding-top: 11px; }
  .parts a { padding: 11px 14px; }
}

/* Charts: shapes take the colors of the page, light and dark. */
.picture { display: block; max-width: none; }
.state-bar { width: 100%; height: 14px; margin: 0 0 10px; border-radius: 7px; }
.picture .DRAFT { fill: var(--edge); } .picture .SUBMITTED { fill: var(--accent); } .picture .APPROVED { fill: #3c8f8a; }
.picture .SCHEDULED { fill: #8a6bbf; } .picture .PAID { fill: var(--good); } .picture .DECLINED { fill: var(--bad); } .picture .CANCELLED { fill: var(--wary); }
.counts a { position: relative; }
.state { position: absolute; right: 9px; top: 9px; width: 9px; height: 9px; }
.flow { display: grid; grid-template-columns: repeat(5, 1fr); gap: 10px; margin: 0; padding: 0; list-style: none; }
.flow li { position: relative; padding: 10px 14px 12px; background: var(--paper); border: 1px solid var(--line); border-radius: 10px; }
.flow li:not(:last-child)::after { content: "\\203a"; position: absolute; right: -9px; top: 50%; translate: 0 -50%; font-size: 22px; color: var(--soft); }
.flow span { display: block; font-size: 12px; color: var(--soft); }
.flow strong { font-size: 18px; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.flow small { font-size: 12px; color: var(--soft); }
.way li:not(.reached) { border-style: dashed; color: var(--soft); }
.way small { display: block; }
.way .reached { border-color: var(--good); }
.way .here { background: var(--good-tint); box-shadow: inset 0 0 0 1px var(--good); }
.way:has(+ .way-back) .reached { border-color: var(--line); }
.way:has(+ .way-back) .here { background: var(--bad-tint); border-color: var(--bad); box-shadow: inset 0 0 0 1px var(--bad); }
.way-back { margin: 8px 2px 0; padding: 6px 12px; border-bottom: 3px solid var(--bad); border-radius: 0 0 10px 10px; color: var(--bad); font-weight: 600; }
.flow svg { width: 100%; height: 7px; margin: 5px 0 4px; border-radius: 4px; }
.picture .rail { fill: var(--calm-tint); stroke: var(--line); }
.flow .rail { stroke: none; }
.picture .amount { fill: var(--accent); }
.chart { margin: 16px 0 0; padding: 14px; background: var(--paper); border: 1px solid var(--line); border-radius: 10px; }
.chart svg { width: 100%; height: 110px; }
.picture .area { fill: var(--busy-tint); }
.picture .line { fill: none; stroke: var(--accent); stroke-width: 2; vector-effect: non-scaling-stroke; }
.picture .axis { stroke: var(--edge); vector-effect: non-scaling-stroke; }
.chart figcaption { margin-top: 8px; font-size: 14px; color: var(--soft); }
.life { display: flex; margin: 0 0 12px; padding: 8px 14px; background: var(--paper); border: 1px solid var(--line); border-radius: 10px; }
.life ul { margin: 0; padding: 0; list-style: none; font-size: 13px; color: var(--soft); }
.life li { height: 38px; line-height: 38px; padding-right: 12px; }
.life-steps { flex: 1; min-width: 0; overflow-x: auto; }
.life text { font-size: 13px; font-weight: 650; text-anchor: middle; fill: var(--on-accent); }
.life circle { fill: var(--accent); }
.life .Payer circle { fill: var(--good); }
.life .Network circle { fill: var(--calm); }
.life .Payer text, .life .Network text { fill: var(--paper); }
@media (max-width: 720px) {
  .flow { grid-template-columns: 1fr; gap: 6px; }
  .flow li { display: grid; grid-template-columns: 1fr auto; padding: 8px 14px; }
  .flow svg { grid-column: 1 / -1; }
  .flow:not(.way) small { display: none; }
  .flow strong { font-size: 15px; }
  .flow li:not(:last-child)::after { content: none; }
}

/* The form of filters is closed until it is asked for; its fields are as many in a row as fit. */
details.filter, .order { background: var(--paper); border: 1px solid var(--line); border-radius: 10px; }
.filter summary { padding: 8px 14px; cursor: pointer; font-size: 14px; font-weight: 550; overflow-wrap: anywhere; }
.filter .active { font-weight: 400; color: var(--soft); }
.filter form { display: grid; grid-template-columns: repeat(auto-fill, minmax(170px, 1fr)); align-items: end; gap: 12px 16px; padding: 6px 14px 14px; }
.filter form > * { min-width: 0; }
.filter label { font-size: 12px; font-weight: 600; color: var(--soft); }
.filter label :is(input, select) { display: block; width: 100%; max-width: none; height: 38px; margin-top: 3px; font-weight: 400; }
.filter .tick { display: flex; align-items: center; gap: 8px; min-height: 38px; font-size: 14px; color: var(--ink); }
.filter .tick.tick input { min-height: 0; width: 18px; height: 18px; margin: 0; }
.order .steps { flex-wrap: nowrap; margin: 0; }
.order form { grid-template-columns: minmax(0, 2fr) 1fr 1fr auto; padding-top: 12px; }
.clear { margin: -6px 2px 14px; font-size: 13.5px; }
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
  .order label:first-of-type, .order .steps { grid-column: 1 / -1; }
  .filter label :is(input, select) { height: 44px; padding: 7px 10px; }
  .clear a { display: inline-block; padding: 11px 0; }
}
`;
