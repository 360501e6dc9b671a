import { areConnected } from '../../../connection/lifecycle.ts';
import type { Caller, HandlerContext } from '../../../context/handler-context.ts';
import type { Row } from '../../../database/tables.ts';
import { ownerOfPublicLink } from '../../../invitation/public-link.ts';
import { invitationWith } from '../../../invitation/send.ts';
import type { PublicInvitation } from '../../../public-api/invitation.ts';
import { type Html, html } from '../../html.ts';
import type { PageRequest } from '../page-routes.ts';
import { signedInLine } from './sign-in.ts';

/** Returns the form that answers an invitation for one of the guest's businesses. */
export async function choiceOfBusiness(
  pageRequest: PageRequest,
  caller: Caller,
  { kind }: PublicInvitation,
): Promise<Html> {
  const { context, formToken } = pageRequest;
  const inviter = await inviterOf(context, pageRequest.param('token'));
  const businesses = await businessesOf(context, caller);
  const choices = await Promise.all(
    businesses.map((business) => optionFor(context, inviter, business)),
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
      ${open.length === 0 || kind === 'public' ? '' : declineButton(action)}
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

async function inviterOf(context: HandlerContext, token: string): Promise<string> {
  const row = await invitationWith(context, token);
  return row?.business_id ?? (await ownerOfPublicLink(context, token))?.id ?? '';
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
  inviterId: string,
  business: Row<'businesses'>,
): Promise<BusinessOption> {
  if (business.id === inviterId)
    return { business, obstacle: 'This business sent the invitation.' };
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
