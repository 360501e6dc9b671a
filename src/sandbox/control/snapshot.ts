import { createHash } from 'node:crypto';
import { z } from 'zod/mini';
import { roles } from '../../api/controls/people.ts';
import type { Seed } from '../../api/controls/state.ts';
import { ApiError } from '../../api/http/api-error.ts';
import { BusinessStatus } from '../../api/operations/business.ts';
import { ConnectionStatus } from '../../api/operations/connection.ts';
import { PayableStatus } from '../../api/operations/payable.ts';
import { IsoDate } from '../../api/schema/field-types.ts';
import { clockAt, END_OF_TIME, readClock } from '../context/clock.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { readBody } from '../context/parse-input.ts';
import { readSetting, settings, writeSetting } from '../context/settings.ts';
import { findRow, rowAt } from '../database/rows.ts';
import { noSnapshot, restoreSnapshot, Snapshot, takeSnapshot } from '../database/snapshot.ts';
import { parseFaultSpec } from '../faults/fault.ts';
import { jobs } from '../jobs/run-due-jobs.ts';
import { checkLedger } from '../ledger/invariants.ts';
import { businessesOf, clear, fill } from '../seed/fill.ts';
import { moveDeliveries } from '../webhooks/delivery-cursor.ts';
import type { ControlHandlers } from './control-handlers.ts';
import { lastEventSeq } from './events.ts';

/**
 * Controls of the whole state: reset, seed, export and import. A reset keeps the owner's tokens, and returns to the clock
 * with which the sandbox was created, or to another time.
 */
export const stateControlHandlers: ControlHandlers<
  'reset' | 'seed' | 'exportState' | 'importState'
> = {
  async reset({ seed, now }, engine) {
    const name = seed ?? (await readSetting(engine.db, settings.seed)) ?? 'empty';
    const first = (await readSetting(engine.db, settings.firstClock)) ?? engine.clock();
    const wall = engine.wallNow();
    const clock = now === undefined ? first : clockAt(first.mode, new Date(now), wall);
    const moment = readClock(clock, wall);
    const done = await engine.transact(async (world) => {
      await clear(world);
      await writeSetting(world.db, settings.clock, clock);
      return filled(name, { ...world, now: () => moment });
    });
    await engine.reset();
    return done;
  },

  async seed({ name }, world) {
    if (name !== 'empty' && (await businessesOf(world)).length > 0) {
      throw new ApiError(409, 'already_seeded', 'The sandbox is not empty: reset it first.');
    }
    return filled(name, world);
  },

  exportState: (_, world) => takeSnapshot(world),

  async importState(file, engine) {
    const snapshot = readBody(Snapshot, file);
    checkCells(snapshot);
    await engine.transact(async (world) => {
      await restoreSnapshot(world, snapshot);
      await checkRestored(world);
      await moveDeliveries(world.db, await lastEventSeq(world.db));
    });
    await engine.reset();
    const businesses = await engine.transact(businessesOf);
    return { now: engine.now().toISOString(), businesses };
  },
};

async function filled(name: Seed, world: HandlerContext) {
  await fill(world, name);
  return { seed: name, now: world.now().toISOString(), businesses: await businessesOf(world) };
}

type Cell = Snapshot['tables'][string][number][string];
type Check = readonly [isValid: (cell: Cell) => boolean, expected: string];

const isText =
  (isValid: (text: string) => boolean) =>
  (cell: Cell): boolean =>
    typeof cell === 'string' && isValid(cell);

/** Reports whether a function accepts a value without throwing. */
const accepts =
  (read: (text: string) => unknown) =>
  (text: string): boolean => {
    try {
      read(text);
      return true;
    } catch {
      return false;
    }
  };

const instant: Check = [
  isText((text) => !(new Date(text) > END_OF_TIME) && accepts(sameInstant)(text)),
  'a UTC timestamp with milliseconds',
];
const calendarDate: Check = [(cell) => z.safeParse(IsoDate, cell).success, 'a date YYYY-MM-DD'];
const json: Check = [isText(accepts(JSON.parse)), 'JSON'];
const cents: Check = [
  (cell) => typeof cell === 'number' && Math.abs(cell) <= MAX_CENTS,
  'an amount in cents',
];
const mediaType: Check = [
  isText((text) => /^[\w.+-]+\/[\w.+-]+(?:; ?[\w.+-]+=[\w.+-]+)*$/.test(text)),
  'a media type',
];

const oneOf = (names: readonly string[]): Check => [
  isText((text) => names.includes(text)),
  `one of ${names.join(', ')}`,
];

/** More than all payables of the largest sandbox together, and little enough to be added without rounding. */
const MAX_CENTS = 1e15;

function sameInstant(text: string): void {
  if (new Date(text).toISOString() !== text) throw new RangeError(text);
}

const columnChecks: Readonly<Record<string, Check>> = {
  'payables.due_date': calendarDate,
  'payments.scheduled_date': calendarDate,
  'files.content_type': mediaType,
  'files.sha256': [isText((text) => /^[\da-f]{64}$/.test(text)), 'a SHA-256 in hexadecimal'],
  'idempotency.headers': mediaType,
  'idempotency.status': [
    (cell) => typeof cell === 'number' && cell >= 200 && cell <= 599,
    'an HTTP status from 200 to 599',
  ],
  'businesses.status': oneOf(BusinessStatus.options),
  'connections.status': oneOf(ConnectionStatus.options),
  'payables.status': oneOf(PayableStatus.options),
  'tokens.role': oneOf(roles),
  'users.role': oneOf(roles),
  'jobs.kind': [isText((text) => Object.hasOwn(jobs, text)), 'a kind of job'],
  'faults.wish': [isText(accepts(parseFaultSpec)), 'a fault'],
};

/** The columns of JSON. */
const jsonColumns = new Set(
  [
    ['accounting_syncs', 'entity_types', 'results', 'errors'],
    ['activity', 'actor', 'metadata'],
    ['bank_accounts', 'notice_of_change'],
    ['bank_mappings', 'synced'],
    ['book_documents', 'content'],
    ['businesses', 'address', 'controller', 'required_actions'],
    ['checkouts', 'wishes'],
    ['connection_sides', 'tag_ids'],
    ['events', 'data'],
    ['link_tokens', 'accounts'],
    ['outbox', 'letter'],
    ['payables', 'line_items', 'attachments', 'external_payer', 'last_payment_failure'],
    ['payments', 'external_payer'],
  ].flatMap(([table, ...columns]) => columns.map((column) => `${table}.${column}`)),
);

function checkOf(table: string, column: string): Check | undefined {
  const name = `${table}.${column}`;
  if (jsonColumns.has(name)) return json;
  if (/(?:^|_)at$/.test(column)) return instant;
  return /(?:^|_)cents(?:_\d)?$/.test(column) ? cents : columnChecks[name];
}

/**
 * Checks each cell of a snapshot. Which may be null, and which text or number, the database itself checks.
 *
 * @throws {ApiError} 422 with the first cell that is invalid
 */
function checkCells({ tables }: Snapshot): void {
  for (const [table, rows] of Object.entries(tables)) {
    const columns = new Set<string>();
    for (const row of rows) for (const column of Object.keys(row)) columns.add(column);
    for (const column of columns) checkColumn(rows, table, column);
  }
}

function checkColumn(rows: Snapshot['tables'][string], table: string, column: string): void {
  const [isValid, expected] = checkOf(table, column) ?? [];
  if (!isValid) return;
  const at = rows.findIndex(({ [column]: cell = null }) => cell !== null && !isValid(cell));
  if (at >= 0) throw noSnapshot(`${table}.${at}.${column}`, `must be ${expected}`);
}

/**
 * Checks what was restored as a whole: settings, clock, owner, files and the ledger.
 *
 * @throws {ApiError} 422 with what is wrong
 */
async function checkRestored({ db, wallNow }: HandlerContext): Promise<void> {
  await checkSettings(db);
  await checkClock(db, wallNow());
  const owner = await readSetting(db, settings.owner);
  if (!(await findRow(db, 'users', owner?.userId ?? null)))
    throw noSnapshot('users', 'the owner is missing');
  await checkFiles(db);
  const { ok, invariants } = await checkLedger(db);
  const broken = invariants.find((it) => !it.ok);
  if (!ok)
    throw noSnapshot('ledger_lines', broken ? `${broken.name}: ${broken.detail}` : 'no zero sum');
}

type Db = HandlerContext['db'];

/** The settings that every directory has. */
const requiredSettings: readonly string[] = ['clock', 'secret', 'seed', 'owner'];

async function checkSettings(db: Db): Promise<void> {
  const rows = await db.selectFrom('settings').selectAll().execute();
  const values = new Map(rows.map(({ key, value }) => [key, value]));
  const missing = requiredSettings.find((key) => !values.has(key));
  if (missing !== undefined) throw noSnapshot('settings', `${missing} is missing`);
  for (const { key, schema } of Object.values(settings)) {
    const value = values.get(key);
    if (value !== undefined && !accepts((text) => z.parse(schema, JSON.parse(text)))(value))
      throw noSnapshot('settings', `${key} is invalid`);
  }
}

async function checkClock(db: Db, wall: Date): Promise<void> {
  const clock = await readSetting(db, settings.clock);
  const now = clock && readClock(clock, wall);
  if (now && now >= START_OF_TIME && now <= END_OF_TIME) return;
  throw noSnapshot('settings', 'the clock must be between the years 1970 and 9999');
}

const START_OF_TIME = new Date(0);

async function checkFiles(db: Db): Promise<void> {
  const ids = await db.selectFrom('files').select('id').execute();
  for (const { id } of ids) {
    const row = await rowAt(db, 'files', id);
    const bytes = new Uint8Array(row.bytes);
    const isWhole = row.size === bytes.length && row.sha256 === sha256Of(bytes);
    if (!isWhole) throw noSnapshot('files', `size and SHA-256 of ${id} must be those of its bytes`);
  }
}

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
