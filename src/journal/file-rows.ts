import type { Kysely, Transaction } from 'kysely';
import { locks, type RecordedDestination } from './destination.ts';
import { RowAlreadyCreatedError, UnknownOutcomeError } from './errors.ts';
import { type InFlightContext, isIntentInFlight } from './in-flight.ts';
import { canonicalJson, sha256 } from './intent-draft.ts';
import {
  type FileCutoffs,
  isApplied,
  selectByFileRows,
  toIntent,
  unresolvedOf,
} from './read-intents.ts';
import type { JournalTables } from './tables.ts';

/** A row of a file that is being created from: which reading of it, and the hash that the row is known by. */
export interface FileRow {
  readonly file: string;
  readonly hash: string;
}

/** What a row of a file says. */
export interface RowContent {
  readonly businessId: string;
  readonly connectionId: string;
  readonly content: unknown;
}

/** A row of a file, and the intent that created it where one did. */
export interface KnownRow {
  readonly hash: string;
  readonly created: { readonly intentId: string; readonly payableId: string | null } | null;
}

/** A file as the journal knows it, whatever it is called. */
export interface KnownFile {
  readonly rows: readonly KnownRow[];
  /** Earlier readings of it. */
  readonly files: readonly string[];
  /** An unresolved intent of an earlier reading whose row is not in the file any more: it may be the same as another row. */
  readonly stray: UnknownOutcomeError | null;
}

const DAY_MS = 86_400_000;

/** Rows are known while their file has not ended, 30 days at most, and for a day after. */
const since = ({ clock }: Pick<InFlightContext, 'clock'>): FileCutoffs => ({
  ended: new Date(clock() - DAY_MS).toISOString(),
  begun: new Date(clock() - 30 * DAY_MS).toISOString(),
});

/** Most hashes in one query. */
const AT_ONCE = 1_000;

/** What is known of the rows of a file. */
export async function knownFile(
  db: Kysely<JournalTables>,
  contents: readonly RowContent[],
  to: RecordedDestination,
  now: InFlightContext,
): Promise<KnownFile> {
  const hashes = hashesOf(contents);
  const created = new Map<string, KnownRow['created']>();
  const files = new Set<string>();
  for (const some of inParts(hashes)) {
    for (const row of await selectByFileRows(db, to, some, since(now))) {
      files.add(row.file_id);
      if (isApplied(row) && !created.has(row.row_hash)) {
        created.set(row.row_hash, { intentId: row.id, payableId: row.payable_id });
      }
    }
  }
  const own = new Set(hashes);
  const open = await unresolvedOf(db, [...files]);
  const stray = open.find(({ row_hash }) => !own.has(row_hash));
  return {
    rows: hashes.map((hash) => ({ hash, created: created.get(hash) ?? null })),
    files: [...files],
    stray: stray
      ? new UnknownOutcomeError(toIntent(stray), { isBeingSent: isIntentInFlight(stray, now) })
      : null,
  };
}

/** Writes down that a file is being read; `again` forgets what was created of its rows before. */
export async function startFile(
  db: Transaction<JournalTables>,
  id: string,
  { rows }: KnownFile,
  {
    again,
    to,
    at,
  }: { readonly again: boolean; readonly to: RecordedDestination; readonly at: string },
): Promise<void> {
  await db.insertInto('files').values({ id, created_at: at, ended_at: null }).execute();
  if (!again) return;
  for (const some of inParts(rows.map(({ hash }) => hash))) {
    await db
      .deleteFrom('file_rows')
      .where('row_hash', 'in', some)
      .where('intent_id', 'in', (of) =>
        of
          .selectFrom('intents')
          .select('intents.id')
          .where('intents.in_doubt', 'is', null)
          .where(locks(to)),
      )
      .execute();
  }
}

/** Writes down that nothing of a file is left to do. Those that ended before stay known for longer only where `renew` says so. */
export async function endFiles(
  db: Transaction<JournalTables>,
  files: readonly string[],
  { renew, at }: { readonly renew: boolean; readonly at: string },
): Promise<void> {
  await db
    .updateTable('files')
    .set({ ended_at: at })
    .where('id', 'in', files)
    .$if(!renew, (it) => it.where('ended_at', 'is', null))
    .execute();
}

export async function keepFileRow(
  db: Transaction<JournalTables>,
  intentId: string,
  { file, hash }: FileRow,
): Promise<void> {
  await db
    .insertInto('file_rows')
    .values({ intent_id: intentId, file_id: file, row_hash: hash })
    .execute();
}

/** Throws `UnknownOutcomeError` or `RowAlreadyCreatedError` for a row that another program sent meanwhile. */
export async function assertRowNotCreated(
  db: Kysely<JournalTables>,
  to: RecordedDestination,
  { hash }: FileRow,
  now: InFlightContext,
): Promise<void> {
  const rows = await selectByFileRows(db, to, [hash], since(now));
  const doubt = rows.find(({ in_doubt }) => in_doubt === 1);
  if (doubt)
    throw new UnknownOutcomeError(toIntent(doubt), { isBeingSent: isIntentInFlight(doubt, now) });
  const applied = rows.find(isApplied);
  if (applied) throw new RowAlreadyCreatedError(toIntent(applied));
}

/** Rows are known by what they say, and equal ones by their number: the first, the second. */
function hashesOf(contents: readonly RowContent[]): readonly string[] {
  const counts = new Map<string, number>();
  return contents.map(({ businessId, connectionId, content }) => {
    const text = canonicalJson([businessId, connectionId, normalized(content)]);
    const number = (counts.get(text) ?? 0) + 1;
    counts.set(text, number);
    return sha256(`${number} ${text}`);
  });
}

/** White space, and the way that letters are composed, make no other content. */
function normalized(value: unknown): unknown {
  if (typeof value === 'string') return value.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
  if (Array.isArray(value)) return value.map(normalized);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, it]) => [name, normalized(it)]));
}

function* inParts(hashes: readonly string[]): Iterable<readonly string[]> {
  for (let at = 0; at < hashes.length; at += AT_ONCE) yield hashes.slice(at, at + AT_ONCE);
}
