import { sql } from 'kysely';
import { z } from 'zod/mini';
import { ApiError } from '../../api/http/api-error.ts';
import { databaseCatalogOf } from '../../storage/catalog.ts';
import { isRowRefused } from '../../storage/errors.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { createInvalidFieldError } from '../context/validation.ts';
import { sandboxSchema } from './tables.ts';

/** A value of a column: text, an integer, null or bytes. */
const Cell = z.union([z.string(), z.int(), z.null(), z.object({ base64: z.string() })]);

/** The content of a sandbox, except what belongs to its directory. */
export type Snapshot = z.output<typeof Snapshot>;
export const Snapshot = z.object({
  /** Version of the tables: a snapshot fits programs with that version only. */
  version: z.int(),
  tables: z.record(z.string(), z.array(z.record(z.string(), Cell))),
});

/** Keys of settings that belong to the directory: options and webhook progress. */
const localSettings = ['options', 'webhook'];

/** Tables that the database derives from the others. */
const derived = ['payable_counts'];

/** Copies all tables. Includes the owner's tokens, but only their hashes. */
export async function takeSnapshot({ db }: HandlerContext): Promise<Snapshot> {
  const tables: Snapshot['tables'] = {};
  for (const name of await tableNames(db)) {
    const rows = await databaseCatalogOf(db).rows(db, name);
    const included = rows.filter((row) => name !== 'settings' || !isLocalSetting(row));
    tables[name] = included.map((row) => mapCells(row, toCell));
  }
  return { version: sandboxSchema.version, tables };
}

/**
 * Replaces all tables by a snapshot.
 *
 * @throws {ApiError} 409 for another version of the tables, 422 for an invalid snapshot
 */
export async function restoreSnapshot(
  { db }: HandlerContext,
  { version, tables }: Snapshot,
): Promise<void> {
  if (version !== sandboxSchema.version) {
    const message = `The snapshot has schema version ${version}; this program supports ${sandboxSchema.version}.`;
    throw new ApiError(409, 'other_version', message);
  }
  if (!tables['settings']?.some((row) => row['key'] === 'owner'))
    throw noSnapshot('settings', 'owner is missing');
  const names = await tableNames(db);
  for (const name of names) await empty(name, db);
  for (const name of derived) await empty(name, db);
  for (const name of names) await refill(name, tables[name] ?? [], db);
}

const empty = (name: string, db: Db) =>
  name === 'settings'
    ? sql`delete from settings where key not in (${sql.join(localSettings)})`.execute(db)
    : sql`delete from ${sql.table(name)}`.execute(db);

async function refill(name: string, rows: Snapshot['tables'][string], db: Db): Promise<void> {
  const columns = await databaseCatalogOf(db).columns(db, name);
  for (const [at, row] of rows
    .filter((it) => name !== 'settings' || !isLocalSetting(it))
    .entries()) {
    const names = Object.keys(row);
    const unknown = names.find((column) => !columns.has(column));
    if (names.length === 0 || unknown !== undefined)
      throw noSnapshot(`${name}.${at}`, `column ${unknown ?? ''} is unknown`);
    const insertion = sql`insert into ${sql.table(name)} (${sql.join(names.map((column) => sql.ref(column)))})
      values (${sql.join(Object.values(mapCells(row, ofCell)))})`;
    await insertion.execute(db).catch((error: unknown) => {
      throw isRowRefused(error) ? noSnapshot(`${name}.${at}`, error.message) : error;
    });
  }
  await databaseCatalogOf(db).recount(db, name);
}

type Db = HandlerContext['db'];

async function tableNames(db: Db): Promise<readonly string[]> {
  return (await databaseCatalogOf(db).tables(db)).filter((name) => !derived.includes(name));
}

const isLocalSetting = (row: Readonly<Record<string, unknown>>) =>
  localSettings.includes(String(row['key']));

const mapCells = <From, To>(row: Readonly<Record<string, From>>, change: (cell: From) => To) =>
  Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, change(cell)]));

const toCell = (value: unknown): z.output<typeof Cell> =>
  value instanceof Uint8Array || value instanceof ArrayBuffer
    ? { base64: Buffer.from(new Uint8Array(value)).toString('base64') }
    : z.parse(Cell, value);

const ofCell = (cell: z.output<typeof Cell>) =>
  cell !== null && typeof cell === 'object' ? Buffer.from(cell.base64, 'base64') : cell;

/** Creates a 422 for a table, a row or a cell of a snapshot, such as `payments.3.created_at`. */
export const noSnapshot = (place: string, problem: string): ApiError =>
  createInvalidFieldError('invalid_snapshot', `tables.${place}`, `tables.${place}: ${problem}.`);
