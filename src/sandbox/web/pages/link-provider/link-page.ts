/** The window of the simulated bank-linking provider. */

import { findReturnCode } from '../../../../api/ach/return-codes.ts';
import { ApiError } from '../../../../api/http/api-error.ts';
import { accountOfLinkToken } from '../../../bank/link-token.ts';
import type { Reply } from '../../../context/problem-details.ts';
import { chooseAccounts, type ProviderAccount } from '../../../control/link-provider.ts';
import { type Html, html } from '../../html.ts';
import { layout, seeOther } from '../../page.ts';
import { LINK_PROVIDER_PATH } from '../../page-paths.ts';
import type { PageRequest } from '../page-routes.ts';
import { checkoutAt } from '../pay/checkout.ts';
import { stepHead } from '../pay/checkout-steps.ts';

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

/** Returns the window of the provider: a choice of institution, then of account. */
export async function linkPage(visit: PageRequest): Promise<Reply> {
  const errand = await parseLinkRequest(visit.query, visit);
  const chosen = institutions.find(({ id }) => id === visit.query('institution'));
  return layout({
    title: chosen ? chosen.name : 'Select your bank',
    externalTarget: errand.redirect,
    body: html`${await checkoutHead(errand, visit)}
      <p class="soft">Simulated bank linking</p>
      ${chosen ? accountsOf(chosen, errand, visit) : banks(errand, visit.query('name'))}
      ${errand.redirect === '' ? '' : cancelLink(errand)}`,
  });
}

/** Handles the choice: redirects to the return URL with a public token, or shows the token for copying. */
export async function chooseAccount(
  typed: (name: string) => string,
  visit: PageRequest,
): Promise<Reply> {
  const errand = await parseLinkRequest(typed, visit);
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

async function parseLinkRequest(
  read: (name: string) => string,
  { context }: PageRequest,
): Promise<Errand> {
  const redirect = readReturnAddress(read('redirect'));
  await accountOfLinkToken(read('token'), context);
  return { token: read('token'), redirect, state: read('state') };
}

const pageFor = (errand: Errand, institution = ''): string =>
  withAnswer(LINK_PROVIDER_PATH, { ...errand, institution });

/** Returns the line with the amount and the payee, if a checkout sent the visitor. */
async function checkoutHead({ redirect }: Errand, { context }: PageRequest): Promise<Html> {
  const [, key] = /^\/checkout\/([\w-]+)$/.exec(redirect) ?? [];
  return key === undefined ? html`` : stepHead(context, await checkoutAt(context, key));
}

function banks(errand: Errand, text: string): Html {
  const found = institutions.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()));
  return html`<h1>Select your bank</h1>
    <form action="${LINK_PROVIDER_PATH}" class="find" role="search">
      ${hiddenFields({ ...errand })}
      <label class="unseen" for="name">Name of the bank</label>
      <input id="name" name="name" value="${text}" placeholder="Find your bank" maxlength="100" autocomplete="off">
      <button class="button plain">Find</button>
    </form>
    ${found.length === 0 ? html`<p>No bank here has such a name. <a href="${pageFor(errand)}">Show all banks</a></p>` : ''}
    <ul class="choices">${found.map(
      ({ id, name, about }) => html`<li><a class="choice" href="${pageFor(errand, id)}">
        ${mark(name)}<span><strong>${name}</strong> <span class="soft">${about}</span></span></a></li>`,
    )}</ul>`;
}

/** Returns the mark of a bank: the first letters of two words of its name. */
const mark = (name: string): Html =>
  html`<span class="portrait" aria-hidden="true">${name
    .split(' ')
    .slice(0, 2)
    .map(([letter]) => letter)}</span>`;

const hiddenFields = (fields: Readonly<Record<string, string>>) =>
  Object.entries(fields).map(
    ([field, value]) => html`<input type="hidden" name="${field}" value="${value}">`,
  );

const accountsOf = (
  { id, name, accounts }: Institution,
  errand: Errand,
  visit: PageRequest,
): Html =>
  html`<div class="party">${mark(name)}<h1>${name}</h1></div>
    <p>You are signed in. Select an account.</p>
    <form method="post" action="${LINK_PROVIDER_PATH}">
      ${visit.formToken}
      ${hiddenFields({ ...errand, institution: id })}
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
      <pre><code>remit bank connect --provider-account ${accountId} --public-token-file -</code></pre>`,
  });

/** A made-up bank, and the accounts that every user has there. */
interface Institution {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly accounts: readonly OfferedAccount[];
}

/** A bank account to choose. */
interface OfferedAccount extends Pick<ProviderAccount, 'name' | 'type' | 'mask'> {
  /** The effect on payments from it, unless they simply succeed. */
  readonly about?: string;
}

/** Codes of each class of returns: funds, account, unauthorized, stopped, credit, operator, international. */
const offeredCodes = [
  ...['R01', 'R09', 'R02', 'R03', 'R04', 'R16', 'R20'],
  ...['R05', 'R07', 'R10', 'R11', 'R29', 'R08', 'R23', 'R17', 'R24', 'R84'],
];

const institutions: readonly Institution[] = [
  {
    id: 'first-example',
    name: 'First Example Bank',
    about: 'Checking and savings',
    accounts: [
      { name: 'Business Checking', type: 'checking', mask: '4821' },
      { name: 'Business Savings', type: 'savings', mask: '9034' },
    ],
  },
  {
    id: 'sample-street',
    name: 'Sample Street Credit Union',
    about: 'Checking and savings',
    accounts: [
      { name: 'Operating', type: 'checking', mask: '2267' },
      { name: 'Payroll', type: 'checking', mask: '7712' },
      { name: 'Reserve', type: 'savings', mask: '5508' },
    ],
  },
  {
    id: 'specimen',
    name: 'Specimen Savings Bank',
    about: 'Savings only',
    accounts: [{ name: 'Company Savings', type: 'savings', mask: '1190' }],
  },
  {
    id: 'test-accounts',
    name: 'Test accounts',
    about: 'Their payments fail, are returned or held',
    accounts: testAccounts(),
  },
];

// The name of an account decides its behavior.
function testAccounts(): readonly OfferedAccount[] {
  return [
    ...offeredCodes.map((code) => testAccount(code, `Returned: ${findReturnCode(code)?.title}`)),
    testAccount('R01-late', 'Settles, then returned two business days later'),
    testAccount('R03-late', 'Withdrawals arrive, then are returned'),
    testAccount('HOLD', 'Held for review'),
  ];
}

function testAccount(name: string, about: string): OfferedAccount {
  const digits = name.replaceAll(/\D/g, '').padStart(4, '0');
  return { name, type: 'checking', mask: digits, about };
}
