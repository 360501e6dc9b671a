/** The styles of the inspector's charts. */

/** Shapes take the colors of the page, light and dark. */
export const chartCss = `
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
  .flow small { display: none; }
  .flow strong { font-size: 15px; }
  .flow li:not(:last-child)::after { content: none; }
}
`;
