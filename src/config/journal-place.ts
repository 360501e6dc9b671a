import { join } from 'node:path';
import { ConfigError } from './errors.ts';
import type { Folders } from './folders.ts';
import type { MachinePolicy } from './machine-policy-schema.ts';
import { checkOwnPath } from './ownership.ts';
import type { ResolvedSettings } from './resolve-settings.ts';

/** The files of a journal in a directory, and the directory of its markers. */
const journalFiles = ['journal.db', 'journal.db-wal', 'journal.db-shm', 'sending'];

/**
 * Returns the place of the journal: the one that the policy of the machine names, if it binds, else the database of the
 * settings, else the state directory. The files of a directory are checked.
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
    return checked(folders.state(), folders);
  }
  const { place } = machine.journal;
  if (journalDatabase !== undefined && journalDatabase !== place) {
    throw new ConfigError(
      `The journal for this service is ${place} (${machine.file}), not ${journalDatabase}; nothing was sent.`,
      ['remit profile unset journal.database', 'unset REMIT_JOURNAL_DATABASE'],
    );
  }
  return isDatabase(place) ? place : checked(place, folders);
}

/** Checks the files of a journal, and returns its directory. */
function checked(folder: string, folders: Folders): string {
  for (const name of journalFiles) checkOwnPath(folders, join(folder, name));
  return folder;
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
 * Returns the directory of this machine that holds the markers of what is being sent: that of the journal, or the state
 * directory beside a database.
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
