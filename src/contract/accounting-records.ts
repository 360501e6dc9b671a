import { alsoAs, assumed, Id, maybe, open } from './schema/field-types.ts';
import * as z from './schema/schema.ts';

export type EntityType = z.output<typeof EntityType>;
export const EntityType = z.enum(['vendors', 'bankAccounts', 'invoices']);

export const IntegrationStatus = z.enum([
  'not_connected',
  'pending',
  'connected',
  'error',
  'disconnected',
]);

export type Integration = z.output<typeof Integration>;
export const Integration = assumed(
  z.looseObject({
    id: alsoAs(Id, 'accountingIntegrationId'),
    provider: maybe(z.string()),
    status: maybe(open(IntegrationStatus)),
    companyName: maybe(z.string()),
    realmId: maybe(z.string()),
    connectedAt: maybe(z.string()),
    disconnectedAt: maybe(z.string()),
    lastSyncAt: maybe(z.string()),
  }),
  'the spec shows no integration field but the id',
);

export const IntegrationNow = z.looseObject({
  connected: maybe(z.boolean()),
  status: maybe(open(IntegrationStatus)),
  accountingIntegrationId: maybe(Id),
  provider: maybe(z.string()),
  companyName: maybe(z.string()),
  connectedAt: maybe(z.string()),
  lastSyncAt: maybe(z.string()),
  error: maybe(z.string()),
});

const Counts = z.looseObject({
  created: maybe(z.number()),
  updated: maybe(z.number()),
  skipped: maybe(z.number()),
  failed: maybe(z.number()),
});

const SyncError = z.looseObject({
  entityType: maybe(z.string()),
  entityId: maybe(z.string()),
  code: maybe(z.string()),
  message: maybe(z.string()),
});

const SyncStatus = z.enum(['never_run', 'queued', 'running', 'completed', 'partial', 'failed']);

export type Sync = z.output<typeof Sync>;
export const Sync = assumed(
  z.looseObject({
    syncId: maybe(alsoAs(z.string(), 'id')),
    status: maybe(open(SyncStatus)),
    entityTypes: maybe(z.array(z.string())),
    startedAt: maybe(z.string()),
    completedAt: maybe(z.string()),
    results: maybe(
      z.looseObject({
        vendors: maybe(Counts),
        bankAccounts: maybe(Counts),
        invoices: maybe(Counts),
      }),
    ),
    errors: maybe(z.array(SyncError)),
  }),
  'the spec does not state this answer',
);

/** A field of a payable, and the field of a bill that it becomes. */
export type AccountingFields = z.output<typeof AccountingFields>;
export const AccountingFields = z.looseObject({
  payableField: maybe(z.string()),
  accountingField: maybe(z.string()),
  direction: maybe(open(z.enum(['push', 'pull', 'both']))),
  required: maybe(z.boolean()),
});

const Mapping = {
  id: maybe(Id),
  accountingIntegrationId: maybe(Id),
  createdAt: maybe(z.string()),
  updatedAt: maybe(z.string()),
};

export const VendorMapping = z.looseObject({
  ...Mapping,
  connectionId: maybe(Id),
  accountingVendorId: maybe(z.string()),
});

export const BankMapping = z.looseObject({
  ...Mapping,
  fundingSourceId: maybe(Id),
  accountingBankAccountId: maybe(z.string()),
});
