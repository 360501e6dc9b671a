import { z } from 'zod/mini';
import { alsoAs, assumed, BusinessPath, Id, maybe } from './fields.ts';
import type { Operations } from './operation.ts';

const EntityType = z.enum(['vendors', 'bankAccounts', 'invoices']);

const IntegrationPath = z.extend(BusinessPath, { accountingIntegrationId: Id });
const unstated = 'the spec does not state this answer';
const unnamed = 'the spec does not name this field';

export const Integration = assumed(
  z.looseObject({
    id: alsoAs(Id, 'accountingIntegrationId'),
    provider: maybe(z.string()),
    status: maybe(z.string()),
    companyName: maybe(z.string()),
    connectedAt: maybe(z.string()),
    disconnectedAt: maybe(z.string()),
    lastSyncAt: maybe(z.string()),
  }),
  'the spec shows no integration field but the id',
);

const Sync = assumed(
  z.looseObject({
    syncId: maybe(z.string()),
    status: maybe(z.string()),
    entityTypes: maybe(z.array(z.string())),
    startedAt: maybe(z.string()),
    completedAt: maybe(z.string()),
    results: maybe(z.looseObject({})),
    errors: maybe(z.array(z.looseObject({}))),
  }),
  unstated,
);

const Mapping = assumed(z.looseObject({ id: maybe(Id) }), unstated);

export const accounting = {
  list: {
    method: 'GET',
    path: '/api/businesses/{businessId}/integrations/accounting',
    summary: 'List the accounting integrations of a business',
    effect: 'read',
    params: BusinessPath,
    response: z.array(Integration),
  },
  connect: {
    method: 'POST',
    path: '/api/businesses/{businessId}/integrations/accounting/connect',
    summary: 'Start connecting an accounting system',
    effect: 'create',
    params: BusinessPath,
    body: z.object({ redirectUri: assumed(z.string(), unnamed) }),
    response: z.looseObject({ authorizationUrl: z.string() }),
  },
  status: {
    method: 'GET',
    path: '/api/businesses/{businessId}/integrations/accounting/status',
    summary: 'Show whether an accounting system is connected',
    effect: 'read',
    params: BusinessPath,
    response: assumed(
      z.looseObject({
        connected: maybe(z.boolean()),
        status: maybe(z.string()),
        accountingIntegrationId: maybe(Id),
        provider: maybe(z.string()),
        companyName: maybe(z.string()),
        connectedAt: maybe(z.string()),
        lastSyncAt: maybe(z.string()),
      }),
      unstated,
    ),
  },
  disconnect: {
    method: 'DELETE',
    path: '/api/businesses/{businessId}/integrations/accounting/disconnect',
    summary: 'Disconnect the accounting system; what was synced stays',
    effect: 'move',
    irreversible: true,
    params: BusinessPath,
    response: assumed(z.looseObject({ status: maybe(z.string()) }), unstated),
  },
  syncStatus: {
    method: 'GET',
    path: '/api/businesses/{businessId}/integrations/accounting/{accountingIntegrationId}/sync/status',
    summary: 'Show the most recent sync',
    effect: 'read',
    params: IntegrationPath,
    response: Sync,
  },
  sync: {
    method: 'POST',
    path: '/api/businesses/{businessId}/integrations/accounting/{accountingIntegrationId}/sync',
    summary: 'Sync vendors, bank accounts and invoices',
    effect: 'create',
    params: IntegrationPath,
    response: Sync,
  },
  syncType: {
    method: 'POST',
    path: '/api/businesses/{businessId}/integrations/accounting/{accountingIntegrationId}/sync/{entityType}',
    summary: 'Sync one kind of entity',
    effect: 'create',
    params: z.extend(IntegrationPath, { entityType: EntityType }),
    response: Sync,
  },
  fields: {
    method: 'GET',
    path: '/api/businesses/{businessId}/integrations/accounting/{accountingIntegrationId}/invoice-fields',
    summary: 'Show how payable fields map to bill fields',
    effect: 'read',
    params: IntegrationPath,
    response: assumed(z.array(z.looseObject({})), unstated),
  },
  mapVendor: {
    method: 'POST',
    path: '/api/businesses/{businessId}/integrations/accounting/{accountingIntegrationId}/vendors/mappings',
    summary: 'Map a connection to a vendor of the accounting system',
    effect: 'create',
    success: 201,
    params: IntegrationPath,
    body: z.object({
      connectionId: assumed(Id, unnamed),
      accountingVendorId: assumed(z.string(), unnamed),
    }),
    response: Mapping,
  },
  mapBank: {
    method: 'POST',
    path: '/api/businesses/{businessId}/integrations/accounting/{accountingIntegrationId}/bank-accounts/mappings',
    summary: 'Map a bank account to one of the accounting system',
    effect: 'create',
    success: 201,
    params: IntegrationPath,
    body: z.object({
      fundingSourceId: assumed(Id, unnamed),
      accountingBankAccountId: assumed(z.string(), unnamed),
    }),
    response: Mapping,
  },
} as const satisfies Operations;
