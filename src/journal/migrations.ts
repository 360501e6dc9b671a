/** Schema of the journal's database and its migrations. */

import type { Kysely, Transaction } from 'kysely';
import { databaseCatalogOf } from '../storage/catalog.ts';
import { applyChanges, type Change } from '../storage/ddl.ts';
import { selectJournalId } from './chain/append-entry.ts';
import type { JournalTables } from './tables.ts';

/**
 * Creates the tables of a new journal or migrates an older one. Call it in a write transaction, so that processes that
 * start together do not meet a half-migrated database. `at` (UTC ISO) is the time of the first entry.
 * Returns the id of the journal.
 *
 * @throws {JournalSchemaError} If the database is not a complete journal of this program, or is damaged.
 */
export async function migrateJournal(db: Transaction<JournalTables>, at: string): Promise<string> {
  const catalog = databaseCatalogOf(db);
  const version = await catalog.version(db);
  if (version > steps.length) {
    throw new JournalSchemaError(
      `it was written by a newer version of remit (schema version ${version}; this one supports ${steps.length})`,
      'update remit',
    );
  }
  if (version < steps.length) {
    if (version === 0) await refuseForeign(db);
    await applyChanges(db, steps.slice(version).flat());
    if (version < FIRST_CHAINED) {
      const { beginChain } = await import('./chain/genesis.ts');
      await beginChain(db, at);
    }
    await catalog.setVersion(db, steps.length);
  }
  await checkShape(db);
  const damage = await catalog.damage(db);
  if (damage !== undefined) throw new JournalSchemaError(`it is damaged: ${damage}`);
  const id = await selectJournalId(db);
  if (id === undefined) throw new JournalSchemaError('its first entry is missing or damaged');
  return id;
}

/** A database that cannot hold a journal: foreign, damaged, incomplete, or written by a newer version. */
class JournalSchemaError extends Error {
  override readonly name = 'JournalSchemaError';
  readonly code = 'JOURNAL_SCHEMA';
  readonly next: readonly string[];

  constructor(message: string, next = 'restore it from a copy') {
    super(message);
    this.next = [next];
  }
}

/** The versions of the journal: the statements that lead from each to the next. Append only. */
const steps: readonly (readonly Change[])[] = [
  [
    `create table runs (
      id text primary key, pid integer not null, started text not null, created_at text not null)`,
    `create table intents (
      id text primary key, run_id text not null references runs (id), operation text not null, natural_key text,
      in_doubt integer, profile text, origin text not null, token_print text, business_id text, payable_id text,
      connection_id text, payment_id text, cents integer, body_hash text, seen_before text not null,
      idempotency_key text not null, service_time text, repeats text, repeats_because text, created_at text not null)`,
    `create unique index intents_lock on intents (natural_key) where in_doubt = 1`,
    `create index intents_in_doubt on intents (in_doubt) where in_doubt = 1`,
    `create index intents_by_key on intents (natural_key)`,
    `create index intents_by_payment on intents (payment_id)`,
    `create table outcomes (
      intent_id text primary key references intents (id), outcome text not null, status integer, code text,
      request_id text, server_id text, at text not null)`,
    `create table verdicts (
      seq integer primary key, intent_id text not null references intents (id), verdict text not null, note text,
      at text not null)`,
    `create index verdicts_by_intent on verdicts (intent_id)`,
  ],
  [
    `create table observations (
      origin text not null, what text not null, at text not null, primary key (origin, what))`,
  ],
  [
    `create table intent_payables (
      intent_id text not null references intents (id), payable_id text not null, payment_id text,
      primary key (intent_id, payable_id))`,
    `create index intent_payables_by_payable on intent_payables (payable_id)`,
    `insert into intent_payables (intent_id, payable_id, payment_id)
      select id, payable_id, payment_id from intents where operation = 'pay.initiate' and payable_id is not null`,
    `create table plan_batches (
      intent_id text primary key references intents (id), plan text not null, batch integer not null)`,
    `create index plan_batches_by_plan on plan_batches (plan)`,
  ],
  [`alter table runs add column machine text`],
  [
    // Rows of earlier versions stay unchanged, including amounts below zero.
    `alter table intents add column environment text check (environment is null or cents > 0)`,
    `create table former_origins (origin text primary key)`,
    `insert into former_origins (origin) select distinct origin from intents`,
    `create table files (id text primary key, created_at text not null, ended_at text)`,
    `create table file_rows (
      intent_id text primary key references intents (id), file_id text not null references files (id),
      row_hash text not null)`,
    `create index file_rows_by_hash on file_rows (row_hash)`,
    `create index file_rows_by_file on file_rows (file_id)`,
  ],
  [
    `create table entries (
      seq integer primary key, kind text not null, intent_id text, content text not null, hash text not null)`,
    `create index entries_by_intent on entries (intent_id, seq)`,
    `alter table verdicts add column source text`,
  ],
  [`alter table intents add column consent text`],
  [
    `create table intent_payees (
      intent_id text not null references intents (id), seq integer not null, business_id text, connection_id text,
      cents integer not null check (cents > 0), primary key (intent_id, seq))`,
    `create index intent_payees_by_business on intent_payees (business_id)`,
    `create index intent_payees_by_connection on intent_payees (connection_id)`,
  ],
  [`alter table runs add column sending_folder text`],
  [
    `drop index intents_in_doubt`,
    `create index intents_in_doubt on intents (in_doubt) where in_doubt is not null`,
  ],
];

/** The version that began the chain of entries. */
const FIRST_CHAINED = 6;

/** The columns that the journal relies on, and the index that serves as its lock. */
const shape = {
  runs: ['id', 'pid', 'started', 'machine', 'sending_folder', 'created_at'],
  intents: [
    ...['id', 'run_id', 'operation', 'natural_key', 'in_doubt', 'profile', 'origin', 'environment'],
    'token_print',
    ...['business_id', 'payable_id', 'connection_id', 'payment_id', 'cents', 'body_hash'],
    ...['seen_before', 'idempotency_key', 'service_time', 'repeats', 'repeats_because'],
    ...['created_at', 'consent'],
  ],
  outcomes: ['intent_id', 'outcome', 'status', 'code', 'request_id', 'server_id', 'at'],
  verdicts: ['seq', 'intent_id', 'verdict', 'source', 'note', 'at'],
  entries: ['seq', 'kind', 'intent_id', 'content', 'hash'],
  observations: ['origin', 'what', 'at'],
  intent_payables: ['intent_id', 'payable_id', 'payment_id'],
  intent_payees: ['intent_id', 'seq', 'business_id', 'connection_id', 'cents'],
  plan_batches: ['intent_id', 'plan', 'batch'],
  former_origins: ['origin'],
  files: ['id', 'created_at', 'ended_at'],
  file_rows: ['intent_id', 'file_id', 'row_hash'],
  intents_lock: ['natural_key'],
};

/** Refuses to write into the database of another program. */
async function refuseForeign(db: Kysely<JournalTables>): Promise<void> {
  const [first] = await databaseCatalogOf(db).tables(db);
  if (first !== undefined) {
    throw new JournalSchemaError(`it is a database, but not a journal (it holds ${first})`);
  }
}

async function checkShape(db: Kysely<JournalTables>): Promise<void> {
  const found = await databaseCatalogOf(db).parts(db);
  const missing = Object.entries(shape)
    .flatMap(([owner, names]) => names.map((name) => `${owner}.${name}`))
    .filter((table) => !found.has(table));
  if (missing.length > 0)
    throw new JournalSchemaError(`parts of it are missing: ${missing.join(', ')}`);
}
