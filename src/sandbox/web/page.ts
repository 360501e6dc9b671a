import type { Reply } from '../context/problem-details.ts';
import { type Html, html } from './html.ts';

/** A whole page around its body. */
export const page = ({ title, body }: { readonly title: string; readonly body: Html }): Html =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · remit sandbox</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/sandbox-assets/style.css">
</head>
<body>
${body}
</body>
</html>`;

/**
 * A page as it is answered: it runs no script, loads nothing from elsewhere, and stands in no frame. Its forms lead to
 * this sandbox alone, but for `leavesFor`, the address that an answer to one of them sends the browser on to.
 */
export const pageReply = (status: number, body: Html, leavesFor?: string): Reply => ({
  status,
  headers: { ...headers, 'Content-Security-Policy': policy(formTargets(leavesFor)) },
  body: body.toString(),
});

/** What a form leads to when it was taken: a page that can be loaded again without sending the form again. */
export const seeOther = (location: string, headers: Reply['headers'] = {}): Reply => ({
  status: 303,
  headers: { Location: location, 'Cache-Control': 'no-store', ...headers },
  body: '',
});

/** From here no other site learns the address of a page: it may hold a capability. */
const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

const policy = (formTargets: string): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    `form-action ${formTargets}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Browsers hold redirects to the policy too, which has no word for an address in brackets: its scheme stands for it. */
function formTargets(leavesFor: string | undefined): string {
  if (leavesFor === undefined || !URL.canParse(leavesFor)) return "'self'";
  const { origin, protocol, hostname } = new URL(leavesFor);
  return `'self' ${hostname.startsWith('[') ? protocol : origin}`;
}

/** A page for somebody who has one thing to do: a sheet of paper, with the name of the house above it. */
export const layout = ({
  status = 200,
  title,
  body,
  leavesFor,
}: {
  readonly status?: number;
  readonly title: string;
  readonly body: Html;
  /** Where an answer to a form of it sends the browser, when that is not here. */
  readonly leavesFor?: string | undefined;
}): Reply =>
  pageReply(
    status,
    page({
      title,
      body: html`<div class="desk">
  <header class="house"><strong>remit sandbox</strong> <span>No real money moves</span></header>
  <main class="sheet">
    ${body}
  </main>
  <footer class="colophon">Test data: every bank, balance and payment on these pages is fictional.</footer>
</div>`,
    }),
    leavesFor,
  );
