/** The schema of the sandbox database: the tables of all features together. */

import type { Generated, Selectable } from 'kysely';
import type { OutboxKind } from '../../api/controls/events.ts';
import {
  counter,
  optional,
  type RowsOf,
  type Schema,
  type Statement,
  sqlBlob,
  sqlInteger,
  sqlTable,
  sqlText,
} from '../../storage/tables.ts';
import { accessIndices, accessTables } from '../access/tables.ts';
import { accountingIndices, accountingTables } from '../accounting/tables.ts';
import { businessIndices, businessTables } from '../business/tables.ts';
import { connectionIndices, connectionTables } from '../connection/tables.ts';
import { payableIndices, payableTables } from '../payable/tables.ts';
import { paymentIndices, paymentTables } from '../payment/tables.ts';
import { publicIndices, publicTables } from '../public-api/tables.ts';

/** The tables of jobs, events and emails. */
const eventTables = {
  /** Jobs, run in order of (due_at, seq) and then deleted. `ref` is the id of their subject. */
  jobs: sqlTable({ seq: counter(), due_at: sqlText(), kind: sqlText(), ref: sqlText() }),
  events: sqlTable({
    seq: counter(),
    id: sqlText('unique'),
    type: sqlText(),
    at: sqlText(),
    resource_type: sqlText(),
    resource_id: sqlText(),
    business_id: optional(sqlText()),
    /** JSON object. */
    data: sqlText(),
  }),
  /** Emails that a real service would send. */
  outbox: sqlTable({
    seq: counter(),
    id: sqlText('unique'),
    kind: sqlText<OutboxKind>(),
    to_email: sqlText(),
    subject: sqlText(),
    /** Its content, as JSON. */
    letter: sqlText(),
    url: optional(sqlText()),
    token: optional(sqlText()),
    invitation_id: optional(sqlText()),
    payable_id: optional(sqlText()),
    bounced: sqlInteger(),
    created_at: sqlText(),
    /** 1 once it was opened in the inspector. */
    is_read: sqlInteger<Generated<number>>('default 0'),
  }),
};

/** The indices of these tables. */
const eventIndices: readonly Statement[] = [
  `create index jobs_by_time on jobs (due_at, seq)`,
  `create index jobs_about on jobs (ref, kind)`,
  `create index events_by_type on events (type, seq)`,
  `create index events_about on events (resource_id, seq)`,
  `create index outbox_by_addressee on outbox (to_email, seq)`,
  `create index outbox_unread on outbox (seq) where is_read = 0`,
];

/**
 * The tables of the sandbox.
 *
 * Money is in integer cents, timestamps are UTC ISO 8601 text with milliseconds, calendar dates `YYYY-MM-DD`, flags 0
 * or 1, lists and objects JSON text, so that SQLite and PostgreSQL read alike. Timestamps are of the domain clock,
 * except those marked as wall time.
 */
const sandboxTables = {
  ...accessTables,
  ...businessTables,
  ...connectionTables,
  ...payableTables,
  ...paymentTables,
  ...accountingTables,
  ...publicTables,
  ...eventTables,
  /** Logos and attachments. */
  files: sqlTable({
    id: sqlText('primary key'),
    account_id: sqlText(),
    filename: sqlText(),
    content_type: sqlText(),
    size: sqlInteger(),
    sha256: sqlText(),
    bytes: sqlBlob(),
    created_at: sqlText(),
  }),
  /** The payables that a file is attached to: both sides may read it. */
  payable_files: sqlTable(
    { file_id: sqlText(), payable_id: sqlText() },
    { key: ['file_id', 'payable_id'], hasOrder: false },
  ),
  /** Injected faults. */
  faults: sqlTable({
    seq: counter(),
    id: sqlText('unique'),
    /** JSON of `FaultSpec`. */
    wish: sqlText(),
    /** Number of remaining hits; null for no limit. */
    times_left: optional(sqlInteger()),
    times_applied: sqlInteger(),
    /** State of its random number generator. */
    chance: sqlInteger(),
    created_at: sqlText(),
  }),
  /** One-time codes of the inspector, and the cookies they were exchanged for, by hash. Wall time. */
  inspector_keys: sqlTable(
    { hash: sqlText('primary key'), kind: sqlText<'code' | 'cookie'>(), expires_at: sqlText() },
    { hasOrder: false },
  ),
  /** The sandbox's own state, one row for each key: clock, options, owner. */
  settings: sqlTable({ key: sqlText('primary key'), value: sqlText() }, { hasOrder: false }),
};

/** The rows of the sandbox's tables. */
export type SandboxTables = RowsOf<typeof sandboxTables>;

/** A row of a table as a query returns it. */
export type Row<Name extends keyof SandboxTables> = Selectable<SandboxTables[Name]>;

/** The schema of a sandbox's database. */
export const sandboxSchema: Schema = {
  name: 'sandbox',
  version: 1,
  tables: sandboxTables,
  statements: [
    ...accessIndices,
    ...businessIndices,
    ...connectionIndices,
    ...payableIndices,
    ...paymentIndices,
    ...accountingIndices,
    ...publicIndices,
    ...eventIndices,
  ],
};
