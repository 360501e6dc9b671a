import type { Change } from '../../storage/ddl.ts';

/** Tables of payments, withdrawals and the ledger. */
const ledgerTables: readonly string[] = [
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

const countNew = `insert into payable_counts
      values (new.payee_id, coalesce(new.payer_id, ''), coalesce(new.connection_id, ''), new.status, 1)
      on conflict (payee_id, connection_id, payer_id, status)
      do update set count = payable_counts.count + 1;`;

const countsOfNew: Change = {
  sqlite: `create trigger payables_counted after insert on payables begin ${countNew} end`,
  postgres: `create function count_payable() returns trigger language plpgsql as $$
    begin ${countNew} return null; end $$;
    create trigger payables_counted after insert on payables
      for each row execute function count_payable()`,
};

const uncountOld = `update payable_counts set count = count - 1
      where payee_id = old.payee_id and connection_id = coalesce(old.connection_id, '')
      and payer_id = coalesce(old.payer_id, '') and status = old.status;`;

const countsOfMoved: Change = {
  sqlite: `create trigger payables_recounted after update of status, payer_id, connection_id on payables
    when (old.status, old.payer_id, old.connection_id) is not (new.status, new.payer_id, new.connection_id)
    begin ${uncountOld} ${countNew} end`,
  postgres: `create function recount_payable() returns trigger language plpgsql as $$
    begin ${uncountOld} ${countNew} return null; end $$;
    create trigger payables_recounted after update of status, payer_id, connection_id on payables for each row
      when ((old.status, old.payer_id, old.connection_id) is distinct from (new.status, new.payer_id, new.connection_id))
      execute function recount_payable()`,
};

/**
 * Tables of payables and their activity. Each list of the service has an index in its order, that of `seq`; triggers
 * maintain the counts.
 */
const payableTables: readonly Change[] = [
  `create table payables (
    seq integer primary key, id text not null unique, connection_id text, payer_id text, payee_id text not null,
    status text not null, cents integer not null check (cents > 0), due_date text, invoice_number text, memo text,
    line_items text, attachments text not null, decline_reason text, source text not null, external_payer text,
    public_id text, active_payment_id text, payment_id text, payment_status text, last_payment_failure text,
    link_nano_id text, link_enabled integer not null, created_at text not null, updated_at text not null,
    submitted_at text, approved_at text, declined_at text, cancelled_at text, paid_at text) strict`,
  `create index payables_of_payer on payables (payer_id, seq, status, payee_id)`,
  `create index payables_of_payee on payables (payee_id, seq)`,
  `create index payables_of_payer_by_status on payables (payer_id, status, seq, payee_id)`,
  `create index payables_of_payee_by_status on payables (payee_id, status, seq)`,
  `create index payables_of_connection_payee on payables (connection_id, payee_id, seq, status)`,
  `create index payables_of_connection_payer on payables (connection_id, payer_id, seq, status, payee_id)`,
  `create unique index payables_by_number on payables (connection_id, invoice_number)
    where connection_id is not null and invoice_number is not null`,
  `create unique index payables_by_link on payables (link_nano_id) where link_nano_id is not null`,
  `create unique index payables_by_public_id on payables (public_id) where public_id is not null`,
  `create table payable_counts (
    payee_id text not null, payer_id text not null, connection_id text not null, status text not null,
    count integer not null, primary key (payee_id, connection_id, payer_id, status)) strict, without rowid`,
  `create index payable_counts_of_payer on payable_counts (payer_id, connection_id)`,
  countsOfNew,
  countsOfMoved,
  `create table activity (
    seq integer primary key, id text not null unique, payable_id text not null, type text not null,
    message text not null, actor text not null, from_status text, to_status text, metadata text not null,
    created_at text not null) strict`,
  `create index activity_of_payable on activity (payable_id, seq)`,
];

const accessTables = [
  `create table accounts (id text primary key, name text not null, created_at text not null) strict`,
  `create table users (
    id text primary key, account_id text not null, email text not null unique collate nocase, first_name text not null,
    last_name text not null, password_hash text not null, role text not null, created_at text not null) strict`,
  `create index users_of_account on users (account_id)`,
  `create table tokens (
    hash text primary key, kind text not null, user_id text not null, role text not null, created_at text not null,
    expires_at text not null, revoked_at text) strict, without rowid`,
  `create index tokens_of_user on tokens (user_id)`,
  `create table sign_in_failures (id integer primary key, email text not null, at text not null) strict`,
  `create index sign_in_failures_of_email on sign_in_failures (email, at)`,
  `create table idempotency (
    scope text not null, key text not null, request_hash text not null, status integer, headers text, body text,
    created_at text not null, primary key (scope, key)) strict, without rowid`,
];

const businessTables = [
  `create table businesses (
    id text primary key, account_id text not null, type text not null, name text not null, business_type text not null,
    address text not null, ein text, ssn_last4 text, controller text, status text not null, alias text,
    required_actions text not null, public_invite_enabled integer not null, public_invite_approval integer not null,
    public_invite_token text, logo_url text, created_at text not null, updated_at text not null) strict`,
  `create index businesses_of_account on businesses (account_id, created_at)`,
  `create unique index businesses_by_invite on businesses (public_invite_token)
    where public_invite_token is not null`,
  `create table link_tokens (
    hash text primary key, kind text not null, account_id text not null, accounts text not null,
    expires_at text not null, used_at text) strict, without rowid`,
  `create table bank_accounts (
    id text primary key, business_id text not null, name text not null, bank_name text not null,
    account_type text not null, last4 text not null, routing_number text not null, account_hash text not null,
    status text not null, method text not null, is_default integer not null, micro_status text, micro_cents_1 integer,
    micro_cents_2 integer, micro_attempts integer, micro_post_at text, behavior text, created_at text not null,
    verified_at text, removed_at text) strict`,
  `create index bank_accounts_of_business on bank_accounts (business_id, created_at)`,
  `create index bank_accounts_by_number on bank_accounts (business_id, account_hash)`,
  `create unique index bank_accounts_default on bank_accounts (business_id)
    where is_default = 1 and removed_at is null`,
];

const connectionTables = [
  `create table invitations (
    id text primary key, kind text not null, email text not null, alias_name text, status text not null,
    business_id text not null, receiver_id text, token_hash text not null, connection_id text,
    created_at text not null, sent_at text not null, resend_count integer not null, expires_at text not null,
    responded_at text) strict`,
  `create index invitations_of_business on invitations (business_id, created_at)`,
  `create index invitations_by_token on invitations (token_hash)`,
  `create index invitations_by_email on invitations (email, status)`,
  `create table connections (
    id text primary key, inviter_id text not null, invitee_id text, status text not null, invitation_id text,
    created_at text not null, activated_at text, archived_at text) strict`,
  `create index connections_of_inviter on connections (inviter_id, created_at)`,
  `create index connections_of_invitee on connections (invitee_id, created_at)`,
  `create table connection_sides (
    connection_id text not null, business_id text not null, alias text, tag_ids text not null, net_terms integer,
    auto_approve integer not null, auto_approve_max_cents integer,
    primary key (connection_id, business_id)) strict, without rowid`,
  `create table tags (
    id text not null, account_id text not null, name text not null, color text not null,
    primary key (account_id, id)) strict, without rowid`,
];

const diaryTables = [
  `create table jobs (seq integer primary key, due_at text not null, kind text not null, ref text not null) strict`,
  `create index jobs_by_time on jobs (due_at, seq)`,
  `create index jobs_about on jobs (ref, kind)`,
  `create table events (
    seq integer primary key, id text not null unique, type text not null, at text not null, resource_type text not null,
    resource_id text not null, business_id text, data text not null) strict`,
  `create index events_by_type on events (type, seq)`,
  `create table outbox (
    seq integer primary key, id text not null unique, kind text not null, to_email text not null, subject text not null,
    text text not null, url text, token text, invitation_id text, payable_id text, bounced integer not null,
    created_at text not null) strict`,
  `create index outbox_by_addressee on outbox (to_email, seq)`,
];

/** The tables of the first release. They are strict, so that a fraction of a cent cannot be stored. */
export const firstTables: readonly Change[] = [
  ...accessTables,
  ...businessTables,
  ...connectionTables,
  ...payableTables,
  ...ledgerTables,
  ...diaryTables,
];
