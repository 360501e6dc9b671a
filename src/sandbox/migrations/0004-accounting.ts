/** Integrations with an accounting system, their mappings and syncs, and the books themselves. */
export const accountingTables: readonly string[] = [
  `create table accounting_integrations (
    id text primary key, business_id text not null unique, status text not null, company_name text not null,
    realm_id text not null, connected_at text not null, disconnected_at text, last_sync_at text, error text,
    fail_next_sync integer not null, next_sync_seconds integer not null) strict, without rowid`,
  `create table accounting_authorizations (
    business_id text primary key, state_hash text not null unique, redirect_uri text not null,
    expires_at text not null) strict, without rowid`,
  `create table accounting_syncs (
    seq integer primary key, id text not null unique, integration_id text not null, status text not null,
    entity_types text not null, started_at text not null, completed_at text, fails integer not null, results text,
    errors text not null) strict`,
  `create index accounting_syncs_of_integration on accounting_syncs (integration_id, seq)`,
  `create table vendor_mappings (
    id text not null unique, integration_id text not null, connection_id text not null, vendor_id text not null,
    created_at text not null, updated_at text not null,
    primary key (integration_id, connection_id)) strict, without rowid`,
  `create table bank_mappings (
    id text not null unique, integration_id text not null, funding_source_id text not null,
    bank_account_id text not null, synced text, created_at text not null, updated_at text not null,
    primary key (integration_id, funding_source_id)) strict, without rowid`,
  `create table book_vendors (
    integration_id text not null, id text not null, name text not null, created_at text not null,
    primary key (integration_id, id)) strict`,
  `create table book_bank_accounts (
    integration_id text not null, id text not null, name text not null, type text not null, bank_name text, last4 text,
    primary key (integration_id, id)) strict, without rowid`,
  `create table book_documents (
    integration_id text not null, payable_id text not null, id text not null, content text not null,
    primary key (integration_id, payable_id)) strict`,
];
