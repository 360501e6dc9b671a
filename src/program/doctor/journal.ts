import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { sqliteSource } from '../../storage/sqlite.ts';
import { type Finding, ok, warning } from './finding.ts';
import type { Look, Patient } from './patient.ts';

/** The journal opens as for a payment, and nothing in it is in doubt. One that is not there is not made. */
export const lookAtJournal: Look = async ({
  folders,
  settings,
  journal,
}): Promise<readonly Finding[]> => {
  const database = databaseIn(settings);
  const path = database ?? join(folders.state(), 'journal.db');
  const isThere = database !== undefined || lstatSync(path, { throwIfNoEntry: false });
  if (!isThere) return [ok('journal', `${path}: nothing yet`)];
  const doubts = await (await journal()).list({ unresolved: true });
  if (doubts.length === 0) return [ok('journal', `${path}: nothing is in doubt`)];
  const what = doubts.length === 1 ? '1 request is' : `${doubts.length} requests are`;
  return [warning('journal', `${path}: ${what} in doubt`, 'remit journal reconcile')];
};

/** The SQLite that files are opened with, and that it is one that loses nothing. */
export const lookAtSqlite: Look = async (): Promise<readonly Finding[]> => {
  const { version, provider } = await sqliteSource();
  return [ok('sqlite', `SQLite ${version} (${provider})`)];
};

/** Settings that cannot be read are a finding of their own. */
function databaseIn(settings: Patient['settings']): string | undefined {
  try {
    return settings().journalDatabase;
  } catch {
    return undefined;
  }
}
