import {
  AccountingFields,
  BankMapping,
  CurrentIntegration,
  EntityType,
  Integration,
  IntegrationStatus,
  Sync,
  VendorMapping,
} from './accounting-records.ts';
import type { Operations } from './operation.ts';
import {
  BusinessPath,
  Id,
  openEnum,
  optionalNullable,
  withAssumption,
} from './schema/field-types.ts';
import * as z from './schema/schema.ts';

const IntegrationPath = z.extend(BusinessPath, { accountingIntegrationId: Id });
const unstated = 'the spec does not state this response';
const unnamed = 'the spec does not name this field';

/** The operations on accounting integrations. */
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
    body: z.object({ redirectUri: withAssumption(z.string(), unnamed) }),
    response: z.looseObject({
      authorizationUrl: z.string(),
      state: withAssumption(optionalNullable(z.string()), unnamed),
    }),
  },
  status: {
    method: 'GET',
    path: '/api/businesses/{businessId}/integrations/accounting/status',
    summary: 'Show whether an accounting system is connected',
    effect: 'read',
    params: BusinessPath,
    response: withAssumption(CurrentIntegration, unstated),
  },
  disconnect: {
    method: 'DELETE',
    path: '/api/businesses/{businessId}/integrations/accounting/disconnect',
    summary: 'Disconnect the accounting system (synced records stay)',
    effect: 'move',
    irreversible: true,
    params: BusinessPath,
    response: withAssumption(
      z.looseObject({
        status: optionalNullable(openEnum(IntegrationStatus)),
        disconnectedAt: optionalNullable(z.string()),
      }),
      unstated,
    ),
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
    response: withAssumption(z.array(AccountingFields), unstated),
  },
  mapVendor: {
    method: 'POST',
    path: '/api/businesses/{businessId}/integrations/accounting/{accountingIntegrationId}/vendors/mappings',
    summary: 'Map a connection to a vendor of the accounting system',
    effect: 'create',
    success: 201,
    replaces: true,
    params: IntegrationPath,
    body: z.object({
      connectionId: withAssumption(Id, unnamed),
      accountingVendorId: withAssumption(z.string(), unnamed),
    }),
    response: withAssumption(VendorMapping, unstated),
  },
  mapBank: {
    method: 'POST',
    path: '/api/businesses/{businessId}/integrations/accounting/{accountingIntegrationId}/bank-accounts/mappings',
    summary: 'Map a bank account to one of the accounting system',
    effect: 'create',
    success: 201,
    replaces: true,
    params: IntegrationPath,
    body: z.object({
      fundingSourceId: withAssumption(Id, unnamed),
      accountingBankAccountId: withAssumption(z.string(), unnamed),
    }),
    response: withAssumption(BankMapping, unstated),
  },
} as const satisfies Operations;
