import type { Change } from '../../storage/ddl.ts';
import { ledgerTables } from './0001-ledger.ts';
import { payableTables } from './0001-payables.ts';

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
    user_id text not null, key text not null, request_hash text not null, status integer, headers text, body text,
    created_at text not null, primary key (user_id, key)) strict, without rowid`,
  `create index idempotency_by_age on idempotency (created_at)`,
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

/** The shape that the first release starts from. Strict tables: a fraction of a cent cannot be stored. */
export const firstTables: readonly Change[] = [
  ...accessTables,
  ...businessTables,
  ...connectionTables,
  ...payableTables,
  ...ledgerTables,
  ...diaryTables,
];
