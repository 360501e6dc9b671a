import { createHash } from 'node:crypto';
import { Html, html } from '../web/html.ts';
import { factsOf, type Letter } from './letter.ts';

/** The styles of an email. They are in it, as in the emails that services send. */
const css = `:root { color-scheme: light dark; }
body { margin: 0; padding: 24px 16px; background: #eef1f4; color: #16202a; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
.sheet { box-sizing: border-box; max-width: 560px; margin: 0 auto; padding: 28px 32px; background: #fff; border: 1px solid #d9dfe6; border-radius: 12px; }
h1 { margin: 0 0 14px; font-size: 20px; line-height: 1.3; overflow-wrap: anywhere; }
p { margin: 14px 0; overflow-wrap: anywhere; white-space: pre-line; }
table { width: 100%; margin: 18px 0; border-collapse: collapse; }
th, td { padding: 9px 0; border-top: 1px solid #d9dfe6; vertical-align: top; text-align: left; font-size: 15px; }
th { width: 6.5em; padding-right: 12px; font-weight: 400; color: #52606d; }
td { overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
tr:first-child td { font-weight: 650; }
tr:last-child > * { border-bottom: 1px solid #d9dfe6; }
.button { display: inline-block; padding: 12px 22px; border-radius: 9px; background: #0b5a9d; color: #fff; font-weight: 650; text-decoration: none; }
.foot { max-width: 560px; margin: 14px auto 0; font-size: 13px; color: #52606d; }
@media (prefers-color-scheme: dark) {
  body { background: #0f151c; color: #e6ecf2; }
  .sheet { background: #18212b; border-color: #2c3947; }
  th, td, tr:last-child > * { border-color: #2c3947; }
  th, .foot { color: #a3b1bf; }
  .button { background: #7fbdf5; color: #06213a; }
}
@media (max-width: 480px) { body { padding: 12px 8px; } .sheet { padding: 20px; } }`;

/** The source of a content security policy that allows the styles of an email and no others. */
export const LETTER_STYLE_SOURCE = `'sha256-${createHash('sha256').update(css).digest('base64')}'`;

const style = new Html([`<style>${css}</style>`], []);

/** Returns the HTML of an email: what its text says, and its link as a button that opens a window of its own. */
export function letterHtml(subject: string, letter: Letter, url: string | null): Html {
  const { opening, paragraphs = [], action } = letter;
  const rows = factsOf(letter);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${subject}</title>
${style}
</head>
<body>
<div class="sheet">
<h1>${opening}</h1>
${rows.length === 0 ? '' : html`<table role="presentation">${rows.map(factRow)}</table>`}
${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}
${action?.sentence === undefined ? '' : html`<p>${action.sentence}</p>`}
${url === null || !action ? '' : html`<p><a class="button" href="${url}" target="_blank" rel="noreferrer">${action.label}</a></p>`}
</div>
<p class="foot">Sent by a remit sandbox. No real money moves.</p>
</body>
</html>`;
}

const factRow = ([name, value]: readonly [string, string]): Html =>
  html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`;
