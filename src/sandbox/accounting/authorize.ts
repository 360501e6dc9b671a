import { ApiError } from '../../contract/http/api-error.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { businessAt } from '../payment/records.ts';
import { connectIntegration } from './connect.ts';
import { integrationOf } from './integration.ts';
import { readRedirectUri } from './rules.ts';

/** How long a person has to consent: ten minutes of wall time. */
const CONSENT_MS = 10 * 60 * 1000;

/** What a person is asked to consent to. */
export interface Authorization {
  readonly businessName: string;
  /** Where the browser goes when the person has answered. */
  readonly redirectUri: string;
  readonly state: string;
}

/**
 * Starts the OAuth 2.0 code flow: the address of the consent page. Whatever was waiting for consent before is void.
 * Throws `ApiError`: 409 when connected already, 422 for an address that no browser should be sent to.
 */
export async function startAuthorization(
  world: HandlerContext,
  businessId: string,
  redirectUri: string,
) {
  const redirect_uri = readRedirectUri(redirectUri);
  const integration = await integrationOf(world, businessId);
  if (integration?.status === 'connected') throw alreadyConnected(integration.id);
  const state = world.newSecret(32);
  const row = {
    state_hash: world.hash(state),
    redirect_uri,
    expires_at: new Date(world.wallNow().getTime() + CONSENT_MS).toISOString(),
  };
  await world.db
    .insertInto('accounting_authorizations')
    .values({ business_id: businessId, ...row })
    .onConflict((it) => it.column('business_id').doUpdateSet(row))
    .execute();
  const authorizationUrl = `${world.options.appUrl}/sandbox/accounting/authorize?state=${state}`;
  return { authorizationUrl, state };
}

/** Who knows the state may answer. Throws `ApiError` (404) for one that is unknown, used or expired. */
export async function findAuthorization(
  state: string,
  world: HandlerContext,
): Promise<Authorization> {
  const { business_id, redirect_uri } = await openAuthorization(state, world);
  const { name } = await businessAt(world.db, business_id);
  return { businessName: name, redirectUri: redirect_uri, state };
}

/**
 * The person consents: the books are connected at once, and the state is used up. The address to send the browser to,
 * with a code that nobody needs to exchange. Throws `ApiError` (404).
 */
export async function approveAuthorization(state: string, world: HandlerContext): Promise<string> {
  const { business_id, redirect_uri } = await takeAuthorization(state, world);
  const { realm_id } = await connectIntegration(world, business_id);
  return withAnswer(redirect_uri, { code: world.newSecret(32), state, realmId: realm_id });
}

/** The person does not consent: nothing changes. The address to send the browser to. Throws `ApiError` (404). */
export async function denyAuthorization(state: string, world: HandlerContext): Promise<string> {
  const { redirect_uri } = await takeAuthorization(state, world);
  return withAnswer(redirect_uri, { error: 'access_denied', state });
}

async function takeAuthorization(state: string, world: HandlerContext) {
  const row = await openAuthorization(state, world);
  await world.db
    .deleteFrom('accounting_authorizations')
    .where('business_id', '=', row.business_id)
    .execute();
  return row;
}

async function openAuthorization(state: string, { db, hash, wallNow }: HandlerContext) {
  const row = await db
    .selectFrom('accounting_authorizations')
    .selectAll()
    .where('state_hash', '=', hash(state))
    .where('expires_at', '>', wallNow().toISOString())
    .executeTakeFirst();
  if (row) return row;
  throw new ApiError(
    404,
    'authorization_not_found',
    'This authorization request is unknown, already answered, or expired.',
  );
}

function withAnswer(redirectUri: string, answer: Readonly<Record<string, string>>): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  return url.href;
}

const alreadyConnected = (id: string) =>
  new ApiError(
    409,
    'integration_already_connected',
    `The business is already connected to its accounting system as ${id}.`,
  );
