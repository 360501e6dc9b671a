import type { Reply } from '../../context/problem-details.ts';

/** The light colors: of the screen by default, and of paper always. */
const light = `--desk: #eef1f4; --paper: #ffffff; --ink: #16202a; --soft: #52606d; --line: #d9dfe6; --edge: #7b8894;
  --accent: #0b5a9d; --accent-strong: #084776; --on-accent: #ffffff; --tint: #f3f7fb;
  --good: #0d6b3f; --good-tint: #e3f4ea; --busy: #0b5a9d; --busy-tint: #e4effa; --bad: #a51d24; --bad-tint: #fce8e8;
  --shadow: 0 1px 2px rgb(22 32 42 / .06), 0 8px 28px rgb(22 32 42 / .07);`;

/** The colors, the type and the background of all pages, light and dark. */
export const baseStyles = `
:root {
  color-scheme: light dark;
  ${light}
}
@media (prefers-color-scheme: dark) {
  :root {
    --desk: #0f151c; --paper: #18212b; --ink: #e6ecf2; --soft: #a3b1bf; --line: #2c3947; --edge: #7c8b9a;
    --accent: #7fbdf5; --accent-strong: #a5d2fa; --on-accent: #06213a; --tint: #1d2935;
    --good: #7bd8a6; --good-tint: #12352a; --busy: #8cc4f8; --busy-tint: #13304b; --bad: #ff9d9d; --bad-tint: #451d21;
    --shadow: none;
  }
}
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--desk); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
`;

/** The styles of pages for people without an account: one sheet, large type and buttons. */
const css = `${baseStyles}.desk, .desk * { box-sizing: border-box; }
.desk { max-width: 560px; min-height: 100vh; margin: 0 auto; padding: 28px 20px 40px; }
.desk :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.desk .house { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 2px 16px; margin: 0 4px 14px; }
.desk .house strong { font-size: 17px; letter-spacing: -.01em; }
.desk .house span { font-size: 14px; color: var(--soft); }
.desk .sheet { padding: 32px 36px 30px; background: var(--paper); border: 1px solid var(--line); border-radius: 14px; box-shadow: var(--shadow); }
.desk .colophon { margin: 16px 4px 0; font-size: 13px; color: var(--soft); }

.desk h1 { margin: 0; font-size: 25px; line-height: 1.25; letter-spacing: -.015em; overflow-wrap: anywhere; }
.desk h2 { margin: 0 0 14px; font-size: 18px; line-height: 1.3; }
.desk p { margin: 10px 0; overflow-wrap: anywhere; }
.desk .soft { color: var(--soft); }
.desk p.soft { margin: 2px 0; font-size: 15px; }
.desk .fine { font-size: 14px; color: var(--soft); margin: 12px 0 0; }
.desk a { color: var(--accent); text-underline-offset: 3px; }
.desk .fine a { display: inline-block; padding: 12px 0; }
.desk ul:not([class]) { margin: 10px 0 18px; padding-left: 22px; }
.desk .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.desk code { font: 14px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
.desk pre { margin: 8px 0 12px; padding: 12px 14px; background: var(--tint); border: 1px solid var(--line); border-radius: 9px; white-space: pre-wrap; }

.desk .party { display: flex; align-items: center; gap: 16px; }
.desk .portrait { flex: none; width: 52px; height: 52px; border-radius: 12px; background: var(--accent); color: var(--on-accent); font-size: 23px; font-weight: 650; display: grid; place-items: center; object-fit: contain; }
.desk img.portrait { background: none; border: 1px solid var(--line); }
.desk .party + p { margin-top: 20px; }
.desk .amount { margin: 22px 0 0; font-size: 42px; line-height: 1.1; font-weight: 680; letter-spacing: -.025em; font-variant-numeric: tabular-nums; }
.desk .due { margin: 0 0 20px; padding: 0 0 14px; border-bottom: 1px solid var(--line); font-size: 15px; color: var(--soft); }
.desk .due strong { color: var(--ink); font-variant-numeric: tabular-nums; }
.desk h1.good { color: var(--good); }
.desk h1.busy { color: var(--busy); }
.desk h1.bad { color: var(--bad); }
.desk .amount + .problem { margin-top: 4px; }
.desk .memo { margin: 16px 0 0; padding: 2px 0 2px 14px; border-left: 3px solid var(--line); white-space: pre-line; }
.desk .standing { display: inline-block; margin: 0 0 10px; padding: 2px 11px; border-radius: 99px; font-size: 13px; font-weight: 650; letter-spacing: .03em; color: var(--busy); background: var(--busy-tint); }

.desk .items { width: 100%; margin: 22px 0 0; border-collapse: collapse; font-size: 15px; }
.desk .items th { padding: 0 0 7px 12px; text-align: left; font-size: 13px; font-weight: 600; color: var(--soft); }
.desk .items td, .desk .items tfoot th { padding: 9px 0 9px 12px; border-top: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
.desk .items tr > :first-child { padding-left: 0; }
.desk .items .figure { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.desk .items tfoot th, .desk .items tfoot td { font-weight: 650; font-size: 15px; color: var(--ink); }

.desk .order { margin-top: 28px; padding-top: 26px; border-top: 1px solid var(--line); }
.desk form { margin: 0; }
.desk .field { margin: 0 0 18px; padding: 0; border: 0; min-width: 0; }
.desk .field label, .desk .field legend { display: block; padding: 0; margin: 0 0 5px; font-weight: 600; font-size: 15px; }
.desk .field label .soft { font-weight: 400; }
.desk p + form > .field:first-of-type { margin-top: 18px; }
.desk .asked { margin-top: 24px; }
.desk .money { position: relative; }
.desk .money::after { content: "$"; position: absolute; left: 16px; bottom: 0; font-size: 34px; line-height: 66px; font-weight: 650; }
.desk .money input { padding-left: 44px; height: 66px; font-size: 34px; line-height: 1.2; font-weight: 650; font-variant-numeric: tabular-nums; }
.desk .speeds { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 10px; }
.desk .hint { margin: -2px 0 6px; font-size: 14px; color: var(--soft); }
.desk .problem { margin: 0 0 6px; font-size: 15px; font-weight: 600; color: var(--bad); }
.desk input:where(:not([type="radio"], [type="checkbox"], [type="hidden"])) { display: block; width: 100%; min-height: 48px; padding: 10px 14px; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--edge); border-radius: 9px; }
.desk .field input[aria-invalid] { border: 2px solid var(--bad); }
.desk .trouble { margin: 16px 0 20px; padding: 12px 16px; border-radius: 9px; color: var(--bad); background: var(--bad-tint); }
.desk .fields { margin: 0; padding-left: 20px; }
.desk .fields a { display: inline-block; min-height: 44px; padding: 10px 0; color: inherit; }
.desk .notice { margin-top: 26px; padding: 18px 20px; border-radius: 10px; background: var(--tint); border: 1px solid var(--line); }
.desk .notice h2 { margin-bottom: 4px; }
.desk .notice p { margin: 0; }
.desk .notice p + p, .desk .notice h2 + p { margin-top: 4px; }
.desk .notice.good { color: var(--good); background: var(--good-tint); border-color: transparent; }
.desk .notice.busy { color: var(--busy); background: var(--busy-tint); border-color: transparent; }
.desk .notice.bad { color: var(--bad); background: var(--bad-tint); border-color: transparent; }
.desk .notice a { color: inherit; display: inline-block; padding: 10px 0; }
.desk .terms { margin: 24px 0 18px; padding: 16px 20px; border: 1px solid var(--line); border-radius: 10px; font-size: 14px; }
.desk .terms h2 { margin: 0; font-size: 15px; }
.desk .terms p { margin: 8px 0 0; }
.desk .tick { display: flex; align-items: center; gap: 12px; min-height: 44px; font-weight: 600; }
.desk .tick input[type="checkbox"] { flex: none; width: 20px; min-height: 20px; height: 20px; margin: 0; accent-color: var(--accent); }
.desk .minor { margin: 24px 0 6px; font-size: 15px; }
.desk .files { margin: 0; padding: 0; list-style: none; }
.desk .files a { display: inline-block; padding: 10px 0; overflow-wrap: anywhere; }
.desk .aside { margin-top: 30px; padding-top: 24px; border-top: 1px solid var(--line); }

.desk details.aside { padding-top: 8px; }
.desk summary { min-height: 44px; padding: 10px 0; box-sizing: border-box; color: var(--accent); cursor: pointer; }
.desk .find { display: flex; gap: 8px; margin: 18px 0 0; }
.desk .find .button { width: auto; margin: 0; min-height: 48px; }
.desk .choices { list-style: none; margin: 20px 0 0; padding: 0; }
.desk .choice, .desk .field label.choice { display: flex; align-items: center; gap: 13px; width: 100%; min-height: 60px; margin: 0 0 10px; padding: 10px 16px; font: inherit; font-weight: 400; text-align: left; text-decoration: none; color: inherit; background: var(--paper); border: 1px solid var(--edge); border-radius: 10px; cursor: pointer; }
.desk .choice strong { display: block; font-weight: 600; overflow-wrap: anywhere; }
.desk .choice .soft { font-size: 14px; }
.desk .choice input { flex: none; width: 20px; height: 20px; margin: 0; accent-color: var(--accent); }
.desk .choices li:nth-child(3n+2) .portrait { background: var(--good); }
.desk .choices li:nth-child(3n) .portrait { background: var(--soft); }
.desk .choice .portrait { width: 40px; height: 40px; font-size: 15px; border-radius: 10px; }
.desk .choice:hover, .desk .choice:has(:checked) { border-color: var(--accent); background: var(--tint); }
.desk .choice:has(:checked) { box-shadow: inset 0 0 0 1px var(--accent); }
.desk .choice.settled { cursor: default; border-color: var(--line); background: var(--tint); }

.desk .button { display: block; width: 100%; min-height: 50px; margin: 8px 0 0; padding: 12px 20px; font: inherit; font-weight: 650; font-size: 17px; color: var(--on-accent); background: var(--accent); border: 1px solid var(--accent); border-radius: 10px; cursor: pointer; }
.desk a.button { text-align: center; text-decoration: none; color: var(--on-accent); }
.desk .button:hover { background: var(--accent-strong); border-color: var(--accent-strong); }
.desk .button.plain { color: var(--accent); background: none; border-color: var(--edge); font-weight: 600; font-size: 16px; }
.desk .button.plain:hover { background: var(--tint); }
.desk .ways { margin: 8px 0 0; text-align: center; color: var(--soft); }
.desk .ways + .fine { margin-top: 0; text-align: center; }
.desk .bar { position: sticky; bottom: 0; display: flex; align-items: center; justify-content: space-between; gap: 20px; margin: 20px -36px 0; padding: 10px 36px; background: var(--paper); border-top: 1px solid var(--line); font-size: 20px; font-variant-numeric: tabular-nums; }
.desk .bar .button { width: auto; min-width: 140px; margin: 0; }
.desk .link { min-height: 44px; padding: 10px 0; font: inherit; color: var(--accent); background: none; border: 0; text-decoration: underline; text-underline-offset: 3px; cursor: pointer; }

.desk .facts { margin: 24px 0; padding: 0; }
.desk .facts div { display: flex; gap: 4px 20px; justify-content: space-between; padding: 10px 0; border-top: 1px solid var(--line); }
.desk .facts div:last-child { border-bottom: 1px solid var(--line); }
.desk .facts dt { flex: none; color: var(--soft); }
.desk .facts dd { margin: 0; text-align: right; text-wrap: balance; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.desk .mask { white-space: nowrap; }

.desk .steps + .screen { margin-top: 22px; }
.desk .steps { display: flex; margin: 26px 0 0; padding: 0; list-style: none; font-size: 14px; }
.desk .steps li { flex: 1 1 auto; position: relative; padding: 22px 8px 0 0; color: var(--soft); white-space: nowrap; }
.desk .steps li:last-child { flex: none; padding-right: 0; text-align: right; }
.desk .steps li::before { content: ""; position: absolute; top: 2px; left: 0; width: 8px; height: 8px; border: 2px solid var(--edge); border-radius: 99px; }
.desk .steps li::after { content: ""; position: absolute; top: 7px; left: 18px; right: 6px; border-top: 2px solid var(--line); }
.desk .steps li:last-child::after { left: -6px; right: 18px; }
.desk .steps li:last-child::before { left: auto; right: 0; }
.desk .steps strong, .desk .steps span:not(.unseen) { display: block; }
.desk .steps .done strong, .desk .steps .now strong { color: var(--ink); }
.desk .steps .done::before { background: var(--good); border-color: var(--good); }
.desk .steps .done::after { border-color: var(--good); }
.desk .steps .now::before { background: var(--busy); border-color: var(--busy); }
.desk .steps .bad, .desk .steps .bad strong { color: var(--bad); }
.desk .steps .bad::before { background: var(--bad); border-color: var(--bad); }

@media (min-width: 900px) {
  .desk:has(.split) { max-width: 1080px; }
  .desk .split { display: grid; grid-template-columns: minmax(0, 1fr) 410px; column-gap: 48px; }
  .desk .split .order { margin: 0; padding: 0 0 0 48px; border: 0; border-left: 1px solid var(--line); }
  .desk .split > .trouble { grid-column: 1 / -1; margin-top: 0; }
  .desk .bar { display: none; }
}
@media (max-width: 480px) {
  .desk { padding: 16px 12px 32px; }
  .desk .sheet { padding: 24px 20px 22px; }
  .desk .bar { margin: 20px -20px 0; padding: 10px 20px; }
  .desk .steps { font-size: 12px; }
  .desk .amount { font-size: 36px; }
  .desk .items, .desk .items tbody, .desk .items tfoot { display: block; }
  .desk .items thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .desk .items tbody tr { display: grid; grid-template-columns: auto auto 1fr; padding: 9px 0; border-top: 1px solid var(--line); }
  .desk .items tfoot tr { display: flex; justify-content: space-between; border-top: 1px solid var(--line); }
  .desk .items tfoot th, .desk .items tfoot td { border: 0; }
  .desk .items tbody td { border: 0; padding: 0; }
  .desk .items tbody td:first-child { grid-column: 1 / -1; font-weight: 550; }
  .desk .items tbody td:nth-child(2)::after { content: " ×\\00a0"; }
  .desk .items tbody td:nth-child(n+2) { color: var(--soft); text-align: left; }
  .desk .items tbody td:last-child { text-align: right; color: var(--ink); }
}
@media print {
  :root { color-scheme: light; ${light} }
  body, .desk .sheet { background: #ffffff; }
  .desk { max-width: none; min-height: 0; padding: 0; }
  .desk .sheet { padding: 0; border: 0; }
  .desk .steps li::before { print-color-adjust: exact; }
  body { font-size: 12px; }
  .desk .amount { margin-top: 8px; font-size: 28px; }
  .desk .facts, .desk .items, .desk .terms { margin: 12px 0 0; font-size: 12px; }
  .desk .facts div, .desk .items td { padding: 4px 0; }
  .desk .house, .desk .screen { display: none; }
  .desk .facts div, .desk .items tr, .desk .notice { break-inside: avoid; }
}
`;

/** The response with the stylesheet. */
export const style: Reply = {
  status: 200,
  headers: {
    'Content-Type': 'text/css; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-cache',
  },
  body: css,
};
