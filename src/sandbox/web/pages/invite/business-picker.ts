import { areConnected } from '../../../connection/lifecycle.ts';
import type { Caller, HandlerContext } from '../../../context/handler-context.ts';
import type { Row } from '../../../database/tables.ts';
import { ownerOfPublicLink } from '../../../invitation/public-link.ts';
import { invitationWith } from '../../../invitation/records.ts';
import type { PublicInvitation } from '../../../public-api/invitation.ts';
import { type Html, html } from '../../html.ts';
import type { PageRequest } from '../page-routes.ts';

/** Returns the form that answers an invitation for one of the guest's businesses. */
export async function choiceOfBusiness(
  visit: PageRequest,
  guest: Caller,
  { kind }: PublicInvitation,
): Promise<Html> {
  const { world, formToken } = visit;
  const inviter = await inviterOf(world, visit.param('token'));
  const businesses = await businessesOf(world, guest);
  const standings = await Promise.all(
    businesses.map((business) => standingOf(world, inviter, business)),
  );
  const open = standings.filter(({ says }) => says === undefined);
  const action = `/invite/${visit.param('token')}`;
  return html`<form method="post" action="${action}/accept" class="order">
      <h2>Select a business</h2>
      ${formToken}
      ${standings.length === 0 ? html`<p>Your account has no businesses yet.</p>` : ''}
      <fieldset class="field"><legend class="unseen">Business</legend>
        ${standings.map((choice, at) => businessChoice(choice, at === standings.indexOf(open[0] ?? choice)))}
      </fieldset>
      ${open.length === 0 ? '' : html`<button class="button">Accept</button>`}
      ${open.length === 0 || kind === 'public' ? '' : declineButton(action)}
    </form>
    <form method="post" action="${action}/sign-out">
      ${formToken}
      <p class="fine">Signed in as ${guest.email}. <button class="link">Sign out</button></p>
    </form>`;
}

interface Standing {
  readonly business: Row<'businesses'>;
  /** The reason why this business cannot answer; `undefined` if it can. */
  readonly says: string | undefined;
}

const businessChoice = ({ business, says }: Standing, isFirst: boolean): Html =>
  says === undefined
    ? html`<label class="choice">
        <input type="radio" name="businessId" value="${business.id}" required${isFirst ? html` checked` : ''}>
        <span><strong>${business.name}</strong></span>
      </label>`
    : html`<p class="choice settled"><span><strong>${business.name}</strong> <span class="soft">${says}</span></span></p>`;

const declineButton = (action: string): Html =>
  html`<button class="button plain" formaction="${action}/decline">Decline</button>`;

async function inviterOf(world: HandlerContext, token: string): Promise<string> {
  const row = await invitationWith(world, token);
  return row?.business_id ?? (await ownerOfPublicLink(world, token))?.id ?? '';
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

async function standingOf(
  world: HandlerContext,
  inviterId: string,
  business: Row<'businesses'>,
): Promise<Standing> {
  if (business.id === inviterId) return { business, says: 'This business sent the invitation.' };
  if (await areConnected(world, inviterId, business.id)) return { business, says: 'Connected.' };
  const asks = await world.db
    .selectFrom('invitations')
    .select('id')
    .where('business_id', '=', business.id)
    .where('receiver_id', '=', inviterId)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return { business, says: asks && 'Request pending.' };
}
