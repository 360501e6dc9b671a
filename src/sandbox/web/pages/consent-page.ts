/** The consent page of the simulated accounting system. */

import {
  approveAuthorization,
  denyAuthorization,
  findAuthorization,
} from '../../accounting/authorize.ts';
import type { Reply } from '../../context/problem-details.ts';
import { html } from '../html.ts';
import { layout, seeOther } from '../page.ts';
import { CONSENT_PATH } from '../page-paths.ts';
import type { PageRequest } from './page-routes.ts';

/**
 * Returns the page that asks for access to the books of a business.
 *
 * @throws {ApiError} 404 if there is none
 */
export async function consentPage({ query, formToken, context }: PageRequest): Promise<Reply> {
  const { businessName, redirectUri, state } = await findAuthorization(query('state'), context);
  return layout({
    title: 'Connect your accounting system',
    externalTarget: redirectUri,
    body: html`<p class="soft">Simulated accounting system</p>
      <h1>Allow remit to access the accounting data of ${businessName}?</h1>
      <p>It will be able to:</p>
      <ul>
        <li>view and add vendors</li>
        <li>view your bank accounts</li>
        <li>record your invoices as bills and mark them as paid</li>
      </ul>
      <form method="post" action="${CONSENT_PATH}">
        ${formToken}
        <input type="hidden" name="state" value="${state}">
        <button class="button" name="answer" value="yes">Allow</button>
        <button class="button plain" name="answer" value="no">Deny</button>
      </form>
      <p class="fine">You will be redirected to ${new URL(redirectUri).host}. You can revoke access at any time.</p>`,
  });
}

/**
 * Handles the answer: access is granted for `yes` and denied for anything else.
 *
 * @throws {ApiError} 404 if there is none
 */
export const consent = async (
  typed: (name: string) => string,
  { context }: PageRequest,
): Promise<Reply> =>
  seeOther(
    typed('answer') === 'yes'
      ? await approveAuthorization(typed('state'), context)
      : await denyAuthorization(typed('state'), context),
  );
