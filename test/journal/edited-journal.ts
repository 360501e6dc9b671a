/** Journals with every kind of record, and random edits of their databases. */

import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { notCovered } from '../../src/money/journal/chain/verification.ts';
import { verifyJournal } from '../../src/money/journal/chain/verify-journal.ts';
import type { Journal } from '../../src/money/journal/journal.ts';
import type { JournalTables } from '../../src/money/journal/tables.ts';
import { databaseCatalogOf, isOnServer } from '../../src/storage/catalog.ts';
import { openAt } from '../../src/storage/open-database.ts';
import type { Store } from '../../src/storage/store.ts';
import type { Chance } from '../faults/seeded-random.ts';
import { databaseFor } from '../helpers/test-database.ts';
import {
  batch,
  draftOf,
  initiate,
  live,
  origin,
  quickPay,
  seen,
  sender,
  withdrawal,
} from './fixture.ts';

/** Writes a record of every kind to a journal. */
export async function fill(journal: Journal): Promise<void> {
  const begin = async (...[draft, more]: Parameters<Journal['begin']>) =>
    (await journal.begin(draft, more)).intentId;
  const payees = [{ businessId: 'biz_2', connectionId: 'con_1', cents: 1_250 }];
  const first = await begin({ ...initiate(), payees }, sender({ before: { status: 'APPROVED' } }));
  await journal.recordOutcome(first, 'applied', seen('pmt_1'));
  const lost = await begin(
    quickPay(),
    sender({ profile: null, serviceTime: '2026-03-02T15:00:01.000Z' }),
  );
  await journal.recordOutcome(lost, 'unknown', { ...seen(), requestId: null, code: 'timeout' });
  const { head: after } = await journal.verdictState(lost);
  const signed = { person: 'ada', signedAt: '2026-03-02T15:00:02.000Z', signature: 'of ada' };
  await journal.requestVerdict(lost, { ...signed, after, verdict: 'not-applied', note: null });
  const { head: requested } = await journal.verdictState(lost);
  await journal.approveVerdict(lost, { ...signed, person: 'bo', after: requested });
  await journal.resolve(lost, 'applied', null, { source: 'records', serverId: 'pmt_2' });
  const many = await begin(batch('pay_2', 'pay_3'), sender({ plan: { plan: 'c0ffee', batch: 1 } }));
  await journal.recordOutcome(many, 'applied', {
    ...seen(),
    payments: [{ payableId: 'pay_2', paymentId: 'pmt_3' }],
  });
  await begin(withdrawal(), sender());
  const known = await journal.knownFile(
    [{ businessId: 'biz_1', connectionId: 'con_1', content: { amount: 1 } }],
    live,
  );
  const file = await journal.startFile(known, { again: false, to: live });
  const created = await begin(
    draftOf('payable.create', { body: { connectionId: 'con_1', amount: 1 } }),
    sender({ fileRow: { file, hash: known.rows[0]?.hash ?? '' } }),
  );
  await journal.recordOutcome(created, 'rejected', { ...seen(), status: 422 });
  await journal.recordCapability(origin, 'payment-shows');
}

/** Opens the database of a journal's directory. */
export function openTables(folder: string): Promise<Store<JournalTables>> {
  const address = databaseFor(folder);
  return openAt(
    address === undefined ? { file: join(folder, 'journal.db') } : { address, schema: '' },
  );
}

const TABLES = [
  ...([
    'entries',
    'runs',
    'intents',
    'intent_payables',
    'intent_payees',
    'plan_batches',
    'outcomes',
    'verdicts',
  ] as const),
  ...(['files', 'file_rows', 'observations'] as const),
];

/** A random edit of a database: what was done, and what verifying it found. */
export interface Edit {
  readonly text: string;
  readonly findings: number;
  /** Whether the documentation says that no entry records what was edited. */
  readonly isCovered: boolean;
}

class Undo extends Error {}

/** Makes a random edit, verifies the journal, and takes the edit back; `undefined` if the database refuses the edit. */
export async function editAndVerify(
  store: Store<JournalTables>,
  random: Chance,
): Promise<Edit | undefined> {
  let made: Edit | undefined;
  await store
    .write(async (db) => {
      await ignoreReferences(db);
      const table = random.pick(TABLES);
      const text = await edit(db, table, random);
      if (text !== undefined) {
        const { findingCount: findings } = await verifyJournal((work) => work(db), {});
        const isCovered = !notCovered.some((line) => line.startsWith(placeOf(text, table)));
        made = { text, findings, isCovered };
      }
      throw new Undo();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo) && !isRefusal(error)) throw error;
    });
  return made;
}

const placeOf = (text: string, table: string) =>
  text.startsWith('delete') && table === 'file_rows'
    ? 'file_rows (missing rows)'
    : `${table} (all columns)`;

const ignoreReferences = (db: Kysely<JournalTables>) =>
  sql
    .raw(
      isOnServer(db)
        ? 'set local session_replication_role = replica'
        : 'pragma defer_foreign_keys = on',
    )
    .execute(db);

/** Reports whether the database refused an edit, by a constraint or the type of a column. */
const isRefusal = (error: unknown) =>
  error instanceof Error &&
  /constraint|violates|mismatch|cannot store|invalid input|out of range/i.test(error.message);

async function edit(db: Kysely<JournalTables>, table: (typeof TABLES)[number], random: Chance) {
  const rows = await databaseCatalogOf(db).rows(db, table);
  if (rows.length === 0) return undefined;
  const row = random.pick(rows);
  const columns = Object.keys(row).filter((name) => name !== 'rowid');
  const same = sql.join(
    columns.map((name) =>
      row[name] === null ? sql`${sql.ref(name)} is null` : sql`${sql.ref(name)} = ${row[name]}`,
    ),
    sql` and `,
  );
  const kind = random.pick(['delete', 'insert', 'update', 'update', 'update', 'update'] as const);
  if (kind === 'delete') {
    await sql`delete from ${sql.table(table)} where ${same}`.execute(db);
    return `delete from ${table}`;
  }
  const column = random.pick(columns);
  const value = changedValue(
    row[column],
    rows.map((other) => other[column]),
    random,
  );
  if (kind === 'insert') {
    const copy = { ...row, [column]: value };
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
      values (${sql.join(columns.map((name) => copy[name]))})`.execute(db);
    return `insert into ${table} a copy with ${column} = ${value}`;
  }
  if (value === row[column]) return undefined;
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value} where ${same}`.execute(db);
  const after = await databaseCatalogOf(db).rows(db, table);
  const isChanged = JSON.stringify(after) !== JSON.stringify(rows);
  return isChanged ? `update ${table}.${column} from ${row[column]} to ${value}` : undefined;
}

/** Returns another value: that of another row, nothing, or a similar one. */
function changedValue(value: unknown, others: readonly unknown[], random: Chance): unknown {
  if (random.happens(0.3)) return random.pick(others);
  if (random.happens(0.2)) return null;
  if (typeof value === 'number') return value + (random.happens(0.5) ? 1 : -1);
  const text = String(value ?? 'x');
  const at = Math.floor(random.next() * text.length);
  return random.pick([
    `${text} `,
    '',
    `${text.slice(0, at)}7${text.slice(at + 1)}`,
    text.slice(0, at),
  ]);
}
