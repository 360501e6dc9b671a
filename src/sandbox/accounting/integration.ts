/** Accounting integrations: reads, status, events, and the records of the API. */

import { ApiError } from '../../api/http/api-error.ts';
import type {
  Integration as IntegrationRecord,
  Sync,
} from '../../api/operations/accounting-records.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { rowAt } from '../database/rows.ts';
import type { Row } from '../database/tables.ts';
import { emit } from '../notifications/events.ts';

export type IntegrationRow = Row<'accounting_integrations'>;
export type EffectiveIntegrationStatus = IntegrationRow['status'] | 'pending' | 'not_connected';

/** Returns the integration of a business, or `undefined` if it never connected one. */
export const integrationOf = (
  { db }: HandlerContext,
  businessId: string,
): Promise<IntegrationRow | undefined> =>
  db
    .selectFrom('accounting_integrations')
    .selectAll()
    .where('business_id', '=', businessId)
    .executeTakeFirst();

/**
 * Returns an integration that is connected.
 *
 * @throws {ApiError} 404, or 409 if it is disconnected or has to be connected again
 */
export async function connectedIntegration(
  context: HandlerContext,
  id: string,
): Promise<IntegrationRow> {
  const integration = await rowAt(context.db, 'accounting_integrations', id);
  if (integration.status === 'connected') return integration;
  throw createNotConnectedError(
    integration.status === 'error'
      ? `Accounting integration ${id} must be reconnected: ${integration.error}`
      : `Accounting integration ${id} is disconnected.`,
  );
}

/** Creates a 409 for an integration that is not connected. */
export const createNotConnectedError = (message: string) =>
  new ApiError(409, 'integration_not_connected', message);

/**
 * Returns the status of a business's integration: `pending` while a request for consent is open, unless it is
 * connected.
 */
export async function statusOf(
  { db, wallNow }: HandlerContext,
  businessId: string,
  integration: IntegrationRow | undefined,
): Promise<EffectiveIntegrationStatus> {
  if (integration?.status === 'connected') return 'connected';
  const pendingSync = await db
    .selectFrom('accounting_authorizations')
    .select('business_id')
    .where('business_id', '=', businessId)
    .where('expires_at', '>', wallNow().toISOString())
    .executeTakeFirst();
  return pendingSync ? 'pending' : (integration?.status ?? 'not_connected');
}

export const changeIntegration = (
  { db }: HandlerContext,
  { id }: IntegrationRow,
  changes: Partial<IntegrationRow>,
): Promise<IntegrationRow> =>
  db
    .updateTable('accounting_integrations')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const emitIntegrationEvent = (
  context: HandlerContext,
  { id, business_id }: IntegrationRow,
  verb: 'connected' | 'disconnected' | 'sync_completed' | 'sync_failed',
  data: Readonly<Record<string, unknown>> = {},
) => emit(context, `accounting.${verb}`, { id, businessId: business_id, data });

const PROVIDER = 'sandboxbooks';

export const toIntegration = (
  row: IntegrationRow,
  status: EffectiveIntegrationStatus,
): IntegrationRecord => ({
  id: row.id,
  provider: PROVIDER,
  status,
  companyName: row.company_name,
  realmId: row.realm_id,
  connectedAt: row.connected_at,
  disconnectedAt: row.disconnected_at,
  lastSyncAt: row.last_sync_at,
});

/** Converts the integration of a business to its current state. `row` is `undefined` if there never was one. */
export const toCurrentIntegration = (
  row: IntegrationRow | undefined,
  status: EffectiveIntegrationStatus,
) => ({
  connected: status === 'connected',
  status,
  accountingIntegrationId: row?.id ?? null,
  provider: row ? PROVIDER : null,
  companyName: row?.company_name ?? null,
  connectedAt: row?.connected_at ?? null,
  lastSyncAt: row?.last_sync_at ?? null,
  error: row?.error ?? null,
});

/** Converts the latest sync. Without one, the status is `never_run`. */
export const toSync = (row: Row<'accounting_syncs'> | undefined): Sync => ({
  syncId: row?.id ?? null,
  status: row?.status ?? 'never_run',
  entityTypes: row ? JSON.parse(row.entity_types) : [],
  startedAt: row?.started_at ?? null,
  completedAt: row?.completed_at ?? null,
  results: row?.results == null ? null : JSON.parse(row.results),
  errors: row ? JSON.parse(row.errors) : [],
});

export const toVendorMapping = (row: Row<'vendor_mappings'>) => ({
  id: row.id,
  accountingIntegrationId: row.integration_id,
  connectionId: row.connection_id,
  accountingVendorId: row.vendor_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export const toBankMapping = (row: Row<'bank_mappings'>) => ({
  id: row.id,
  accountingIntegrationId: row.integration_id,
  fundingSourceId: row.funding_source_id,
  accountingBankAccountId: row.bank_account_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
