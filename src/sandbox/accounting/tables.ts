import type { Generated } from 'kysely';

/** What ties a business to its accounting system, and the invented books behind it. */
export interface AccountingTables {
  /** One a business, from the first time it was allowed; its id outlives every disconnection. */
  accounting_integrations: {
    id: string;
    business_id: string;
    status: 'connected' | 'error' | 'disconnected';
    company_name: string;
    realm_id: string;
    connected_at: string;
    disconnected_at: string | null;
    last_sync_at: string | null;
    /** Why its status is `error`. */
    error: string | null;
    /** What a control wants of the next sync. */
    fail_next_sync: number;
    next_sync_seconds: number;
  };
  /** The one that waits for a person's consent; its state is kept as a hash. Wall time. */
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
    /** It is to fail, because a control said so. */
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
    /** JSON of what the last sync wrote into the books about it; null until one did. */
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
    /** What the last sync wrote about the bank account that is mapped to it. */
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
