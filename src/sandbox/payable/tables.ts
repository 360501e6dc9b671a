import type { Generated } from 'kysely';
import type { PaymentStatus } from '../../contract/pay.ts';
import type { PayableStatus } from '../../contract/payable.ts';

/** Invoices, and what happened to them. */
export interface PayableTables {
  payables: {
    /** Order of creation: the tie-breaker when created_at is equal. */
    seq: Generated<number>;
    id: string;
    /** Null for a payment through a pay-me link. */
    connection_id: string | null;
    payer_id: string | null;
    payee_id: string;
    status: PayableStatus;
    cents: number;
    due_date: string | null;
    invoice_number: string | null;
    memo: string | null;
    /** JSON array of line items with their `totalCents`, or null. */
    line_items: string | null;
    /** JSON array of file references. */
    attachments: string;
    decline_reason: string | null;
    source: 'api' | 'payMeLink';
    /** Name and email of a payer without an account, JSON. */
    external_payer: string | null;
    public_id: string | null;
    active_payment_id: string | null;
    /** Status of the newest payment, and its id. */
    payment_id: string | null;
    payment_status: PaymentStatus | null;
    /** JSON {paymentId, status, code, reason, at} of the newest payment that ended without paying. */
    last_payment_failure: string | null;
    link_nano_id: string | null;
    link_enabled: number;
    created_at: string;
    updated_at: string;
    submitted_at: string | null;
    approved_at: string | null;
    declined_at: string | null;
    cancelled_at: string | null;
    paid_at: string | null;
  };
  /** How many payables there are of each kind; the database keeps it by itself. What they lack is ''. */
  payable_counts: {
    payee_id: string;
    payer_id: string;
    connection_id: string;
    status: PayableStatus;
    count: number;
  };
  activity: {
    seq: Generated<number>;
    id: string;
    payable_id: string;
    type: string;
    message: string;
    /** JSON {type, userId, name, businessId}. */
    actor: string;
    from_status: string | null;
    to_status: string | null;
    /** JSON object. */
    metadata: string;
    created_at: string;
  };
}
