/** Connection, disconnection and revocation of an accounting integration. */

import type { HandlerContext } from '../context/handler-context.ts';
import { businessAt } from '../payment/records.ts';
import { openBooks } from './books.ts';
import {
  changeIntegration,
  connectedIntegration,
  createNotConnectedError,
  emitIntegrationEvent,
  type IntegrationRow,
  integrationOf,
} from './integration.ts';
import { abortSync } from './sync.ts';

/**
 * Connects the books of a business.
 *
 * The first time they are created; later the id, the mappings and the books are the old ones.
 */
export async function connectIntegration(
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
  const { name } = await businessAt(context.db, businessId);
  const integration: IntegrationRow = {
    id: context.newId('acctint'),
    business_id: businessId,
    status: 'connected',
    company_name: name,
    realm_id: String(context.randomInt(100_000_000, 999_999_999)),
    connected_at: context.now().toISOString(),
    disconnected_at: null,
    last_sync_at: null,
    error: null,
    fail_next_sync: 0,
    next_sync_seconds: 0,
  };
  await context.db.insertInto('accounting_integrations').values(integration).execute();
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

/**
 * Simulates that access was revoked in the accounting system: a running sync fails and the status becomes `error`.
 *
 * @throws {ApiError} 404, 409
 */
export async function revokeIntegration(
  context: HandlerContext,
  id: string,
): Promise<IntegrationRow> {
  const integration = await connectedIntegration(context, id);
  const error = 'Access was revoked in the accounting system.';
  await abortSync(context, integration, 'access_revoked', error);
  return changeIntegration(context, integration, { status: 'error', error });
}
