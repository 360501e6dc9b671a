/** The window of the simulated bank-linking provider. */

import { ApiError } from '../../../../contract/http/api-error.ts';
import { accountOfLinkToken } from '../../../bank/link-token.ts';
import type { Reply } from '../../../context/problem-details.ts';
import { chooseAccounts } from '../../../control/link-provider.ts';
import { type Html, html } from '../../html.ts';
import { layout, seeOther } from '../../page.ts';
import { LINK_PROVIDER_PATH } from '../../page-paths.ts';
import type { PageRequest } from '../page-routes.ts';
import { type Institution, institutions, type OfferedAccount } from './institutions.ts';

/**
 * Validates the URL to return to: a path of this sandbox, or a program that listens on this machine. Empty if the user
 * copies the result by hand.
 *
 * @throws {ApiError} 400 for any other URL: this page is not an open redirect
 */
function readReturnAddress(text: string): string {
  if (text === '' || isOwnPage(text) || isLoopback(text)) return text;
  throw new ApiError(
    400,
    'invalid_redirect',
    'The redirect URL must be on this machine: http://127.0.0.1, http://[::1] or http://localhost.',
  );
}

/** Adds parameters to the query of a URL. */
function withAnswer(address: string, answer: Readonly<Record<string, string>>): string {
  const url = new URL(address, here);
  for (const [name, value] of Object.entries(answer)) {
    if (value !== '') url.searchParams.set(name, value);
  }
  return url.origin === here ? `${url.pathname}${url.search}` : url.href;
}

const here = 'http://here.invalid';

/** Reports whether the text is a path, and not one that a browser would resolve to another host. */
function isOwnPage(text: string): boolean {
  if (!text.startsWith('/') || !URL.canParse(text, here)) return false;
  const { origin, pathname } = new URL(text, here);
  return origin === here && !pathname.startsWith('//');
}

function isLoopback(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, hash } = new URL(text);
  return (
    /^https?:$/.test(protocol) &&
    ['127.0.0.1', '[::1]', 'localhost'].includes(hostname) &&
    `${username}${password}${hash}` === ''
  );
}

/** The request of a visitor. The link token is the credential. */
interface Errand {
  readonly token: string;
  readonly redirect: string;
  readonly state: string;
}

/**
 * Returns the window of the provider: a choice of institution, then of account.
 *
 * @throws {ApiError} 400, 422
 */
export async function linkPage(visit: PageRequest): Promise<Reply> {
  const errand = await errandOf(visit.query, visit);
  const chosen = institutions.find(({ id }) => id === visit.query('institution'));
  return layout({
    title: chosen ? chosen.name : 'Select your bank',
    externalTarget: errand.redirect,
    body: html`<p class="soft">Simulated bank linking</p>
      ${chosen ? accountsOf(chosen, errand, visit) : banks(errand)}
      ${errand.redirect === '' ? '' : cancelLink(errand)}`,
  });
}

/**
 * Handles the choice: redirects to the return URL with a public token, or shows the token for copying.
 *
 * @throws {ApiError} 400, 422
 */
export async function chooseAccount(
  typed: (name: string) => string,
  visit: PageRequest,
): Promise<Reply> {
  const errand = await errandOf(typed, visit);
  const bank = institutions.find(({ id }) => id === typed('institution'));
  const account = bank?.accounts.find(({ name }) => name === typed('account'));
  if (!bank || !account) return seeOther(pageFor(errand));
  const { name, type, mask } = account;
  const { publicToken, accounts } = await chooseAccounts(visit.context, {
    linkToken: errand.token,
    institution: bank.name,
    accounts: [{ name, type, mask }],
  });
  const accountId = accounts[0]?.accountId ?? '';
  if (errand.redirect === '') return toCarry(publicToken, accountId);
  const answer = { public_token: publicToken, account_id: accountId, state: errand.state };
  return seeOther(withAnswer(errand.redirect, answer));
}

async function errandOf(
  read: (name: string) => string,
  { context: world }: PageRequest,
): Promise<Errand> {
  const redirect = readReturnAddress(read('redirect'));
  await accountOfLinkToken(read('token'), world);
  return { token: read('token'), redirect, state: read('state') };
}

const pageFor = (errand: Errand, institution = ''): string =>
  withAnswer(LINK_PROVIDER_PATH, { ...errand, institution });

const banks = (errand: Errand): Html =>
  html`<h1>Select your bank</h1>
    <ul class="choices">${institutions.map(
      ({ id, name, about }) => html`<li><a class="choice" href="${pageFor(errand, id)}">
        <span><strong>${name}</strong> <span class="soft">${about}</span></span></a></li>`,
    )}</ul>`;

const accountsOf = (
  { id, name, accounts }: Institution,
  errand: Errand,
  visit: PageRequest,
): Html =>
  html`<h1>${name}</h1>
    <p>You are signed in. Select an account.</p>
    <form method="post" action="${LINK_PROVIDER_PATH}">
      ${visit.formToken}
      ${Object.entries({ ...errand, institution: id }).map(
        ([field, value]) => html`<input type="hidden" name="${field}" value="${value}">`,
      )}
      <ul class="choices">${accounts.map(accountButton)}</ul>
    </form>
    <p class="fine"><a href="${pageFor(errand)}">Select another bank</a></p>`;

const accountButton = ({ name, type, mask, about }: OfferedAccount): Html =>
  html`<li><button class="choice" name="account" value="${name}">
    <span><strong>${name}</strong> <span class="soft">${about ?? `${type}, ending in ${mask}`}</span></span></button></li>`;

/** Returns the link that cancels, with the error that OAuth defines for it (RFC 6749, section 4.1.2.1). */
const cancelLink = ({ redirect, state }: Errand): Html =>
  html`<p class="fine"><a href="${withAnswer(redirect, { error: 'access_denied', state })}">Cancel and go back</a></p>`;

const toCarry = (publicToken: string, accountId: string): Reply =>
  layout({
    title: 'Account selected',
    body: html`<h1>Account selected</h1>
      <p>Give these to the program that sent you here. They are valid once, for half an hour.</p>
      <dl class="facts">
        <div><dt>Public token</dt><dd><code>${publicToken}</code></dd></div>
        <div><dt>Account</dt><dd><code>${accountId}</code></dd></div>
      </dl>
      <p>Run this in a terminal, then enter the token:</p>
      <pre><code>remit bank connect --account ${accountId} --public-token-file -</code></pre>`,
  });
