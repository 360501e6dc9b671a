import type { Consent, VerdictSource } from './intent.ts';

/** The tables of the journal. Money in integer cents, times as UTC ISO of the wall clock. */
export interface JournalTables {
  /**
   * Records that are only added to: the rows of the other tables can be derived from them. `content` is canonical JSON, and
   * `hash` the SHA-256 over the hash before and the content.
   */
  entries: { seq: number; kind: string; intent_id: string | null; content: string; hash: string };
  /** One start of this program: shows whether the process that was sending has exited. */
  runs: {
    id: string;
    pid: number;
    started: string;
    /** The machine that it ran on, see `machineOf`; `null` if it was not known. */
    machine: string | null;
    /** The folder of its markers, see `markersIn`; `null` in a file, beside which they are, and if it had none. */
    sending_folder: string | null;
    created_at: string;
  };
  intents: {
    id: string;
    run_id: string;
    operation: string;
    /** SHA-256 of the fields that identify duplicates; `null` in rows of earlier versions that had none. */
    natural_key: string | null;
    /**
     * 1 while unresolved: the unique index over it is the lock between processes. 2 if the outcome contradicts the verdict
     * that was recorded before it, until a person gives another one. Otherwise `null`.
     */
    in_doubt: 1 | 2 | null;
    profile: string | null;
    origin: string;
    /** `null` in rows of earlier versions, which lock in every environment. */
    environment: string | null;
    token_print: string | null;
    business_id: string | null;
    payable_id: string | null;
    connection_id: string | null;
    payment_id: string | null;
    cents: number | null;
    body_hash: string | null;
    /** JSON of facts as they were before: ids and states. */
    seen_before: string;
    idempotency_key: string;
    /** The service's clock, for comparison with its records. */
    service_time: string | null;
    /** The applied intents that this one repeats, and the reasons, separated by commas. */
    repeats: string | null;
    repeats_because: string | null;
    created_at: string;
    /** The kind of consent it was sent with; `null` if none was needed, and in rows of earlier versions. */
    consent: Consent | null;
  };
  /** The payables that an intent pays. While it is unresolved, no other intent may pay them. */
  intent_payables: { intent_id: string; payable_id: string; payment_id: string | null };
  /** The payees of an intent, in the order of its rows; `business_id` is `null` if the service does not state it. */
  intent_payees: {
    intent_id: string;
    seq: number;
    business_id: string | null;
    connection_id: string | null;
    cents: number;
  };
  /** The batches of payment runs; `plan` is the hash of the plan, batches count from 1. */
  plan_batches: { intent_id: string; plan: string; batch: number };
  outcomes: {
    intent_id: string;
    outcome: 'not-sent' | 'rejected' | 'throttled' | 'applied' | 'unknown';
    status: number | null;
    code: string | null;
    request_id: string | null;
    server_id: string | null;
    at: string;
  };
  /** The origins that earlier versions sent to; their natural keys include it. */
  former_origins: { origin: string };
  /**
   * Files that payables are created from, a row for each reading; `ended_at` is set when nothing of it is left to do.
   */
  files: { id: string; created_at: string; ended_at: string | null };
  /** The row of a file that an intent creates: the hash of its content and of its number among equal rows. */
  file_rows: { intent_id: string; file_id: string; row_hash: string };
  /** Capabilities observed of services. */
  observations: { origin: string; what: string; at: string };
  verdicts: {
    seq: number;
    intent_id: string;
    verdict: 'applied' | 'not-applied';
    /** `null` in rows of earlier versions. */
    source: VerdictSource | null;
    note: string | null;
    at: string;
  };
}
