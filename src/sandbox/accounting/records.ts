/** Integrations, syncs and mappings as the API returns them. */

import type { Integration as IntegrationRecord, Sync } from '../../contract/accounting-records.ts';
import type { Row } from '../database/tables.ts';
import type { EffectiveIntegrationStatus, IntegrationRow } from './integration.ts';

const PROVIDER = 'sandboxbooks';

/** Converts an integration to the form of the list. */
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

/** Converts a vendor mapping. */
export const toVendorMapping = (row: Row<'vendor_mappings'>) => ({
  id: row.id,
  accountingIntegrationId: row.integration_id,
  connectionId: row.connection_id,
  accountingVendorId: row.vendor_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** Converts a bank account mapping. */
export const toBankMapping = (row: Row<'bank_mappings'>) => ({
  id: row.id,
  accountingIntegrationId: row.integration_id,
  fundingSourceId: row.funding_source_id,
  accountingBankAccountId: row.bank_account_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
