/** Pay-me links, and the files that were uploaded: logos and attachments. */
export const linkTables: readonly string[] = [
  `create table pay_me_links (
    business_id text primary key, enabled integer not null, min_cents integer, max_cents integer,
    token text not null unique, updated_at text not null) strict, without rowid`,
  `create table files (
    id text primary key, account_id text not null, filename text not null, content_type text not null,
    size integer not null, sha256 text not null, bytes blob not null, created_at text not null) strict`,
  `create table payable_files (
    file_id text not null, payable_id text not null, primary key (file_id, payable_id)) strict, without rowid`,
  `alter table businesses rename column logo_url to logo_file_id`,
];
