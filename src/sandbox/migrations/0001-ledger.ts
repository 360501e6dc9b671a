/** Payments, withdrawals, and the ledger in which both end. */
export const ledgerTables: readonly string[] = [
  `create table payments (
    seq integer primary key, id text not null unique, kind text not null, payable_id text, connection_id text,
    payer_id text, payee_id text not null, external_payer text, funding_source_id text, outcome text,
    cents integer not null check (cents > 0), speed text not null, status text not null, scheduled_date text, memo text,
    hold_reason text, failure_code text, failure_reason text, trace_number text, cutoff_missed integer not null,
    submit_at text, settle_at text, created_at text not null, submitted_at text, completed_at text, failed_at text,
    returned_at text, cancelled_at text) strict`,
  `create index payments_by_status on payments (status, seq)`,
  `create index payments_of_bank on payments (funding_source_id, status)`,
  `create index payments_of_payable on payments (payable_id, seq)`,
  `create index payments_of_payer on payments (payer_id, status)`,
  `create index payments_of_payee on payments (payee_id, status)`,
  `create table withdrawals (
    seq integer primary key, id text not null unique, business_id text not null, funding_source_id text not null,
    cents integer not null check (cents > 0), status text not null, failure_code text, failure_reason text,
    created_at text not null, submit_at text not null, settle_at text not null, submitted_at text, completed_at text,
    failed_at text) strict`,
  `create index withdrawals_of_business on withdrawals (business_id, seq)`,
  `create index withdrawals_of_bank on withdrawals (funding_source_id, status)`,
  `create index withdrawals_by_status on withdrawals (status, seq)`,
  `create table ledger_entries (
    seq integer primary key, at text not null, event text not null, ref text not null) strict`,
  `create index ledger_entries_about on ledger_entries (ref, event)`,
  `create table ledger_lines (
    entry_seq integer not null, line integer not null, account text not null, cents integer not null,
    primary key (entry_seq, line)) strict, without rowid`,
  `create index ledger_lines_of_account on ledger_lines (account, entry_seq)`,
  `create table ledger_accounts (
    name text primary key, class text not null, cents integer not null) strict, without rowid`,
];
