import type { Kysely, Transaction } from 'kysely';
import { applyChanges, type Change } from '../../storage/ddl.ts';
import type { SandboxTables } from '../database/tables.ts';
import { firstTables } from './0001-core.ts';

/** Tables of accounting integrations, their mappings, syncs and simulated books. */
const accountingTables: readonly string[] = [
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

/** The table of injected faults, and the funds of outside bank accounts. */
const faultTables: readonly string[] = [
  `create table faults (
    seq integer primary key, id text not null unique, wish text not null, times_left integer, struck integer not null,
    chance integer not null, created_at text not null) strict`,
  `alter table bank_accounts add column outside_cents integer`,
];

/** The table of inspector keys, and indices for its lists: payables by status, events by subject. */
const inspectorTables: readonly string[] = [
  `create table inspector_keys (
    hash text primary key, kind text not null, expires_at text not null) strict, without rowid`,
  `create index payables_by_status on payables (status, seq)`,
  `create index events_about on events (resource_id, seq)`,
];

/** Tables of pay-me links and uploaded files. */
const linkTables: readonly string[] = [
  `create table pay_me_links (
    business_id text primary key, enabled integer not null, min_cents integer, max_cents integer,
    token text not null unique, updated_at text not null) strict, without rowid`,
  `create table files (
    id text primary key, account_id text not null, filename text not null, content_type text not null,
    size integer not null, sha256 text not null, bytes blob not null, created_at text not null) strict`,
  `create table payable_files (
    file_id text not null, payable_id text not null, primary key (file_id, payable_id)) strict, without rowid`,
  `alter table businesses rename column logo_url to logo_file_id`,
];

/** The table of state that pages for payers without an account share. */
const pageTables: readonly string[] = [
  `create table checkouts (
    hash text primary key, kind text not null, link text not null, wishes text not null, public_id text,
    expires_at text not null) strict, without rowid`,
];

/** Indices that find a rare status on a connection with very many payables. */
const scaleIndices: readonly string[] = [
  `create index payables_of_connection_payee_by_status on payables (connection_id, payee_id, status, seq)`,
  `create index payables_of_connection_payer_by_status on payables (connection_id, payer_id, status, seq, payee_id)`,
];

/** Receipts by payment, links that a payment closed, and replaced tokens of pay-me links. */
const receiptTables: readonly string[] = [
  `alter table payments add column receipt_id text`,
  `update payments set receipt_id = (select public_id from payables
    where payables.id = payments.payable_id and payables.payment_id = payments.id)
    where kind in ('paymentLink', 'payMeLink')`,
  `create unique index payments_by_receipt on payments (receipt_id) where receipt_id is not null`,
  `alter table payables add column link_closed_by_payment integer not null default 0`,
  `update payables set link_closed_by_payment = 1 where status = 'PAID' and link_nano_id is not null`,
  `create table replaced_pay_me_tokens (
    token text primary key, business_id text not null, replaced_at text not null) strict, without rowid`,
];

/** The table of authorizations of debits. */
const authorizationTables: readonly string[] = [
  `create table debit_authorizations (
    payment_id text primary key, wording text not null, payer_name text not null, payer_email text not null,
    account text not null, cents integer not null check (cents > 0), authorized_at text not null, visitor text not null,
    link_kind text not null, link text not null) strict, without rowid`,
  `create index debit_authorizations_of_visitor on debit_authorizations (visitor, authorized_at)`,
];

/** The bank account that the payer of a checkout typed, and an index that finds equal ones. */
const typedAccountTables: readonly string[] = [
  `alter table checkouts add column bank_id text`,
  `create index bank_accounts_by_hash on bank_accounts (account_hash)`,
];

/** Indices of the inspector's search: invoice numbers, amounts, and names, which are compared in lower case. */
const searchIndices: readonly string[] = [
  `create index payables_by_invoice_number on payables (lower(invoice_number), seq)`,
  `create index payables_by_amount on payables (cents, seq)`,
  `create index payments_by_amount on payments (cents, seq)`,
  `create index businesses_by_name on businesses (lower(name), id)`,
];

/** Indices of the newest payments of a business. */
const businessPaymentIndices: readonly string[] = [
  `create index payments_of_payer_by_age on payments (payer_id, seq)`,
  `create index payments_of_payee_by_age on payments (payee_id, seq)`,
];

/** The index of an account's lines also holds their amounts, so that a balance is summed without reading the lines. */
const ledgerLineIndices: readonly string[] = [
  `drop index ledger_lines_of_account`,
  `create index ledger_lines_of_account on ledger_lines (account, entry_seq, cents)`,
];

/** Emails: their content, from which text and HTML are rendered, and whether they were read. */
const mailColumns: readonly Change[] = [
  `alter table outbox add column letter text not null default '{}'`,
  {
    sqlite: `update outbox set letter = json_object('opening', text)`,
    postgres: `update outbox set letter = json_build_object('opening', text)::text`,
  },
  `alter table outbox drop column text`,
  `alter table outbox add column is_read integer not null default 0`,
  `create index outbox_unread on outbox (seq) where is_read = 0`,
];

/** The index of payables by due date, with all that the sums of the inspector read. */
const dueDateIndices: readonly string[] = [
  `create index payables_by_due_date on payables (due_date, seq, status, cents) where due_date is not null`,
];

/** All migrations, oldest first. A released entry is never edited: a later change is a later entry. */
const migrations: readonly (readonly Change[])[] = [
  firstTables,
  linkTables,
  inspectorTables,
  accountingTables,
  pageTables,
  faultTables,
  scaleIndices,
  receiptTables,
  authorizationTables,
  typedAccountTables,
  searchIndices,
  businessPaymentIndices,
  ledgerLineIndices,
  mailColumns,
  dueDateIndices,
];

/**
 * Migrates the database to the newest version, atomically, and records the version.
 *
 * @throws {Error} if a newer program made the database
 */
export async function migrateSandbox(db: Kysely<SandboxTables>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await applyChanges(transaction, [
      'create table if not exists settings (key text primary key, value text not null) strict, without rowid',
    ]);
    const currentShape = await shapeOf(transaction);
    if (currentShape > migrations.length) {
      throw new Error('This sandbox folder was created by a newer version of remit.');
    }
    await applyChanges(transaction, migrations.slice(currentShape).flat());
    if (currentShape < migrations.length) await recordShape(transaction, migrations.length);
  });
}

async function shapeOf(db: Transaction<SandboxTables>): Promise<number> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'shape')
    .executeTakeFirst();
  return Number(row?.value ?? 0);
}

const recordShape = (db: Transaction<SandboxTables>, shape: number) =>
  db
    .insertInto('settings')
    .values({ key: 'shape', value: String(shape) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: String(shape) }))
    .execute();
