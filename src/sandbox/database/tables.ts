import type { Generated, Selectable } from 'kysely';
import type { AccessTables } from '../access/tables.ts';
import type { AccountingTables } from '../accounting/tables.ts';
import type { BusinessTables } from '../business/tables.ts';
import type { ConnectionTables } from '../connection/tables.ts';
import type { FaultTables } from '../faults/fault.ts';
import type { PayableTables } from '../payable/tables.ts';
import type { PaymentTables } from '../payment/tables.ts';
import type { InspectorTables } from '../web/inspector/access.ts';
import type { PageTables } from '../web/pages/pay/checkout.ts';

export type { Role } from '../access/tables.ts';
export type { LedgerClass } from '../payment/tables.ts';

/**
 * Rows as the database keeps them: money in integer cents, moments as UTC ISO text with milliseconds, calendar dates as
 * `YYYY-MM-DD`, flags as 0 or 1, lists and objects as JSON text, so that SQLite and PostgreSQL read alike.
 * Moments are of the domain clock, except where a comment says wall.
 */
export interface SandboxTables
  extends AccessTables,
    BusinessTables,
    ConnectionTables,
    PayableTables,
    PaymentTables,
    LinkTables,
    AccountingTables,
    FaultTables,
    InspectorTables,
    PageTables,
    EventTables {
  /** The sandbox's own state: clock, options, owner; one row a key. */
  settings: { key: string; value: string };
}

export type Row<Name extends keyof SandboxTables> = Selectable<SandboxTables[Name]>;

/** What is to happen, what has happened, and who was told. */
interface EventTables {
  /** Work that falls due: run in order of (due_at, seq), then deleted. `ref` names what it is about. */
  jobs: { seq: Generated<number>; due_at: string; kind: string; ref: string };
  events: {
    seq: Generated<number>;
    id: string;
    type: string;
    at: string;
    resource_type: string;
    resource_id: string;
    business_id: string | null;
    /** JSON object. */
    data: string;
  };
  /** Emails that a real service would send. */
  outbox: {
    seq: Generated<number>;
    id: string;
    kind: OutboxKind;
    to_email: string;
    subject: string;
    text: string;
    url: string | null;
    token: string | null;
    invitation_id: string | null;
    payable_id: string | null;
    bounced: number;
    created_at: string;
  };
}

export type OutboxKind =
  | 'invitation'
  | 'public_request'
  | 'payable_submitted'
  | 'payable_approved'
  | 'payable_declined'
  | 'payable_cancelled'
  | 'reminder'
  | 'payment_link'
  | 'payment';

/** What people without an account reach, and what is kept byte for byte. */
interface LinkTables {
  pay_me_links: {
    business_id: string;
    enabled: number;
    /** Null: no limit. */
    min_cents: number | null;
    max_cents: number | null;
    /** The end of its address. */
    token: string;
    updated_at: string;
  };
  /** Logos and attachments. */
  files: {
    id: string;
    account_id: string;
    filename: string;
    content_type: string;
    size: number;
    sha256: string;
    bytes: Uint8Array;
    created_at: string;
  };
  /** On which payables a file stands: both sides of them may read it. */
  payable_files: { file_id: string; payable_id: string };
}
