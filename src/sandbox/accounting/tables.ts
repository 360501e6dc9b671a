import type { Generated } from 'kysely';

/** The tables of accounting integrations and their simulated books. */
export interface AccountingTables {
  /** One for each business, from its first consent; the id outlives disconnections. */
  accounting_integrations: {
    id: string;
    business_id: string;
    status: 'connected' | 'error' | 'disconnected';
    company_name: string;
    realm_id: string;
    connected_at: string;
    disconnected_at: string | null;
    last_sync_at: string | null;
    /** Reason of the status `error`. */
    error: string | null;
    /** Faults that a control set for the next sync. */
    fail_next_sync: number;
    next_sync_seconds: number;
  };
  /** The pending request for consent of a business; its state is stored as a hash. Wall time. */
  accounting_authorizations: {
    business_id: string;
    state_hash: string;
    redirect_uri: string;
    expires_at: string;
  };
  accounting_syncs: {
    seq: Generated<number>;
    id: string;
    integration_id: string;
    status: 'queued' | 'running' | 'completed' | 'partial' | 'failed';
    /** JSON array. */
    entity_types: string;
    started_at: string;
    completed_at: string | null;
    /** 1 if a control makes it fail. */
    fails: number;
    /** JSON, counts by entity type; null unless it ran to its end. */
    results: string | null;
    /** JSON array of {entityType, entityId, code, message}. */
    errors: string;
  };
  vendor_mappings: {
    id: string;
    integration_id: string;
    connection_id: string;
    vendor_id: string;
    created_at: string;
    updated_at: string;
  };
  bank_mappings: {
    id: string;
    integration_id: string;
    funding_source_id: string;
    bank_account_id: string;
    /** JSON that the last sync wrote into the books for it; null before the first. */
    synced: string | null;
    created_at: string;
    updated_at: string;
  };

  book_vendors: { integration_id: string; id: string; name: string; created_at: string };
  book_bank_accounts: {
    integration_id: string;
    id: string;
    name: string;
    type: 'checking' | 'savings';
    /** Written by the last sync of the bank account mapped to it. */
    bank_name: string | null;
    last4: string | null;
  };
  /** A bill for each payable received, an invoice for each one sent. */
  book_documents: {
    integration_id: string;
    payable_id: string;
    id: string;
    /** JSON of `BookDocument`. */
    content: string;
  };
}
