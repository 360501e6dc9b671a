import { ApiError } from '../../api/http/api-error.ts';
import type { Work } from '../context/handler-context.ts';
import type { Reply } from '../context/problem-details.ts';
import type { IncomingRequest } from '../context/request-body.ts';
import { type Html, html } from './html.ts';

/** The parts of an HTML document. */
interface PageParts {
  readonly title: string;
  readonly body: Html;
  /** Path of the stylesheet; that of pages for people without an account by default. */
  readonly stylesheet?: string;
}

/** Returns an HTML document around a body. */
export const page = ({ title, body, stylesheet = '/sandbox-assets/style.css' }: PageParts): Html =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · remit sandbox</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${stylesheet}">
</head>
<body>
${body}
</body>
</html>`;

/** The permissions of a page beyond the default. */
interface PageRights {
  /** URL to whose origin the response to a form can redirect. */
  readonly externalTarget?: string | undefined;
  /** True if it runs the sandbox's own script, which may send requests to the sandbox, and can frame its emails. */
  readonly hasScript?: boolean;
}

/**
 * Returns the response for a page.
 *
 * It runs no script of its own text, loads nothing from other hosts and cannot be framed. Its forms only lead to this
 * sandbox, unless it has more rights.
 */
export const pageReply = (status: number, body: Html, rights: PageRights = {}): Reply => ({
  status,
  headers: { ...headers, 'Content-Security-Policy': policy(rights) },
  body: body.toString(),
});

/** Returns a redirect after a form (303): the new page can be reloaded without sending the form again. */
export const seeOther = (location: string, headers: Reply['headers'] = {}): Reply => ({
  status: 303,
  headers: { Location: location, 'Cache-Control': 'no-store', ...headers },
  body: '',
});

/** Turns an `ApiError` into a page. */
export const orErrorPage =
  (show: (error: ApiError, request: IncomingRequest) => Reply, work: Work): Work =>
  async (request) => {
    try {
      return await work(request);
    } catch (error) {
      if (error instanceof ApiError) return show(error, request);
      throw error;
    }
  };

// No other site learns the URL of a page, since it can be a credential.
const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

const policy = ({ externalTarget, hasScript = false }: PageRights): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    ...(hasScript ? ["script-src 'self'", "connect-src 'self'", "frame-src 'self'"] : []),
    `form-action ${formTargets(externalTarget)}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * Returns the form targets of the policy. Browsers apply it to redirects too. It cannot express an IPv6 host, so the
 * scheme is used instead.
 */
function formTargets(externalTarget: string | undefined): string {
  if (externalTarget === undefined || !URL.canParse(externalTarget)) return "'self'";
  const { origin, protocol, hostname } = new URL(externalTarget);
  return `'self' ${hostname.startsWith('[') ? protocol : origin}`;
}

/** Returns a page for a visitor with a single task. */
export const layout = ({
  status = 200,
  title,
  body,
  externalTarget,
}: {
  readonly status?: number;
  readonly title: string;
  readonly body: Html;
  /** URL to which the response to a form redirects, if it is not of this sandbox. */
  readonly externalTarget?: string | undefined;
}): Reply =>
  pageReply(
    status,
    page({
      title: status >= 400 && status !== 410 ? `Error: ${title}` : title,
      body: html`<div class="desk">
  <header class="house"><strong>remit sandbox</strong> <span>No real money moves</span></header>
  <main class="sheet">
    ${body}
  </main>
  <footer class="colophon">Test data: every bank, balance and payment on these pages is fictional.</footer>
</div>`,
    }),
    { externalTarget },
  );
