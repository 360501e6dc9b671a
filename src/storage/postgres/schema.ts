/** The schema of a store: it is created, checked, and identified. */

import { randomBytes } from 'node:crypto';
import { DatabaseConnectionError, UnsafeSchemaError } from '../errors.ts';
import type { ConnectionLease } from './connection.ts';

/**
 * Creates the schema, and what its queries need, unless it exists; checks that it is this role's own, and that no other
 * role can write to it. Returns its identity: a random text that is stored in it.
 *
 * @throws {UnsafeSchemaError} If the schema or something in it belongs to another role, or can be changed by one.
 */
export async function prepareSchema(lease: ConnectionLease, schema: string): Promise<string> {
  const found = await inspect(lease, schema);
  if (found.identity !== undefined) return found.identity;
  const create = found.exists ? '' : `create schema "${schema}";`;
  const id = randomBytes(16).toString('hex');
  try {
    // The statements of one message are one transaction.
    await lease.query(`${create} ${CONTENT}; insert into identity values ('${id}')`);
  } catch (error) {
    if (error instanceof DatabaseConnectionError) throw error;
    // Another process may have created it: its names are unique, so that one of both fails.
    const { identity } = await inspect(lease, schema);
    if (identity === undefined) throw error;
  }
  // Whoever created the schema may have been another role.
  const { identity } = await inspect(lease, schema);
  if (identity === undefined) throw new UnsafeSchemaError(`its schema ${schema} is gone`, []);
  return identity;
}

/** The table of the identity, and the two JSON functions of SQLite that queries use. */
const CONTENT = [
  'create table identity (id text not null)',
  `create or replace function json_each(document text) returns table (value text) language sql immutable strict
    as 'select element::text from jsonb_array_elements(document::jsonb) as element'`,
  `create or replace function json_extract(document text, path text) returns numeric language sql immutable strict
    as 'select (document::jsonb #>> string_to_array(substr(path, 3), ''.''))::numeric'`,
].join(';');

interface Inspected {
  readonly exists: boolean;
  /** `undefined` if there is none. */
  readonly identity?: string | undefined;
}

/** Checks the schema, if it exists, and returns its identity. */
async function inspect(lease: ConnectionLease, schema: string): Promise<Inspected> {
  const { rows } = await lease.query<Owned>(OWNERSHIP, [schema]);
  const [owned] = rows;
  if (!owned) return { exists: false };
  assertOwn(owned, schema);
  if (owned.hasIdentity !== 1) return { exists: true };
  const found = await lease.query<{ readonly id: string }>('select id from identity');
  return { exists: true, identity: found.rows[0]?.id };
}

/** The owner of a schema, and the others that have a part in it. */
interface Owned {
  readonly role: string;
  readonly owner: string;
  /** 1 if the role of this connection is the owner, or a member of it. */
  readonly isOwn: number;
  readonly hasIdentity: number;
  /** The things of other roles, such as `table intents of eve`; `null` if there are none. */
  readonly foreign: string | null;
  /** The rights of others to change something, such as `CREATE on schema x to eve`; `null` if there are none. */
  readonly grants: string | null;
}

/**
 * Reads the owners and the rights of a schema from the catalog.
 *
 * The members of the owner are trusted, by name: to a superuser, who may do everything, every role would count as its own.
 * Superusers are left out: no right holds them off.
 */
const OWNERSHIP = `
  with recursive own (oid) as (
    select nspowner from pg_namespace where nspname = $1
    union select member from pg_auth_members join own on roleid = own.oid),
  trusted (oid) as (select oid from own union select oid from pg_roles where rolsuper),
  things (what, owner, rights) as (
    select case relkind when 'S' then 'sequence ' when 'v' then 'view ' else 'table ' end || relname, relowner,
      coalesce(relacl, acldefault(case relkind when 'S' then 's' else 'r' end::"char", relowner))
      from pg_class where relnamespace = (select oid from pg_namespace where nspname = $1)
        and relkind in ('r', 'p', 'S', 'v', 'm', 'f')
    union all
    select 'column ' || relname || '.' || attname, relowner, attacl
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = (select oid from pg_namespace where nspname = $1) and attacl is not null
    union all
    select 'function ' || proname, proowner, null
      from pg_proc where pronamespace = (select oid from pg_namespace where nspname = $1)
    union all
    select 'schema ' || nspname, nspowner, coalesce(nspacl, acldefault('n', nspowner))
      from pg_namespace where nspname = $1),
  grants (text) as (
    select privilege_type || ' on ' || what || ' to ' || coalesce(rolname, 'everyone')
    from things, aclexplode(rights) left join pg_roles on pg_roles.oid = grantee
    where privilege_type not in ('SELECT', 'MAINTAIN')
      and not (privilege_type = 'USAGE' and what like 'schema %')
      and grantee not in (select oid from trusted))
  select current_user as role, owner.rolname as owner,
    exists (select from own join pg_roles as self on self.oid = own.oid where self.rolname = current_user) as "isOwn",
    to_regclass(quote_ident($1) || '.identity') is not null as "hasIdentity",
    (select string_agg(what || ' of ' || pg_get_userbyid(things.owner), ', ' order by what) from things
      where things.owner not in (select oid from trusted)) as "foreign",
    (select string_agg(text, ', ' order by text) from grants) as grants
  from pg_namespace join pg_roles as owner on owner.oid = nspowner where nspname = $1`;

function assertOwn({ role, owner, isOwn, foreign, grants }: Owned, schema: string): void {
  const another = 'or name another schema in the URL: ?schema=<name>';
  if (isOwn !== 1) {
    throw new UnsafeSchemaError(
      `its schema ${schema} belongs to the role ${owner}, not to ${role}, so ${owner} can change or delete what is in it`,
      [
        `an administrator can check what is in it, then: alter schema ${schema} owner to ${role}`,
        another,
      ],
    );
  }
  if (foreign !== null) {
    throw new UnsafeSchemaError(
      `in its schema ${schema} there is what belongs to other roles: ${foreign}`,
      [`check what it holds, then give it to ${owner} or drop it`, another],
    );
  }
  if (grants !== null) {
    throw new UnsafeSchemaError(`other roles can write to its schema ${schema}: ${grants}`, [
      `revoke these rights, or make the role a member of the owner: grant ${owner} to <role>`,
      another,
    ]);
  }
}
