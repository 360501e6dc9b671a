import { displayNameOf } from '../../../business/records.ts';
import { areConnected } from '../../../connection/lifecycle.ts';
import type { Caller, HandlerContext } from '../../../context/handler-context.ts';
import type { Reply } from '../../../context/problem-details.ts';
import type { Row } from '../../../database/tables.ts';
import { findByToken } from '../../../invitation/public-link.ts';
import { type PublicInvitation, showInvitation } from '../../../public-api/invitation.ts';
import { dateOf } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { layout } from '../../page.ts';
import type { PageRequest } from '../page-routes.ts';
import { payeeHead } from '../pay/pay-me-page.ts';
import { type RefusedSignIn, signedInLine, signedInUser, signInFields } from './sign-in.ts';

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

/** Returns the form that answers an invitation for one of the guest's businesses. */
async function choiceOfBusiness(
  pageRequest: PageRequest,
  caller: Caller,
  { status }: PublicInvitation,
): Promise<Html> {
  const { context, formToken } = pageRequest;
  const sides = await sidesOf(context, pageRequest.param('token'));
  const businesses = await businessesOf(context, caller);
  const choices = await Promise.all(
    businesses.map((business) => optionFor(context, sides, business)),
  );
  const open = choices.filter(({ obstacle }) => obstacle === undefined);
  const action = `/invite/${pageRequest.param('token')}`;
  return html`<form method="post" action="${action}/accept" class="order">
      <h2>Select a business</h2>
      ${formToken}
      ${choices.length === 0 ? html`<p>Your account has no businesses yet.</p>` : ''}
      <fieldset class="field"><legend class="unseen">Business</legend>
        ${choices.map((choice, at) => businessChoice(choice, at === choices.indexOf(open[0] ?? choice)))}
      </fieldset>
      ${open.length === 0 ? '' : html`<button class="button">Accept</button>`}
      ${open.length === 0 || status === 'open' ? '' : declineButton(action)}
    </form>
    ${signedInLine(pageRequest, caller, action)}`;
}

interface BusinessOption {
  readonly business: Row<'businesses'>;
  /** The reason why this business cannot answer; `undefined` if it can. */
  readonly obstacle: string | undefined;
}

const businessChoice = ({ business, obstacle }: BusinessOption, isFirst: boolean): Html =>
  obstacle === undefined
    ? html`<label class="choice">
        <input type="radio" name="businessId" value="${business.id}" required${isFirst ? html` checked` : ''}>
        <span><strong>${business.name}</strong></span>
      </label>`
    : html`<p class="choice settled"><span><strong>${business.name}</strong> <span class="soft">${obstacle}</span></span></p>`;

const declineButton = (action: string): Html =>
  html`<button class="button plain" formaction="${action}/decline">Decline</button>`;

interface InvitationSides {
  readonly inviterId: string;
  /** The only business that can answer, whose public link was used; null if any can. */
  readonly receiverId: string | null;
}

async function sidesOf(context: HandlerContext, token: string): Promise<InvitationSides> {
  const found = await findByToken(context, token);
  if ('owner' in found) return { inviterId: found.owner.id, receiverId: null };
  const { business_id, receiver_id } = found.invitation;
  return { inviterId: business_id, receiverId: receiver_id };
}

const businessesOf = (
  { db }: HandlerContext,
  { accountId }: Caller,
): Promise<Row<'businesses'>[]> =>
  db
    .selectFrom('businesses')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute();

async function optionFor(
  context: HandlerContext,
  { inviterId, receiverId }: InvitationSides,
  business: Row<'businesses'>,
): Promise<BusinessOption> {
  if (business.id === inviterId)
    return { business, obstacle: 'This business sent the invitation.' };
  if (receiverId !== null && business.id !== receiverId)
    return { business, obstacle: 'The request is to another business.' };
  if (await areConnected(context, inviterId, business.id))
    return { business, obstacle: 'Connected.' };
  const asks = await context.db
    .selectFrom('invitations')
    .select('id')
    .where('business_id', '=', business.id)
    .where('receiver_id', '=', inviterId)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return { business, obstacle: asks && 'Request pending.' };
}
