import type { Generated } from 'kysely';

/** The journal's rows: money in integer cents, moments as UTC ISO text of the wall clock. */
export interface JournalTables {
  /** One start of this program: tells whether the process that was sending is gone. */
  runs: {
    id: string;
    pid: number;
    started: string;
    /** Where it ran; null in a journal that is used by one machine. */
    machine: string | null;
    created_at: string;
  };
  intents: {
    id: string;
    run_id: string;
    operation: string;
    /** SHA-256 of what makes two requests the same thing; null in rows of earlier versions where nothing did. */
    natural_key: string | null;
    /** 1 while it is in doubt: the unique index over it is the lock between programs. Null when settled. */
    in_doubt: 1 | null;
    profile: string | null;
    origin: string;
    /** Null in rows of earlier versions, which lock in every environment. */
    environment: string | null;
    token_print: string | null;
    business_id: string | null;
    payable_id: string | null;
    connection_id: string | null;
    payment_id: string | null;
    cents: number | null;
    body_hash: string | null;
    /** JSON of small facts as they were before: ids and states. */
    seen_before: string;
    idempotency_key: string;
    /** The service's own clock, for comparison with its records. */
    service_time: string | null;
    /** The applied intent that this one repeats, and why it may. */
    repeats: string | null;
    repeats_because: string | null;
    created_at: string;
  };
  /** What an intent pays: while it is in doubt none of it is paid by another. */
  intent_payables: { intent_id: string; payable_id: string; payment_id: string | null };
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
  /** The origins that earlier versions sent to: their keys hold them. */
  former_origins: { origin: string };
  /** Files that were created from, each time that one was read; ended when nothing of it was left to do. */
  files: { id: string; created_at: string; ended_at: string | null };
  /** The row of a file that an intent is of: the hash of what it says and of its number among equal rows. */
  file_rows: { intent_id: string; file_id: string; row_hash: string };
  /** What a service was seen to do. */
  observations: { origin: string; what: string; at: string };
  verdicts: {
    seq: Generated<number>;
    intent_id: string;
    verdict: 'applied' | 'not-applied';
    note: string | null;
    at: string;
  };
}
