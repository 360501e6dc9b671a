/** Consent to connect an accounting system (OAuth 2.0), connection, disconnection and revocation. */

import { ApiError } from '../../api/http/api-error.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { rowAt } from '../database/rows.ts';
import { CONSENT_PATH } from '../web/page-paths.ts';
import { openBooks } from './books.ts';
import {
  changeIntegration,
  connectedIntegration,
  createNotConnectedError,
  emitIntegrationEvent,
  type IntegrationRow,
  integrationOf,
} from './integration.ts';
import { readRedirectUri } from './rules.ts';
import { abortSync } from './sync.ts';

/** Lifetime of a request for consent: ten minutes of wall time. */
const CONSENT_MS = 10 * 60 * 1000;

/**
 * Starts the OAuth 2.0 code flow: returns the URL of the consent page and its state.
 *
 * An earlier request of the business becomes invalid.
 *
 * @throws {ApiError} 409 if the business is connected, 422 for a redirect URI that is not safe
 */
export async function startAuthorization(
  context: HandlerContext,
  businessId: string,
  redirectUri: string,
) {
  const redirect_uri = readRedirectUri(redirectUri);
  const integration = await integrationOf(context, businessId);
  if (integration?.status === 'connected') throw alreadyConnected(integration.id);
  const state = context.newSecret(32);
  const row = {
    state_hash: context.hash(state),
    redirect_uri,
    expires_at: new Date(context.wallNow().getTime() + CONSENT_MS).toISOString(),
  };
  await context.db
    .insertInto('accounting_authorizations')
    .values({ business_id: businessId, ...row })
    .onConflict((it) => it.column('business_id').doUpdateSet(row))
    .execute();
  const authorizationUrl = `${context.options.appUrl}${CONSENT_PATH}?state=${state}`;
  return { authorizationUrl, state };
}

/**
 * Returns the pending request with this state, which is its only credential, and the URL to send the browser to with the
 * answer.
 *
 * @throws {ApiError} 404 if the state is unknown, used or expired
 */
export async function findAuthorization(state: string, context: HandlerContext) {
  const { business_id, redirect_uri } = await openAuthorization(state, context);
  const { name } = await rowAt(context.db, 'businesses', business_id);
  return { businessName: name, redirectUri: redirect_uri, state };
}

/**
 * Grants the consent: connects the books at once and uses up the state.
 *
 * Returns the URL to send the browser to, with a code that needs no exchange.
 *
 * @throws {ApiError} 404 if there is none
 */
export async function approveAuthorization(
  state: string,
  context: HandlerContext,
): Promise<string> {
  const { business_id, redirect_uri } = await takeAuthorization(state, context);
  const { realm_id } = await connectIntegration(context, business_id);
  return withAnswer(redirect_uri, { code: context.newSecret(32), state, realmId: realm_id });
}

/**
 * Denies the consent and uses up the state.
 *
 * Returns the URL to send the browser to.
 *
 * @throws {ApiError} 404 if there is none
 */
export async function denyAuthorization(state: string, context: HandlerContext): Promise<string> {
  const { redirect_uri } = await takeAuthorization(state, context);
  return withAnswer(redirect_uri, { error: 'access_denied', state });
}

async function takeAuthorization(state: string, context: HandlerContext) {
  const row = await openAuthorization(state, context);
  await context.db
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

/**
 * Connects the books of a business.
 *
 * The first time they are created; later the id, the mappings and the books are the old ones.
 */
async function connectIntegration(
  context: HandlerContext,
  businessId: string,
): Promise<IntegrationRow> {
  const known = await integrationOf(context, businessId);
  const integration = known ? await reconnect(context, known) : await create(context, businessId);
  await emitIntegrationEvent(context, integration, 'connected');
  return integration;
}

const reconnect = (context: HandlerContext, integration: IntegrationRow) =>
  changeIntegration(context, integration, {
    status: 'connected',
    connected_at: context.now().toISOString(),
    disconnected_at: null,
    error: null,
  });

async function create(context: HandlerContext, businessId: string): Promise<IntegrationRow> {
  const { name } = await rowAt(context.db, 'businesses', businessId);
  const integration = await context.db
    .insertInto('accounting_integrations')
    .values({
      id: context.newId('acctint'),
      business_id: businessId,
      status: 'connected',
      company_name: name,
      realm_id: String(context.randomInt(100_000_000, 999_999_999)),
      connected_at: context.now().toISOString(),
      fail_next_sync: 0,
      next_sync_seconds: 0,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await openBooks(context, integration);
  return integration;
}

/**
 * Disconnects the books: a running sync fails, synced data is kept.
 *
 * @throws {ApiError} 409 if the business is not connected
 */
export async function disconnectIntegration(
  context: HandlerContext,
  businessId: string,
): Promise<IntegrationRow> {
  const integration = await integrationOf(context, businessId);
  if (!integration || integration.status === 'disconnected') {
    throw createNotConnectedError(
      `Business ${businessId} is not connected to an accounting system.`,
    );
  }
  await abortSync(context, integration, 'disconnected', 'The accounting system was disconnected.');
  const disconnected = await changeIntegration(context, integration, {
    status: 'disconnected',
    error: null,
    disconnected_at: context.now().toISOString(),
  });
  await emitIntegrationEvent(context, disconnected, 'disconnected');
  return disconnected;
}

/** Simulates that access was revoked in the accounting system: a running sync fails and the status becomes `error`. */
export async function revokeIntegration(
  context: HandlerContext,
  id: string,
): Promise<IntegrationRow> {
  const integration = await connectedIntegration(context, id);
  const error = 'Access was revoked in the accounting system.';
  await abortSync(context, integration, 'access_revoked', error);
  return changeIntegration(context, integration, { status: 'error', error });
}
