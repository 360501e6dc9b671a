import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { elsewhereLine, hereOf, sortOut } from '../../service/unresolved-here.ts';
import { sqliteSource } from '../../storage/sqlite.ts';
import { type Finding, type Look, ok, type Patient, warning } from './check-result.ts';

/** The journal opens as for a payment, and nothing of this profile is unresolved. One that is not there is not made. */
export const lookAtJournal: Look = async ({
  host,
  folders,
  settings,
  journal,
}): Promise<readonly Finding[]> => {
  const database = databaseIn(settings);
  const path = database ?? join(folders.state(), 'journal.db');
  const isThere = database !== undefined || lstatSync(path, { throwIfNoEntry: false });
  if (!isThere) return [ok('journal', `${path}: nothing yet`)];
  const all = await (await journal()).list({ unresolved: true });
  const { here, elsewhere } = isReadable(settings)
    ? sortOut(all, hereOf(host, settings()))
    : { here: all, elsewhere: [] };
  const others = elsewhere.map((it) => `; ${elsewhereLine(it)}`).join('');
  if (here.length === 0) return [ok('journal', `${path}: nothing is unresolved${others}`)];
  const what = here.length === 1 ? '1 request is' : `${here.length} requests are`;
  return [warning('journal', `${path}: ${what} unresolved${others}`, 'remit journal reconcile')];
};

/** The SQLite that files are opened with, and that it is one that loses nothing. */
export const lookAtSqlite: Look = async (): Promise<readonly Finding[]> => {
  const { version, provider } = await sqliteSource();
  return [ok('sqlite', `SQLite ${version} (${provider})`)];
};

function isReadable(settings: Patient['settings']): boolean {
  try {
    return Boolean(settings());
  } catch {
    return false;
  }
}

/** Settings that cannot be read are a finding of their own. */
function databaseIn(settings: Patient['settings']): string | undefined {
  try {
    return settings().journalDatabase;
  } catch {
    return undefined;
  }
}
