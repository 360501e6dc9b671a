/** The schema of the sandbox database: the tables of all features together. */

import type { Generated, Selectable } from 'kysely';
import type { OutboxKind } from '../../contract/control-records.ts';
import type { AccessTables } from '../access/tables.ts';
import type { AccountingTables } from '../accounting/tables.ts';
import type { BusinessTables } from '../business/tables.ts';
import type { ConnectionTables } from '../connection/tables.ts';
import type { FaultTables } from '../faults/fault.ts';
import type { PayableTables } from '../payable/tables.ts';
import type { PaymentTables } from '../payment/tables.ts';
import type { AuthorizationTables } from '../public-api/authorization.ts';
import type { InspectorTables } from '../web/inspector/access.ts';
import type { PageTables } from '../web/pages/pay/checkout.ts';

/**
 * The tables of the sandbox.
 *
 * Money is in integer cents, timestamps are UTC ISO 8601 text with milliseconds, calendar dates `YYYY-MM-DD`, flags 0
 * or 1, lists and objects JSON text, so that SQLite and PostgreSQL read alike. Timestamps are of the domain clock,
 * except those marked as wall time.
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
    AuthorizationTables,
    EventTables {
  /** The sandbox's own state, one row for each key: clock, options, owner. */
  settings: { key: string; value: string };
}

/** A row of a table as a query returns it. */
export type Row<Name extends keyof SandboxTables> = Selectable<SandboxTables[Name]>;

/** The tables of jobs, events and emails. */
interface EventTables {
  /** Jobs, run in order of (due_at, seq) and then deleted. `ref` is the id of their subject. */
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
    /** Its content, as JSON. */
    letter: string;
    url: string | null;
    token: string | null;
    invitation_id: string | null;
    payable_id: string | null;
    bounced: number;
    created_at: string;
    /** 1 once it was opened in the inspector. */
    is_read: Generated<number>;
  };
}

/** The tables of pay-me links and files. */
interface LinkTables {
  pay_me_links: {
    business_id: string;
    enabled: number;
    /** Null: no limit. */
    min_cents: number | null;
    max_cents: number | null;
    /** The last segment of its URL. */
    token: string;
    updated_at: string;
  };
  /** The tokens that pay-me links had before. */
  replaced_pay_me_tokens: { token: string; business_id: string; replaced_at: string };
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
  /** The payables that a file is attached to: both sides may read it. */
  payable_files: { file_id: string; payable_id: string };
}
