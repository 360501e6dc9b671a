/** Rows of files that payables are created from, so that reading a file again creates nothing twice. */

import type { Kysely, Transaction } from 'kysely';
import { canonicalJson, sha256 } from './canonical-json.ts';
import { type Destination, locks } from './destination.ts';
import { RowAlreadyCreatedError, UnknownOutcomeError } from './errors.ts';
import { type InFlightContext, senderOf } from './in-flight.ts';
import type { JournalAccess } from './journal.ts';
import {
  type FileCutoffs,
  isApplied,
  isStillUnknown,
  selectByFileRows,
  toIntent,
  unresolvedOf,
} from './read-intents.ts';
import type { JournalTables } from './tables.ts';

/** A row of a file: the id of this reading of the file, and the hash of the row. */
export interface FileRow {
  readonly file: string;
  readonly hash: string;
}

export interface RowContent {
  readonly businessId: string;
  readonly connectionId: string;
  readonly content: unknown;
}

/** The hash of a row, and the intent that created it; `null` if none did. */
export interface KnownRow {
  readonly hash: string;
  readonly created: { readonly intentId: string; readonly payableId: string | null } | null;
}

/** The journal's record of a file, regardless of its name. */
export interface KnownFile {
  readonly rows: readonly KnownRow[];
  /** The ids of earlier readings of the file. */
  readonly files: readonly string[];
  /**
   * An unresolved intent of an earlier reading whose row is no longer in the file: it may equal an edited row. `null`
   * if every unresolved row is still there.
   */
  readonly unlisted: UnknownOutcomeError | null;
}

const DAY_MS = 86_400_000;

/**
 * Returns the cutoffs: rows are remembered while their file is unfinished, for up to 30 days, and for a day after its
 * end.
 */
const since = ({ clock }: Pick<InFlightContext, 'clock'>): FileCutoffs => ({
  ended: new Date(clock() - DAY_MS).toISOString(),
  begun: new Date(clock() - 30 * DAY_MS).toISOString(),
});

/** The largest number of hashes in one query. */
const CHUNK_SIZE = 1_000;

/** Looks up the rows of a file, in their order. */
export async function knownFile(
  db: Kysely<JournalTables>,
  contents: readonly RowContent[],
  to: Destination,
  now: InFlightContext,
): Promise<KnownFile> {
  const hashes = hashesOf(contents);
  const created = new Map<string, KnownRow['created']>();
  const files = new Set<string>();
  for (const chunk of chunked(hashes)) {
    for (const row of await selectByFileRows(db, to, chunk, since(now))) {
      files.add(row.file_id);
      if (isApplied(row) && !created.has(row.row_hash)) {
        created.set(row.row_hash, { intentId: row.id, payableId: row.payable_id });
      }
    }
  }
  const listed = new Set(hashes);
  const open = await unresolvedOf(db, [...files]);
  const unlisted = open.find(({ row_hash }) => !listed.has(row_hash));
  return {
    rows: hashes.map((hash) => ({ hash, created: created.get(hash) ?? null })),
    files: [...files],
    unlisted: unlisted
      ? new UnknownOutcomeError(toIntent(unlisted), senderOf(unlisted, now))
      : null,
  };
}

/** Records that a file is being read. `again` forgets what was created from its rows before. */
export async function startFile(
  db: Transaction<JournalTables>,
  id: string,
  { rows }: KnownFile,
  { again, to, at }: { readonly again: boolean; readonly to: Destination; readonly at: string },
): Promise<void> {
  await db.insertInto('files').values({ id, created_at: at, ended_at: null }).execute();
  if (!again) return;
  for (const chunk of chunked(rows.map(({ hash }) => hash))) {
    await db
      .deleteFrom('file_rows')
      .where('row_hash', 'in', chunk)
      .where('intent_id', 'in', (eb) =>
        eb
          .selectFrom('intents')
          .select('intents.id')
          .where('intents.in_doubt', 'is', null)
          .where(locks(to)),
      )
      .execute();
  }
}

/** Records that files are finished. Files that ended earlier get the new time only if `renew` is true. */
export async function endFiles(
  { db, at }: JournalAccess,
  files: readonly string[],
  { renew }: { readonly renew: boolean },
): Promise<void> {
  await db
    .updateTable('files')
    .set({ ended_at: at() })
    .where('id', 'in', files)
    .$if(!renew, (query) => query.where('ended_at', 'is', null))
    .execute();
}

/** Records the row of a file that an intent creates, and returns it as stored. */
export async function insertFileRow(
  db: Transaction<JournalTables>,
  intentId: string,
  { file, hash }: FileRow,
): Promise<JournalTables['file_rows']> {
  const row = { intent_id: intentId, file_id: file, row_hash: hash };
  await db.insertInto('file_rows').values(row).execute();
  return row;
}

/**
 * Checks that no other process sent the row after the lookup.
 *
 * @throws {UnknownOutcomeError} If it has an unknown outcome.
 * @throws {RowAlreadyCreatedError} If it was created.
 */
export async function assertRowNotCreated(
  db: Kysely<JournalTables>,
  to: Destination,
  { hash }: FileRow,
  now: InFlightContext,
): Promise<void> {
  const rows = await selectByFileRows(db, to, [hash], since(now));
  const unresolved = rows.find(isStillUnknown);
  if (unresolved) throw new UnknownOutcomeError(toIntent(unresolved), senderOf(unresolved, now));
  const applied = rows.find(isApplied);
  if (applied) throw new RowAlreadyCreatedError(toIntent(applied));
}

/** Returns the hash of each row: its content, and its number among equal rows. */
function hashesOf(contents: readonly RowContent[]): readonly string[] {
  const counts = new Map<string, number>();
  return contents.map(({ businessId, connectionId, content }) => {
    const text = canonicalJson([businessId, connectionId, normalized(content)]);
    const number = (counts.get(text) ?? 0) + 1;
    counts.set(text, number);
    return sha256(`${number} ${text}`);
  });
}

/** Normalizes strings: whitespace and Unicode composition do not change the content. */
function normalized(value: unknown): unknown {
  if (typeof value === 'string') return value.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
  if (Array.isArray(value)) return value.map(normalized);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, normalized(member)]),
  );
}

function* chunked(hashes: readonly string[]): Iterable<readonly string[]> {
  for (let at = 0; at < hashes.length; at += CHUNK_SIZE) yield hashes.slice(at, at + CHUNK_SIZE);
}
