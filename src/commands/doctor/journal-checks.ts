import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { loadPolicy } from '../../config/effective-policy.ts';
import { isDatabase, journalPlace } from '../../config/journal-place.ts';
import {
  currentServiceOf,
  elsewhereLine,
  partitionIntents,
} from '../../runtime/reconcile/unresolved-here.ts';
import { sqliteSource } from '../../storage/sqlite.ts';
import { type DoctorCheck, okResult, settingsIfReadable, warningResult } from './check-result.ts';

/**
 * Checks that the journal opens as for a payment, and that no intent of this profile is unresolved. Does not create a
 * journal.
 */
export const checkJournal: DoctorCheck = async ({ system, folders, settings, journal }) => {
  const now = settingsIfReadable(settings);
  const place = now
    ? journalPlace((await loadPolicy(system, now)).machine, now, folders)
    : folders.state();
  const path = isDatabase(place) ? place : join(place, 'journal.db');
  const exists = isDatabase(place) || lstatSync(path, { throwIfNoEntry: false });
  if (!exists) return [okResult('journal', `${path}: empty`)];
  const all = await (await journal()).list({ unresolved: true });
  const { here, elsewhere } = now
    ? partitionIntents(all, currentServiceOf(system, now))
    : { here: all, elsewhere: [] };
  const others = elsewhere.map((group) => `; ${elsewhereLine(group)}`).join('');
  if (here.length === 0) return [okResult('journal', `${path}: no unresolved requests${others}`)];
  const subject = here.length === 1 ? '1 request is' : `${here.length} requests are`;
  return [
    warningResult('journal', `${path}: ${subject} unresolved${others}`, 'remit journal reconcile'),
  ];
};

/** Checks that SQLite can be loaded, and reports its version. A version that may lose data is refused. */
export const checkSqlite: DoctorCheck = async () => {
  const { version, provider } = await sqliteSource();
  return [okResult('sqlite', `SQLite ${version} (${provider})`)];
};
