/** The tables of payments, withdrawals and the ledger. */

import type { EntryDescription, SecCode } from '../../api/ach/entry.ts';
import type { LedgerClass } from '../../api/controls/money.ts';
import type { ClearingSpeed, PaymentStatus } from '../../api/operations/pay.ts';
import {
  counter,
  optional,
  type Statement,
  sqlInteger,
  sqlTable,
  sqlText,
} from '../../storage/tables.ts';

/** The tables of money: payments, withdrawals and the ledger. Timestamps are UTC ISO 8601. */
export const paymentTables = {
  payments: sqlTable({
    seq: counter(),
    id: sqlText('unique'),
    kind: sqlText<'payable' | 'quickPay' | 'paymentLink' | 'payMeLink'>(),
    payable_id: optional(sqlText()),
    connection_id: optional(sqlText()),
    payer_id: optional(sqlText()),
    payee_id: sqlText(),
    /** JSON {name, email} of a payer without an account. */
    external_payer: optional(sqlText()),
    funding_source_id: optional(sqlText()),
    /**
     * The behavior of an outside payer's account. Once submitted, the outcome of the debit: a code, `<code>-late`, or
     * null.
     */
    outcome: optional(sqlText()),
    cents: sqlInteger('check (cents > 0)'),
    speed: sqlText<ClearingSpeed>(),
    status: sqlText<PaymentStatus>(),
    scheduled_date: optional(sqlText()),
    memo: optional(sqlText()),
    hold_reason: optional(sqlText()),
    failure_code: optional(sqlText()),
    failure_reason: optional(sqlText()),
    trace_number: optional(sqlText()),
    /** The standard entry class code, and the company entry description. */
    sec_code: sqlText<SecCode>(),
    entry_description: sqlText<EntryDescription>(),
    cutoff_missed: sqlInteger(),
    /** The end of the window that submits it, and its settlement; the Eastern date of the latter is the estimate. */
    submit_at: optional(sqlText()),
    settle_at: optional(sqlText()),
    created_at: sqlText(),
    submitted_at: optional(sqlText()),
    completed_at: optional(sqlText()),
    failed_at: optional(sqlText()),
    returned_at: optional(sqlText()),
    cancelled_at: optional(sqlText()),
    /** The last segment of its receipt's URL; null for a payment that no link started. */
    receipt_id: optional(sqlText()),
  }),
  withdrawals: sqlTable({
    seq: counter(),
    id: sqlText('unique'),
    business_id: sqlText(),
    funding_source_id: sqlText(),
    cents: sqlInteger('check (cents > 0)'),
    status: sqlText<'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'RETURNED'>(),
    failure_code: optional(sqlText()),
    failure_reason: optional(sqlText()),
    created_at: sqlText(),
    submit_at: sqlText(),
    settle_at: sqlText(),
    submitted_at: optional(sqlText()),
    completed_at: optional(sqlText()),
    failed_at: optional(sqlText()),
    returned_at: optional(sqlText()),
  }),

  /** The ledger: append-only entries whose lines sum to zero (debits positive, credits negative). */
  ledger_entries: sqlTable({ seq: counter(), at: sqlText(), event: sqlText(), ref: sqlText() }),
  ledger_lines: sqlTable(
    { entry_seq: sqlInteger(), line: sqlInteger(), account: sqlText(), cents: sqlInteger() },
    { key: ['entry_seq', 'line'], hasOrder: false },
  ),
  /** Cached sums of the lines, by account. */
  ledger_accounts: sqlTable(
    { name: sqlText('primary key'), class: sqlText<LedgerClass>(), cents: sqlInteger() },
    { hasOrder: false },
  ),
};

/** The indices of these tables. */
export const paymentIndices: readonly Statement[] = [
  `create index payments_by_status on payments (status, seq)`,
  `create index payments_of_bank on payments (funding_source_id, status)`,
  `create index payments_of_payable on payments (payable_id, seq)`,
  `create index payments_of_payer on payments (payer_id, status)`,
  `create index payments_of_payee on payments (payee_id, status)`,
  `create unique index payments_by_receipt on payments (receipt_id) where receipt_id is not null`,
  `create index payments_by_guest on payments (lower(external_payer), seq) where external_payer is not null`,
  `create index payments_by_failure on payments (failure_code, seq) where failure_code is not null`,
  `create index payments_by_amount on payments (cents, seq)`,
  `create index payments_of_payer_by_age on payments (payer_id, seq)`,
  `create index payments_of_payee_by_age on payments (payee_id, seq)`,
  `create index withdrawals_of_business on withdrawals (business_id, seq)`,
  `create index withdrawals_of_bank on withdrawals (funding_source_id, status)`,
  `create index withdrawals_by_status on withdrawals (status, seq)`,
  `create index ledger_entries_about on ledger_entries (ref, event)`,
  `create index ledger_lines_of_account on ledger_lines (account, entry_seq, cents)`,
];
