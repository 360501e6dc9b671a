import * as z from 'zod/mini';
import { memoize } from '../../memoize.ts';
import {
  Id,
  openEnum,
  optionalBoolean,
  optionalId,
  optionalNumber,
  optionalText,
  withAliases,
  withAssumption,
} from '../schema/field-types.ts';

export type EntityType = z.output<typeof EntityType>;
/** The kinds of records that a sync transfers. */
export const EntityType = z.enum(['vendors', 'bankAccounts', 'invoices']);

/** The state of a business's accounting integration. */
export const IntegrationStatus = z.enum([
  'not_connected',
  'pending',
  'connected',
  'error',
  'disconnected',
]);

export type Integration = z.output<ReturnType<typeof integrationSchema>>;
export const integrationSchema = memoize(() =>
  withAssumption(
    z.looseObject({
      id: withAliases(Id, 'accountingIntegrationId'),
      provider: optionalText,
      status: z.nullish(openEnum(IntegrationStatus)),
      companyName: optionalText,
      realmId: optionalText,
      connectedAt: optionalText,
      disconnectedAt: optionalText,
      lastSyncAt: optionalText,
    }),
    'the spec shows no integration field but the id',
  ),
);

/** The response of the status operation: the connected integration, if any. */
export const currentIntegrationSchema = memoize(() =>
  z.looseObject({
    connected: optionalBoolean,
    status: z.nullish(openEnum(IntegrationStatus)),
    accountingIntegrationId: optionalId,
    provider: optionalText,
    companyName: optionalText,
    connectedAt: optionalText,
    lastSyncAt: optionalText,
    error: optionalText,
  }),
);

const countsSchema = memoize(() =>
  z.looseObject({
    created: optionalNumber,
    updated: optionalNumber,
    skipped: optionalNumber,
    failed: optionalNumber,
  }),
);

const syncErrorSchema = memoize(() =>
  z.looseObject({
    entityType: optionalText,
    entityId: optionalText,
    code: optionalText,
    message: optionalText,
  }),
);

const SyncStatus = z.enum(['never_run', 'queued', 'running', 'completed', 'partial', 'failed']);

export type Sync = z.output<ReturnType<typeof syncSchema>>;
/** A sync run and its results per entity type. */
export const syncSchema = memoize(() =>
  withAssumption(
    z.looseObject({
      syncId: z.nullish(withAliases(z.string(), 'id')),
      status: z.nullish(openEnum(SyncStatus)),
      entityTypes: z.nullish(z.array(z.string())),
      startedAt: optionalText,
      completedAt: optionalText,
      results: z.nullish(
        z.looseObject({
          vendors: z.nullish(countsSchema()),
          bankAccounts: z.nullish(countsSchema()),
          invoices: z.nullish(countsSchema()),
        }),
      ),
      errors: z.nullish(z.array(syncErrorSchema())),
    }),
    'the spec does not state this response',
  ),
);

/** A mapping of a payable field to a bill field of the accounting system. */
export type AccountingFields = z.output<ReturnType<typeof accountingFieldsSchema>>;
export const accountingFieldsSchema = memoize(() =>
  z.looseObject({
    payableField: optionalText,
    accountingField: optionalText,
    direction: z.nullish(openEnum(z.enum(['push', 'pull', 'both']))),
    required: optionalBoolean,
  }),
);

const mappingFields = () => ({
  id: optionalId,
  accountingIntegrationId: optionalId,
  createdAt: optionalText,
  updatedAt: optionalText,
});

/** A mapping of a connection to a vendor of the accounting system. */
export const vendorMappingSchema = memoize(() =>
  z.looseObject({
    ...mappingFields(),
    connectionId: optionalId,
    accountingVendorId: optionalText,
  }),
);

/** A mapping of a funding source to a bank account of the accounting system. */
export const bankMappingSchema = memoize(() =>
  z.looseObject({
    ...mappingFields(),
    fundingSourceId: optionalId,
    accountingBankAccountId: optionalText,
  }),
);
