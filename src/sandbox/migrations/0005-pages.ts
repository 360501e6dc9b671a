/** What the pages for people without an account remember between one page and the next. */
export const pageTables: readonly string[] = [
  `create table checkouts (
    hash text primary key, kind text not null, link text not null, wishes text not null, public_id text,
    expires_at text not null) strict, without rowid`,
];
