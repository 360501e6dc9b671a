import * as z from 'zod/mini';
import { Id, openEnum, optionalText, withAssumption } from '../schema/field-types.ts';
import {
  accountingFieldsSchema,
  bankMappingSchema,
  currentIntegrationSchema,
  EntityType,
  IntegrationStatus,
  integrationSchema,
  syncSchema,
  vendorMappingSchema,
} from './accounting-records.ts';
import { defineOperations } from './operation.ts';

const unstated = 'the spec does not state this response';
const unnamed = 'the spec does not name this field';

export const accounting = defineOperations({
  list: {
    method: 'GET',
    path: '/api/businesses/{businessId}/integrations/accounting',
    summary: 'List the accounting integrations of a business',
    effect: 'read',
    response: () => z.array(integrationSchema()),
  },
  connect: {
    method: 'POST',
    path: '/api/businesses/{businessId}/integrations/accounting/connect',
    summary: 'Start connecting an accounting system',
    effect: 'create',
    body: () => z.object({ redirectUri: withAssumption(z.string(), unnamed) }),
    response: () =>
      z.looseObject({
        authorizationUrl: z.string(),
        state: withAssumption(optionalText, unnamed),
      }),
  },
  status: {
    method: 'GET',
    path: '/api/businesses/{businessId}/integrations/accounting/status',
    summary: 'Show whether an accounting system is connected',
    effect: 'read',
    response: () => withAssumption(currentIntegrationSchema(), unstated),
  },
  disconnect: {
    method: 'DELETE',
    path: '/api/businesses/{businessId}/integrations/accounting/disconnect',
    summary: 'Disconnect the accounting system (synced records stay)',
    effect: 'move',
    irreversible: true,
    response: () =>
      withAssumption(
        z.looseObject({
          status: z.nullish(openEnum(IntegrationStatus)),
          disconnectedAt: optionalText,
        }),
        unstated,
      ),
  },
  syncStatus: {
    method: 'GET',
    path: '/api/businesses/{businessId}/integrations/accounting/{accountingIntegrationId}/sync/status',
    summary: 'Show the most recent sync',
    effect: 'read',
    response: syncSchema,
  },
  sync: {
    method: 'POST',
    path: '/api/businesses/{businessId}/integrations/accounting/{accountingIntegrationId}/sync',
    summary: 'Sync vendors, bank accounts and invoices',
    effect: 'create',
    response: syncSchema,
  },
  syncType: {
    method: 'POST',
    path: '/api/businesses/{businessId}/integrations/accounting/{accountingIntegrationId}/sync/{entityType}',
    summary: 'Sync one kind of entity',
    effect: 'create',
    params: () => z.object({ businessId: Id, accountingIntegrationId: Id, entityType: EntityType }),
    response: syncSchema,
  },
  fields: {
    method: 'GET',
    path: '/api/businesses/{businessId}/integrations/accounting/{accountingIntegrationId}/invoice-fields',
    summary: 'Show how payable fields map to bill fields',
    effect: 'read',
    response: () => withAssumption(z.array(accountingFieldsSchema()), unstated),
  },
  mapVendor: {
    method: 'POST',
    path: '/api/businesses/{businessId}/integrations/accounting/{accountingIntegrationId}/vendors/mappings',
    summary: 'Map a connection to a vendor of the accounting system',
    effect: 'create',
    success: 201,
    replaces: true,
    body: () =>
      z.object({
        connectionId: withAssumption(Id, unnamed),
        accountingVendorId: withAssumption(z.string(), unnamed),
      }),
    response: () => withAssumption(vendorMappingSchema(), unstated),
  },
  mapBank: {
    method: 'POST',
    path: '/api/businesses/{businessId}/integrations/accounting/{accountingIntegrationId}/bank-accounts/mappings',
    summary: 'Map a bank account to one of the accounting system',
    effect: 'create',
    success: 201,
    replaces: true,
    body: () =>
      z.object({
        fundingSourceId: withAssumption(Id, unnamed),
        accountingBankAccountId: withAssumption(z.string(), unnamed),
      }),
    response: () => withAssumption(bankMappingSchema(), unstated),
  },
});
