import type { Generated } from 'kysely';
import type { PaymentStatus } from '../../api/operations/pay.ts';
import type { PayableStatus } from '../../api/operations/payable.ts';
import {
  counter,
  optional,
  type Statement,
  sqlInteger,
  sqlTable,
  sqlText,
} from '../../storage/tables.ts';

/** The tables of payables, their counts and their activity. Timestamps are UTC ISO 8601. */
export const payableTables = {
  payables: sqlTable({
    /** Order of creation; breaks ties of `created_at`. */
    seq: counter(),
    id: sqlText('unique'),
    /** Null for a payment through a pay-me link. */
    connection_id: optional(sqlText()),
    payer_id: optional(sqlText()),
    payee_id: sqlText(),
    status: sqlText<PayableStatus>(),
    cents: sqlInteger('check (cents > 0)'),
    due_date: optional(sqlText()),
    invoice_number: optional(sqlText()),
    memo: optional(sqlText()),
    /** JSON array of line items with their `totalCents`, or null. */
    line_items: optional(sqlText()),
    /** JSON array of file references; `[]` if there are none. */
    attachments: sqlText(),
    decline_reason: optional(sqlText()),
    source: sqlText<'api' | 'payMeLink'>(),
    /** JSON {name, email} of a payer without an account. */
    external_payer: optional(sqlText()),
    /** The `receipt_id` of the newest payment by a link. */
    public_id: optional(sqlText()),
    active_payment_id: optional(sqlText()),
    /** Id of the newest payment; `payment_status` is its status. */
    payment_id: optional(sqlText()),
    payment_status: optional(sqlText<PaymentStatus>()),
    /** JSON {paymentId, status, code, reason, at} of the newest payment that ended without paying. */
    last_payment_failure: optional(sqlText()),
    link_nano_id: optional(sqlText()),
    link_enabled: sqlInteger(),
    /** 1 if a payment disabled the link: when that payment is returned, the link is enabled again. */
    link_closed_by_payment: sqlInteger<Generated<number>>('default 0'),
    created_at: sqlText(),
    updated_at: sqlText(),
    submitted_at: optional(sqlText()),
    approved_at: optional(sqlText()),
    declined_at: optional(sqlText()),
    cancelled_at: optional(sqlText()),
    paid_at: optional(sqlText()),
  }),
  /**
   * Number of payables for each combination of these columns, maintained by triggers. A missing payer or connection is
   * ''.
   */
  payable_counts: sqlTable(
    {
      payee_id: sqlText(),
      payer_id: sqlText(),
      connection_id: sqlText(),
      status: sqlText<PayableStatus>(),
      count: sqlInteger(),
    },
    { key: ['payee_id', 'connection_id', 'payer_id', 'status'], hasOrder: false },
  ),
  activity: sqlTable({
    seq: counter(),
    id: sqlText('unique'),
    payable_id: sqlText(),
    type: sqlText(),
    message: sqlText(),
    /** JSON {type, userId, name, businessId}. */
    actor: sqlText(),
    from_status: optional(sqlText()),
    to_status: optional(sqlText()),
    /** JSON object. */
    metadata: sqlText(),
    created_at: sqlText(),
  }),
};

const countNew = `insert into payable_counts
      values (new.payee_id, coalesce(new.payer_id, ''), coalesce(new.connection_id, ''), new.status, 1)
      on conflict (payee_id, connection_id, payer_id, status)
      do update set count = payable_counts.count + 1;`;

const countsOfNew: Statement = {
  sqlite: `create trigger payables_counted after insert on payables begin ${countNew} end`,
  postgres: `create function count_payable() returns trigger language plpgsql as $$
    begin ${countNew} return null; end $$;
    create trigger payables_counted after insert on payables
      for each row execute function count_payable()`,
};

const uncountOld = `update payable_counts set count = count - 1
      where payee_id = old.payee_id and connection_id = coalesce(old.connection_id, '')
      and payer_id = coalesce(old.payer_id, '') and status = old.status;`;

const countsOfMoved: Statement = {
  sqlite: `create trigger payables_recounted after update of status, payer_id, connection_id on payables
    when (old.status, old.payer_id, old.connection_id) is not (new.status, new.payer_id, new.connection_id)
    begin ${uncountOld} ${countNew} end`,
  postgres: `create function recount_payable() returns trigger language plpgsql as $$
    begin ${uncountOld} ${countNew} return null; end $$;
    create trigger payables_recounted after update of status, payer_id, connection_id on payables for each row
      when ((old.status, old.payer_id, old.connection_id) is distinct from (new.status, new.payer_id, new.connection_id))
      execute function recount_payable()`,
};

/** The indices of these tables, and the triggers that count payables. Each list of the service has an index in its order, that of `seq`. */
export const payableIndices: readonly Statement[] = [
  `create index payables_of_payer on payables (payer_id, seq, status, payee_id)`,
  `create index payables_of_payee on payables (payee_id, seq)`,
  `create index payables_of_payer_by_status on payables (payer_id, status, seq, payee_id)`,
  `create index payables_of_payee_by_status on payables (payee_id, status, seq)`,
  `create index payables_of_connection_payee on payables (connection_id, payee_id, seq, status)`,
  `create index payables_of_connection_payer on payables (connection_id, payer_id, seq, status, payee_id)`,
  `create unique index payables_by_number on payables (connection_id, invoice_number) where connection_id is not null and invoice_number is not null`,
  `create unique index payables_by_link on payables (link_nano_id) where link_nano_id is not null`,
  `create unique index payables_by_public_id on payables (public_id) where public_id is not null`,
  `create index payables_by_status on payables (status, seq)`,
  `create index payables_of_connection_payee_by_status on payables (connection_id, payee_id, status, seq)`,
  `create index payables_of_connection_payer_by_status on payables (connection_id, payer_id, status, seq, payee_id)`,
  `create index payables_by_invoice_number on payables (lower(invoice_number), seq)`,
  `create index payables_by_amount on payables (cents, seq)`,
  `create index payables_by_due_date on payables (due_date, seq, status, cents) where due_date is not null`,
  `create index payable_counts_of_payer on payable_counts (payer_id, connection_id)`,
  `create index activity_of_payable on activity (payable_id, seq)`,
  countsOfNew,
  countsOfMoved,
];
