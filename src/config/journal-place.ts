/** The place of the journal. */

import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError } from './errors.ts';
import type { Folders } from './folders.ts';
import type { MachinePolicy } from './machine-policy-schema.ts';
import { checkOwn, checkOwnPath, statsOf } from './ownership.ts';
import type { ResolvedSettings } from './resolve-settings.ts';

/** The files of a journal in a folder, and the folder of its markers. */
const journalFiles = ['journal.db', 'journal.db-wal', 'journal.db-shm', 'sending'];

/**
 * Returns the place of the journal: the one that the policy of the machine names, if it binds, else the database of the
 * settings, else the state folder. The files of a folder are checked.
 *
 * @throws {ConfigError} If the settings name another journal than the policy of the machine.
 * @throws {UnsafePermissionsError} If another user could have written the journal.
 */
export function journalPlace(
  machine: MachinePolicy | undefined,
  { journalDatabase }: Pick<ResolvedSettings, 'journalDatabase'>,
  folders: Folders,
): string {
  if (machine === undefined) {
    if (journalDatabase !== undefined) return journalDatabase;
    for (const name of journalFiles) checkOwnPath(folders, join(folders.state(), name));
    return folders.state();
  }
  const { place } = machine.journal;
  if (journalDatabase !== undefined && journalDatabase !== place) {
    throw new ConfigError(
      `The journal for this service is ${place} (${machine.file}), not ${journalDatabase}; nothing was sent.`,
      ['remit profile unset journal.database', 'unset REMIT_JOURNAL_DATABASE'],
    );
  }
  if (!isDatabase(place)) checkUpToRoot(place, folders);
  return place;
}

/**
 * Checks that the journal that was opened is the one that the policy of the machine names: another one does not know what
 * was paid.
 *
 * @throws {ConfigError} If it has another id.
 */
export function assertJournalOf({ file, journal }: MachinePolicy, id: string): void {
  if (journal.id === undefined || journal.id === id) return;
  throw new ConfigError(
    `The journal in ${journal.place} is ${id}, not ${journal.id} as ${file} says; nothing was sent.`,
    ['restore the journal from a copy', 'or, as root: remit journal adopt'],
  );
}

/**
 * Returns the folder of this machine that holds the markers of what is being sent: that of the journal, or the state
 * folder beside a database.
 *
 * @throws {UnsafePermissionsError} If another user could have removed them.
 */
export function markersPlace(place: string, folders: Folders): string {
  if (!isDatabase(place)) return place;
  checkOwnPath(folders, join(folders.state(), 'sending'));
  return folders.state();
}

/** Reports whether the place of a journal is the URL of a database. */
export const isDatabase = (place: string): boolean => /^postgres(ql)?:/.test(place);

/** Checks the files of a journal, and each folder above them, by their owner: root or the user. */
function checkUpToRoot(place: string, { user }: Folders): void {
  if (user.uid === undefined) return;
  for (const name of journalFiles) {
    const path = join(place, name);
    const found = statsOf(path, lstatSync);
    if (found) checkOwn(path, found, user);
  }
  for (let at = place; ; at = dirname(at)) {
    const found = statsOf(at, lstatSync);
    if (found) checkOwn(at, found, user);
    if (at === dirname(at)) return;
  }
}
