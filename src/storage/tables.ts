/** Tables, declared once: the SQL that creates them in SQLite and PostgreSQL, and the types of their rows. */

import { type Generated, type QueryExecutorProvider, sql } from 'kysely';
import { databaseCatalogOf, isOnServer } from './catalog.ts';
import { SchemaError } from './errors.ts';

/** A column that holds values of a type, as kysely knows it. */
export interface SqlColumn<Value> {
  readonly type: 'text' | 'integer' | 'blob' | 'counter';
  readonly isOptional: boolean;
  /** Further constraints, as SQL. */
  readonly rules: string;
  /** Never set: only for the compiler. */
  readonly value?: Value;
}

const columnOf =
  <Default>(type: SqlColumn<unknown>['type']) =>
  <Value = Default>(rules = ''): SqlColumn<NoInfer<Value>> => ({ type, isOptional: false, rules });

/** Text, compared by bytes; `rules` are further constraints. */
export const sqlText = columnOf<string>('text');

/** A 64-bit integer. */
export const sqlInteger = columnOf<number>('integer');

/** Bytes. */
export const sqlBlob = columnOf<Uint8Array>('blob');

/** The number of a row and its primary key, in order of insertion. */
export const counter = columnOf<Generated<number>>('counter');

/** A column that may hold `null`. */
export const optional = <Value>(column: SqlColumn<Value>): SqlColumn<Value | null> => ({
  ...column,
  isOptional: true,
});

type Columns = Readonly<Record<string, SqlColumn<unknown>>>;

/** A table. */
export interface SqlTable<Of extends Columns = Columns> {
  readonly columns: Of;
  /** The columns of its primary key, if that is not one column. */
  readonly key?: readonly string[];
  /** False if the order of insertion is not kept, as `rowid`. A counter is that order. */
  readonly hasOrder: boolean;
}

/** Declares a table. */
export const sqlTable = <Of extends Columns>(
  columns: Of,
  {
    key,
    hasOrder = true,
  }: { readonly key?: readonly (keyof Of & string)[]; readonly hasOrder?: boolean } = {},
): SqlTable<Of> => ({ columns, ...(key && { key }), hasOrder });

/** The types of the rows, by table. */
export type RowsOf<Tables> = {
  [Name in keyof Tables]: Tables[Name] extends SqlTable<infer Of>
    ? { [Key in keyof Of]: Of[Key] extends SqlColumn<infer Value> ? Value : never }
    : never;
};

/** A statement of SQL that both databases take, or both texts. */
export type Statement = string | { readonly sqlite: string; readonly postgres: string };

/** A whole database. */
export interface Schema {
  /** A noun, for errors: `journal`. */
  readonly name: string;
  readonly version: number;
  readonly tables: Readonly<Record<string, SqlTable>>;
  /** Its indices and triggers. */
  readonly statements: readonly Statement[];
}

/**
 * Creates the tables of a new database, and leaves any other as it is. Call it in a write transaction, so that processes
 * that start together do not meet half a schema. Returns true if the database was new.
 *
 * @throws {SchemaError} If the database has another version, or belongs to another program. Nothing was written.
 */
export async function createSchema(db: QueryExecutorProvider, schema: Schema): Promise<boolean> {
  const catalog = databaseCatalogOf(db);
  const version = await catalog.version(db);
  if (version === schema.version) return false;
  if (version !== 0) {
    throw new SchemaError(
      `its schema has version ${version}, and this version of remit reads version ${schema.version}`,
      'use the version of remit that created it',
    );
  }
  const [foreign] = await catalog.tables(db);
  if (foreign !== undefined) {
    throw new SchemaError(`it is a database, but not a ${schema.name} (it holds ${foreign})`);
  }
  const creations = Object.entries(schema.tables).map(([name, it]) => creationOf(name, it));
  const isServer = isOnServer(db);
  for (const statement of [...creations, ...schema.statements]) {
    const { sqlite, postgres } =
      typeof statement === 'string' ? { sqlite: statement, postgres: statement } : statement;
    await sql.raw(isServer ? postgres : sqlite).execute(db);
  }
  await catalog.setVersion(db, schema.version);
  return true;
}

/** Returns the statements that create a table. It is strict: SQLite refuses values of another type, too. */
function creationOf(name: string, { columns, key, hasOrder }: SqlTable) {
  const entries = Object.entries(columns);
  const keys = key ? [`primary key (${key.join(', ')})`] : [];
  const hasCounter = entries.some(([, { type }]) => type === 'counter');
  const order = hasOrder && !hasCounter ? [`rowid ${SERVER_COUNTER}`] : [];
  const create = (types: Types, more: readonly string[]) => {
    const lines = entries.map(([column, it]) => columnText(column, it, types));
    return `create table ${name} (${[...lines, ...keys, ...more].join(', ')})`;
  };
  return {
    sqlite: `${create(fileTypes, [])} strict${hasOrder ? '' : ', without rowid'}`,
    postgres: create(serverTypes, order),
  };
}

type Types = Readonly<Record<SqlColumn<unknown>['type'], string>>;

const columnText = (name: string, { type, isOptional, rules }: SqlColumn<unknown>, types: Types) =>
  [name, types[type], ...(isOptional ? [] : ['not null']), rules].join(' ');

const SERVER_COUNTER = 'bigint generated by default as identity';

const fileTypes: Types = {
  text: 'text',
  integer: 'integer',
  blob: 'blob',
  counter: 'integer primary key',
};

const serverTypes: Types = {
  text: 'text collate "C"',
  integer: 'bigint',
  blob: 'bytea',
  counter: `${SERVER_COUNTER} primary key`,
};
