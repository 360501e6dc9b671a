import {
  counter,
  optional,
  type Statement,
  sqlInteger,
  sqlTable,
  sqlText,
} from '../../storage/tables.ts';

/** The tables of accounting integrations and their simulated books. */
export const accountingTables = {
  /** One for each business, from its first consent; the id outlives disconnections. */
  accounting_integrations: sqlTable(
    {
      id: sqlText('primary key'),
      business_id: sqlText('unique'),
      status: sqlText<'connected' | 'error' | 'disconnected'>(),
      company_name: sqlText(),
      realm_id: sqlText(),
      connected_at: sqlText(),
      disconnected_at: optional(sqlText()),
      last_sync_at: optional(sqlText()),
      /** Reason of the status `error`. */
      error: optional(sqlText()),
      /** Faults that a control set for the next sync. */
      fail_next_sync: sqlInteger(),
      next_sync_seconds: sqlInteger(),
    },
    { hasOrder: false },
  ),
  /** The pending request for consent of a business; its state is stored as a hash. Wall time. */
  accounting_authorizations: sqlTable(
    {
      business_id: sqlText('primary key'),
      state_hash: sqlText('unique'),
      redirect_uri: sqlText(),
      expires_at: sqlText(),
    },
    { hasOrder: false },
  ),
  accounting_syncs: sqlTable({
    seq: counter(),
    id: sqlText('unique'),
    integration_id: sqlText(),
    status: sqlText<'queued' | 'running' | 'completed' | 'partial' | 'failed'>(),
    /** JSON array. */
    entity_types: sqlText(),
    started_at: sqlText(),
    completed_at: optional(sqlText()),
    /** 1 if a control makes it fail. */
    fails: sqlInteger(),
    /** JSON, counts by entity type; null unless it ran to its end. */
    results: optional(sqlText()),
    /** JSON array of {entityType, entityId, code, message}. */
    errors: sqlText(),
  }),
  vendor_mappings: sqlTable(
    {
      id: sqlText('unique'),
      integration_id: sqlText(),
      connection_id: sqlText(),
      vendor_id: sqlText(),
      created_at: sqlText(),
      updated_at: sqlText(),
    },
    { key: ['integration_id', 'connection_id'], hasOrder: false },
  ),
  bank_mappings: sqlTable(
    {
      id: sqlText('unique'),
      integration_id: sqlText(),
      funding_source_id: sqlText(),
      bank_account_id: sqlText(),
      /** JSON that the last sync wrote into the books for it; null before the first. */
      synced: optional(sqlText()),
      created_at: sqlText(),
      updated_at: sqlText(),
    },
    { key: ['integration_id', 'funding_source_id'], hasOrder: false },
  ),

  book_vendors: sqlTable(
    { integration_id: sqlText(), id: sqlText(), name: sqlText(), created_at: sqlText() },
    { key: ['integration_id', 'id'] },
  ),
  book_bank_accounts: sqlTable(
    {
      integration_id: sqlText(),
      id: sqlText(),
      name: sqlText(),
      type: sqlText<'checking' | 'savings'>(),
      /** Written by the last sync of the bank account mapped to it. */
      bank_name: optional(sqlText()),
      last4: optional(sqlText()),
    },
    { key: ['integration_id', 'id'], hasOrder: false },
  ),
  /** A bill for each payable received, an invoice for each one sent. */
  book_documents: sqlTable(
    {
      integration_id: sqlText(),
      payable_id: sqlText(),
      id: sqlText(),
      /** JSON of `BookDocument`. */
      content: sqlText(),
    },
    { key: ['integration_id', 'payable_id'] },
  ),
};

/** The indices of these tables. */
export const accountingIndices: readonly Statement[] = [
  `create index accounting_syncs_of_integration on accounting_syncs (integration_id, seq)`,
];
