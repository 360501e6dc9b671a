import {
  counter,
  optional,
  type RowsOf,
  type Statement,
  sqlInteger,
  sqlTable,
  sqlText,
} from '../../storage/tables.ts';
import type { Consent, FinalOutcome, Verdict, VerdictSource } from './intent.ts';

const OF_INTENT = 'references intents (id)';

/** The tables of the journal. Money in integer cents, times as UTC ISO of the wall clock. */
export const journalTables = {
  /**
   * Records that are only added to: the rows of the other tables can be derived from them. `content` is canonical JSON, and
   * `hash` the SHA-256 over the hash before and the content.
   */
  entries: sqlTable({
    seq: counter<number>(),
    kind: sqlText(),
    intent_id: optional(sqlText()),
    content: sqlText(),
    hash: sqlText(),
  }),
  /** One start of this program: shows whether the process that was sending has exited. */
  runs: sqlTable({
    id: sqlText('primary key'),
    pid: sqlInteger(),
    started: sqlText(),
    /** The machine that it ran on, see `machineOf`; `null` if it was not known. */
    machine: optional(sqlText()),
    /** The directory of its markers, see `markersIn`; `null` in a file, beside which they are, and if it had none. */
    sending_folder: optional(sqlText()),
    created_at: sqlText(),
  }),
  intents: sqlTable({
    id: sqlText('primary key'),
    run_id: sqlText('references runs (id)'),
    operation: sqlText(),
    /** SHA-256 of the fields that identify duplicates. */
    natural_key: sqlText(),
    /**
     * 1 while unresolved: the unique index over it is the lock between processes. 2 if the outcome contradicts the verdict
     * that was recorded before it, until a person gives another one. Otherwise `null`.
     */
    in_doubt: optional(sqlInteger<1 | 2>()),
    profile: optional(sqlText()),
    origin: sqlText(),
    environment: sqlText(),
    token_print: optional(sqlText()),
    business_id: optional(sqlText()),
    payable_id: optional(sqlText()),
    connection_id: optional(sqlText()),
    payment_id: optional(sqlText()),
    cents: optional(sqlInteger('check (cents > 0)')),
    body_hash: optional(sqlText()),
    /** JSON of facts as they were before: ids and states. */
    seen_before: sqlText(),
    idempotency_key: sqlText(),
    /** The service's clock, for comparison with its records. */
    service_time: optional(sqlText()),
    /** The applied intents that this one repeats, and the reasons, separated by commas. */
    repeats: optional(sqlText()),
    repeats_because: optional(sqlText()),
    created_at: sqlText(),
    /** The kind of consent it was sent with; `null` if none was needed. */
    consent: optional(sqlText<Consent>()),
  }),
  /** The payables that an intent pays. While it is unresolved, no other intent may pay them. */
  intent_payables: sqlTable(
    { intent_id: sqlText(OF_INTENT), payable_id: sqlText(), payment_id: optional(sqlText()) },
    { key: ['intent_id', 'payable_id'] },
  ),
  /** The payees of an intent, in the order of its rows; `business_id` is `null` if the service does not state it. */
  intent_payees: sqlTable(
    {
      intent_id: sqlText(OF_INTENT),
      seq: sqlInteger(),
      business_id: optional(sqlText()),
      connection_id: optional(sqlText()),
      cents: sqlInteger('check (cents > 0)'),
    },
    { key: ['intent_id', 'seq'] },
  ),
  /** The batches of payment runs; `plan` is the hash of the plan, batches count from 1. */
  plan_batches: sqlTable({
    intent_id: sqlText(`primary key ${OF_INTENT}`),
    plan: sqlText(),
    batch: sqlInteger(),
  }),
  outcomes: sqlTable({
    intent_id: sqlText(`primary key ${OF_INTENT}`),
    outcome: sqlText<FinalOutcome>(),
    status: optional(sqlInteger()),
    code: optional(sqlText()),
    request_id: optional(sqlText()),
    server_id: optional(sqlText()),
    at: sqlText(),
  }),
  verdicts: sqlTable({
    seq: counter<number>(),
    intent_id: sqlText(OF_INTENT),
    verdict: sqlText<Verdict>(),
    source: sqlText<VerdictSource>(),
    note: optional(sqlText()),
    at: sqlText(),
  }),
  /**
   * Files that payables are created from, a row for each reading; `ended_at` is set when nothing of it is left to do.
   */
  files: sqlTable({
    id: sqlText('primary key'),
    created_at: sqlText(),
    ended_at: optional(sqlText()),
  }),
  /** The row of a file that an intent creates: the hash of its content and of its number among equal rows. */
  file_rows: sqlTable({
    intent_id: sqlText(`primary key ${OF_INTENT}`),
    file_id: sqlText('references files (id)'),
    row_hash: sqlText(),
  }),
  /** Capabilities observed of services. */
  observations: sqlTable(
    { origin: sqlText(), what: sqlText(), at: sqlText() },
    { key: ['origin', 'what'] },
  ),
};

/** The rows of the journal's tables. */
export type JournalTables = RowsOf<typeof journalTables>;

/** The indices of the journal; `intents_lock` is the lock between processes. */
export const journalIndices: readonly Statement[] = [
  `create unique index intents_lock on intents (natural_key) where in_doubt = 1`,
  `create index intents_in_doubt on intents (in_doubt) where in_doubt is not null`,
  `create index intents_by_key on intents (natural_key)`,
  `create index intents_by_payment on intents (payment_id)`,
  `create index verdicts_by_intent on verdicts (intent_id)`,
  `create index intent_payables_by_payable on intent_payables (payable_id)`,
  `create index plan_batches_by_plan on plan_batches (plan)`,
  `create index file_rows_by_hash on file_rows (row_hash)`,
  `create index file_rows_by_file on file_rows (file_id)`,
  `create index entries_by_intent on entries (intent_id, seq)`,
  `create index intent_payees_by_business on intent_payees (business_id)`,
  `create index intent_payees_by_connection on intent_payees (connection_id)`,
];
