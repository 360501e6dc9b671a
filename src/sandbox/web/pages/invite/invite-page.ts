import { displayNameOf } from '../../../business/records.ts';
import type { Reply } from '../../../context/problem-details.ts';
import { type PublicInvitation, showInvitation } from '../../../public-api/invitation.ts';
import { dateOf } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { layout } from '../../page.ts';
import type { PageRequest } from '../page-routes.ts';
import { payeeHead } from '../pay/pay-me-page.ts';
import { choiceOfBusiness } from './business-picker.ts';
import { type RefusedSignIn, signedInUser, signInFields } from './sign-in.ts';

/**
 * Returns the page of an invitation: its sender, and sign-in or the choice of a business.
 *
 * `refused` is the failure of the last sign-in.
 */
export async function invitePage(
  pageRequest: PageRequest,
  refused?: RefusedSignIn,
): Promise<Reply> {
  const invitation = await showInvitation(pageRequest.context, pageRequest.param('token'));
  const name = displayNameOf(invitation.business);
  const head = payeeHead(invitation.business, 'Invitation from');
  const ended = endings[invitation.status];
  if (ended) {
    return layout({
      title: `Invitation from ${name}`,
      body: html`${head}${endingView(ended, name)}`,
    });
  }
  const caller = await signedInUser(pageRequest);
  return layout({
    status: refused?.status ?? 200,
    title: `Invitation from ${name}`,
    body: html`${head}
      <p>${name} wants to connect with your business, to exchange and pay invoices.</p>
      ${termsOf(invitation, name)}
      ${caller ? await choiceOfBusiness(pageRequest, caller, invitation) : signIn(pageRequest, refused)}`,
  });
}

const termsOf = ({ requireApproval, expiresAt }: PublicInvitation, name: string): Html =>
  html`${requireApproval ? html`<p class="soft">${name} approves each request.</p>` : ''}
    ${expiresAt === null ? '' : html`<p class="soft">Valid until ${dateOf(new Date(expiresAt))}.</p>`}`;

const signIn = (pageRequest: PageRequest, refused?: RefusedSignIn): Html =>
  html`<form method="post" action="/invite/${pageRequest.param('token')}/sign-in" class="order">
      <h2>Sign in to answer</h2>
      ${signInFields(pageRequest, refused)}
    </form>
    <details class="aside">
      <summary>Answer in a terminal</summary>
      <p>Run this, enter the token, then press Ctrl+D:</p>
      <pre><code>remit invite accept --invitation-token-file -</code></pre>
      <p class="soft">Token</p>
      <pre><code>${pageRequest.param('token')}</code></pre>
    </details>`;

interface Ending {
  readonly title: string;
  readonly sentence: (name: string) => string;
}

const endingView = ({ title, sentence }: Ending, name: string): Html =>
  html`<div class="notice"><h2>${title}</h2><p>${sentence(name)}</p></div>`;

/** The texts for invitations that cannot be answered any more, by status. */
const endings: Readonly<Record<string, Ending>> = {
  accepted: {
    title: 'This invitation was accepted',
    sentence: (name) => `${name} and the business that accepted it are connected.`,
  },
  rejected: {
    title: 'This invitation was declined',
    sentence: (name) => `If that was a mistake, ask ${name} for a new one.`,
  },
  cancelled: {
    title: 'This invitation was cancelled',
    sentence: (name) => `${name} cancelled the invitation.`,
  },
  expired: {
    title: 'This invitation has expired',
    sentence: (name) => `Ask ${name} for a new one.`,
  },
};
