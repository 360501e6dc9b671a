/** Faults to order, and what a bank account holds outside of the service. */
export const faultTables: readonly string[] = [
  `create table faults (
    seq integer primary key, id text not null unique, wish text not null, times_left integer, struck integer not null,
    chance integer not null, created_at text not null) strict`,
  `alter table bank_accounts add column outside_cents integer`,
];
