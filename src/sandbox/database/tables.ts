import type { Selectable } from 'kysely';
import type { AccessTables } from '../access/tables.ts';
import type { AccountingTables } from '../accounting/tables.ts';
import type { BusinessTables } from '../business/tables.ts';
import type { ConnectionTables } from '../connection/tables.ts';
import type { DiaryTables } from '../notifications/tables.ts';
import type { FaultTables } from '../faults/tables.ts';
import type { InspectorTables } from '../web/inspector/tables.ts';
import type { LinkTables } from '../payment-link/tables.ts';
import type { PageTables } from '../web/pages/pay/tables.ts';
import type { PayableTables } from '../payable/tables.ts';
import type { PaymentTables } from '../payment/tables.ts';

export type { Role } from '../access/tables.ts';
export type { OutboxKind } from '../notifications/tables.ts';
export type { LedgerClass } from '../payment/tables.ts';

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
