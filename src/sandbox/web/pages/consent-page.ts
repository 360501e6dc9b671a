/** The consent page of the simulated accounting system. */

import {
  approveAuthorization,
  denyAuthorization,
  findAuthorization,
} from '../../accounting/authorize.ts';
import type { Reply } from '../../context/problem-details.ts';
import { html } from '../html.ts';
import { layout, seeOther } from '../page.ts';
import type { PageRequest } from './page-routes.ts';

/**
 * Returns the page that asks for access to the books of a business.
 *
 * @throws {ApiError} 404
 */
export async function consentPage({ query, formToken, world }: PageRequest): Promise<Reply> {
  const { businessName, redirectUri, state } = await findAuthorization(query('state'), world);
  return layout({
    title: 'Connect your books',
    leavesFor: redirectUri,
    body: html`<p class="soft">Accounting, a stand-in</p>
      <h1>Let remit into the books of ${businessName}?</h1>
      <p>It will be able to</p>
      <ul>
        <li>see and add vendors,</li>
        <li>see your bank accounts,</li>
        <li>write your invoices down as bills, and mark them paid.</li>
      </ul>
      <form method="post" action="/sandbox/accounting/authorize">
        ${formToken}
        <input type="hidden" name="state" value="${state}">
        <button class="button" name="answer" value="yes">Allow</button>
        <button class="button plain" name="answer" value="no">Do not allow</button>
      </form>
      <p class="fine">Afterwards you are sent to ${new URL(redirectUri).host}. You can end this at any time.</p>`,
  });
}

/**
 * Handles the answer: access is granted for `yes` and denied for anything else.
 *
 * @throws {ApiError} 404
 */
export const consent = async (
  typed: (name: string) => string,
  { world }: PageRequest,
): Promise<Reply> =>
  seeOther(
    typed('answer') === 'yes'
      ? await approveAuthorization(typed('state'), world)
      : await denyAuthorization(typed('state'), world),
  );
