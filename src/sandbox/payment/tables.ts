/** The tables of payments, withdrawals and the ledger. */

import type { Generated } from 'kysely';
import type { LedgerClass } from '../../contract/control-records.ts';
import type { ClearingSpeed, PaymentStatus } from '../../contract/pay.ts';

/** The tables of money: payments, withdrawals and the ledger. Timestamps are UTC ISO 8601. */
export interface PaymentTables {
  payments: {
    seq: Generated<number>;
    id: string;
    kind: 'payable' | 'quickPay' | 'paymentLink' | 'payMeLink';
    payable_id: string | null;
    connection_id: string | null;
    payer_id: string | null;
    payee_id: string;
    /** JSON {name, email} of a payer without an account. */
    external_payer: string | null;
    funding_source_id: string | null;
    /**
     * The behavior of an outside payer's account. Once submitted, the outcome of the debit: a code, `<code>-late`, or
     * null.
     */
    outcome: string | null;
    cents: number;
    speed: ClearingSpeed;
    status: PaymentStatus;
    scheduled_date: string | null;
    memo: string | null;
    hold_reason: string | null;
    failure_code: string | null;
    failure_reason: string | null;
    trace_number: string | null;
    cutoff_missed: number;
    /** The end of the window that submits it, and its settlement; the Eastern date of the latter is the estimate. */
    submit_at: string | null;
    settle_at: string | null;
    created_at: string;
    submitted_at: string | null;
    completed_at: string | null;
    failed_at: string | null;
    returned_at: string | null;
    cancelled_at: string | null;
    /** The last segment of its receipt's URL; null for a payment that no link started. */
    receipt_id: string | null;
  };
  withdrawals: {
    seq: Generated<number>;
    id: string;
    business_id: string;
    funding_source_id: string;
    cents: number;
    status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED';
    failure_code: string | null;
    failure_reason: string | null;
    created_at: string;
    submit_at: string;
    settle_at: string;
    submitted_at: string | null;
    completed_at: string | null;
    failed_at: string | null;
  };

  /** The ledger: append-only entries whose lines sum to zero (debits positive, credits negative). */
  ledger_entries: { seq: Generated<number>; at: string; event: string; ref: string };
  ledger_lines: { entry_seq: number; line: number; account: string; cents: number };
  /** Cached sums of the lines, by account. */
  ledger_accounts: { name: string; class: LedgerClass; cents: number };
}
