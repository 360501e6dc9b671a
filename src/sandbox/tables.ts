import type { Selectable } from 'kysely';
import type { AccessTables } from './tables/access.ts';
import type { AccountingTables } from './tables/accounting.ts';
import type { BusinessTables } from './tables/business.ts';
import type { ConnectionTables } from './tables/connection.ts';
import type { DiaryTables } from './tables/diary.ts';
import type { FaultTables } from './tables/fault.ts';
import type { InspectorTables } from './tables/inspector.ts';
import type { LinkTables } from './tables/link.ts';
import type { PageTables } from './tables/page.ts';
import type { PayableTables } from './tables/payable.ts';
import type { PaymentTables } from './tables/payment.ts';

export type { Role } from './tables/access.ts';
export type { OutboxKind } from './tables/diary.ts';
export type { LedgerClass } from './tables/payment.ts';

/**
 * Rows as the database keeps them: money in integer cents, moments as UTC ISO text with milliseconds, calendar dates as
 * `YYYY-MM-DD`, flags as 0 or 1, lists and objects as JSON text, so that SQLite and PostgreSQL read alike.
 * Moments are of the domain clock, except where a comment says wall.
 */
export interface Tables
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
    DiaryTables {
  /** The sandbox's own state: clock, options, owner; one row a key. */
  settings: { key: string; value: string };
}

export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;
