import type { Change } from '../../storage/ddl.ts';

const countNew = `insert into payable_counts
      values (new.payee_id, coalesce(new.payer_id, ''), coalesce(new.connection_id, ''), new.status, 1)
      on conflict (payee_id, connection_id, payer_id, status)
      do update set count = payable_counts.count + 1;`;

const countsOfNew: Change = {
  sqlite: `create trigger payables_counted after insert on payables begin ${countNew} end`,
  postgres: `create function count_payable() returns trigger language plpgsql as $$
    begin ${countNew} return null; end $$;
    create trigger payables_counted after insert on payables
      for each row execute function count_payable()`,
};

const uncountOld = `update payable_counts set count = count - 1
      where payee_id = old.payee_id and connection_id = coalesce(old.connection_id, '')
      and payer_id = coalesce(old.payer_id, '') and status = old.status;`;

const countsOfMoved: Change = {
  sqlite: `create trigger payables_recounted after update of status, payer_id, connection_id on payables
    when (old.status, old.payer_id, old.connection_id) is not (new.status, new.payer_id, new.connection_id)
    begin ${uncountOld} ${countNew} end`,
  postgres: `create function recount_payable() returns trigger language plpgsql as $$
    begin ${uncountOld} ${countNew} return null; end $$;
    create trigger payables_recounted after update of status, payer_id, connection_id on payables for each row
      when ((old.status, old.payer_id, old.connection_id) is distinct from (new.status, new.payer_id, new.connection_id))
      execute function recount_payable()`,
};

/** Payables, and what happened to them. Each list that the service offers has an index in its order, which is that of `seq`; how many there are is counted as they change. */
export const payableTables: readonly Change[] = [
  `create table payables (
    seq integer primary key, id text not null unique, connection_id text, payer_id text, payee_id text not null,
    status text not null, cents integer not null check (cents > 0), due_date text, invoice_number text, memo text,
    line_items text, attachments text not null, decline_reason text, source text not null, external_payer text,
    public_id text, active_payment_id text, payment_id text, payment_status text, last_payment_failure text,
    link_nano_id text, link_enabled integer not null, created_at text not null, updated_at text not null,
    submitted_at text, approved_at text, declined_at text, cancelled_at text, paid_at text) strict`,
  `create index payables_of_payer on payables (payer_id, seq, status, payee_id)`,
  `create index payables_of_payee on payables (payee_id, seq)`,
  `create index payables_of_payer_by_status on payables (payer_id, status, seq, payee_id)`,
  `create index payables_of_payee_by_status on payables (payee_id, status, seq)`,
  `create index payables_of_connection_payee on payables (connection_id, payee_id, seq, status)`,
  `create index payables_of_connection_payer on payables (connection_id, payer_id, seq, status, payee_id)`,
  `create unique index payables_by_number on payables (connection_id, invoice_number)
    where connection_id is not null and invoice_number is not null`,
  `create unique index payables_by_link on payables (link_nano_id) where link_nano_id is not null`,
  `create unique index payables_by_public_id on payables (public_id) where public_id is not null`,
  `create table payable_counts (
    payee_id text not null, payer_id text not null, connection_id text not null, status text not null,
    count integer not null, primary key (payee_id, connection_id, payer_id, status)) strict, without rowid`,
  `create index payable_counts_of_payer on payable_counts (payer_id, connection_id)`,
  countsOfNew,
  countsOfMoved,
  `create table activity (
    seq integer primary key, id text not null unique, payable_id text not null, type text not null,
    message text not null, actor text not null, from_status text, to_status text, metadata text not null,
    created_at text not null) strict`,
  `create index activity_of_payable on activity (payable_id, seq)`,
];
