import type { Generated } from 'kysely';
import type { PaymentStatus } from '../../contract/pay.ts';
import type { PayableStatus } from '../../contract/payable.ts';

/** The tables of payables, their counts and their activity. Timestamps are UTC ISO 8601. */
export interface PayableTables {
  payables: {
    /** Order of creation; breaks ties of `created_at`. */
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
    /** JSON array of file references; `[]` if there are none. */
    attachments: string;
    decline_reason: string | null;
    source: 'api' | 'payMeLink';
    /** JSON {name, email} of a payer without an account. */
    external_payer: string | null;
    /** The `receipt_id` of the newest payment by a link. */
    public_id: string | null;
    active_payment_id: string | null;
    /** Id of the newest payment; `payment_status` is its status. */
    payment_id: string | null;
    payment_status: PaymentStatus | null;
    /** JSON {paymentId, status, code, reason, at} of the newest payment that ended without paying. */
    last_payment_failure: string | null;
    link_nano_id: string | null;
    link_enabled: number;
    /** 1 if a payment disabled the link: when that payment is returned, the link is enabled again. */
    link_closed_by_payment: Generated<number>;
    created_at: string;
    updated_at: string;
    submitted_at: string | null;
    approved_at: string | null;
    declined_at: string | null;
    cancelled_at: string | null;
    paid_at: string | null;
  };
  /**
   * Number of payables for each combination of these columns, maintained by triggers. A missing payer or connection is
   * ''.
   */
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
