/** Schemas of accounting records. */

import {
  Id,
  openEnum,
  optionalNullable,
  withAliases,
  withAssumption,
} from './schema/field-types.ts';
import * as z from './schema/schema.ts';

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

export type Integration = z.output<typeof Integration>;
/** An accounting integration of a business. */
export const Integration = withAssumption(
  z.looseObject({
    id: withAliases(Id, 'accountingIntegrationId'),
    provider: optionalNullable(z.string()),
    status: optionalNullable(openEnum(IntegrationStatus)),
    companyName: optionalNullable(z.string()),
    realmId: optionalNullable(z.string()),
    connectedAt: optionalNullable(z.string()),
    disconnectedAt: optionalNullable(z.string()),
    lastSyncAt: optionalNullable(z.string()),
  }),
  'the spec shows no integration field but the id',
);

/** The response of the status operation: the connected integration, if any. */
export const CurrentIntegration = z.looseObject({
  connected: optionalNullable(z.boolean()),
  status: optionalNullable(openEnum(IntegrationStatus)),
  accountingIntegrationId: optionalNullable(Id),
  provider: optionalNullable(z.string()),
  companyName: optionalNullable(z.string()),
  connectedAt: optionalNullable(z.string()),
  lastSyncAt: optionalNullable(z.string()),
  error: optionalNullable(z.string()),
});

const Counts = z.looseObject({
  created: optionalNullable(z.number()),
  updated: optionalNullable(z.number()),
  skipped: optionalNullable(z.number()),
  failed: optionalNullable(z.number()),
});

const SyncError = z.looseObject({
  entityType: optionalNullable(z.string()),
  entityId: optionalNullable(z.string()),
  code: optionalNullable(z.string()),
  message: optionalNullable(z.string()),
});

const SyncStatus = z.enum(['never_run', 'queued', 'running', 'completed', 'partial', 'failed']);

export type Sync = z.output<typeof Sync>;
/** A sync run and its results per entity type. */
export const Sync = withAssumption(
  z.looseObject({
    syncId: optionalNullable(withAliases(z.string(), 'id')),
    status: optionalNullable(openEnum(SyncStatus)),
    entityTypes: optionalNullable(z.array(z.string())),
    startedAt: optionalNullable(z.string()),
    completedAt: optionalNullable(z.string()),
    results: optionalNullable(
      z.looseObject({
        vendors: optionalNullable(Counts),
        bankAccounts: optionalNullable(Counts),
        invoices: optionalNullable(Counts),
      }),
    ),
    errors: optionalNullable(z.array(SyncError)),
  }),
  'the spec does not state this response',
);

/** A mapping of a payable field to a bill field of the accounting system. */
export type AccountingFields = z.output<typeof AccountingFields>;
export const AccountingFields = z.looseObject({
  payableField: optionalNullable(z.string()),
  accountingField: optionalNullable(z.string()),
  direction: optionalNullable(openEnum(z.enum(['push', 'pull', 'both']))),
  required: optionalNullable(z.boolean()),
});

const Mapping = {
  id: optionalNullable(Id),
  accountingIntegrationId: optionalNullable(Id),
  createdAt: optionalNullable(z.string()),
  updatedAt: optionalNullable(z.string()),
};

/** A mapping of a connection to a vendor of the accounting system. */
export const VendorMapping = z.looseObject({
  ...Mapping,
  connectionId: optionalNullable(Id),
  accountingVendorId: optionalNullable(z.string()),
});

/** A mapping of a funding source to a bank account of the accounting system. */
export const BankMapping = z.looseObject({
  ...Mapping,
  fundingSourceId: optionalNullable(Id),
  accountingBankAccountId: optionalNullable(z.string()),
});
