/** The keys of the inspector, and what it finds its lists by: payables of one state, the events about one thing. */
export const inspectorTables: readonly string[] = [
  `create table inspector_keys (
    hash text primary key, kind text not null, expires_at text not null) strict, without rowid`,
  `create index payables_by_status on payables (status, seq)`,
  `create index events_about on events (resource_id, seq)`,
];
