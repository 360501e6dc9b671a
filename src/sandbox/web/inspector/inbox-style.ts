/** The styles of the inspector's mail and requests. */

/** One line an email on a wide screen, three on a phone. */
export const inboxCss = `
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
`;
