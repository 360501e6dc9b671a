import type { Refused } from '../../../contract/http/api-error.ts';
import { html } from '../html.ts';
import type { Reply } from '../../context/problem-details.ts';
import { plainReply } from './layout.ts';

/** A refusal as a page: what was not done and why, and the way on. */
export function refusalReply({ status, message }: Refused): Reply {
  const title = titles[status] ?? 'That was not done';
  const way =
    status === 401 ? knock : html`<p><a class="button" href="/sandbox">To the overview</a></p>`;
  return plainReply(status, title, html`<h1>${title}</h1><p>${message}</p>${way}`);
}

const knock = html`<p>Type this in a terminal on the machine that the sandbox runs on:</p>
  <p><code class="command">remit sandbox open</code></p>`;

const titles: Readonly<Record<number, string>> = {
  401: 'The inspector is closed',
  404: 'Not found',
  409: 'That is not possible now',
};
