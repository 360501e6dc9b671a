import type { Reply } from '../../context/problem-details.ts';
import { type Html, html } from '../html.ts';
import { page, pageReply } from '../page.ts';

/** A page for somebody who has one thing to do: a sheet of paper, with the name of the house above it. */
export const sheet = ({
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
  <header class="house"><strong>remit sandbox</strong> <span>No real money moves here</span></header>
  <main class="sheet">
    ${body}
  </main>
  <footer class="colophon">A rehearsal: every bank, balance and payment on these pages is made up.</footer>
</div>`,
    }),
    leavesFor,
  );
