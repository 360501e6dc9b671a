/** The journal that the machine policy names, as root opens it. */

import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { System } from '../cli/system.ts';
import { ConfigError } from '../config/errors.ts';
import { foldersOf } from '../config/folders.ts';
import { isDatabase, journalPlace } from '../config/journal-place.ts';
import type { MachinePolicy } from '../config/machine-policy-schema.ts';
import { statsOf } from '../config/trusted-path.ts';
import { type Journal, openJournal } from '../money/journal/journal.ts';
import { checkVerification } from './create-transport.ts';

/**
 * Opens the journal that the machine policy names, whatever its id, for `work`. Its files are used with the rights of
 * their owner: links in a directory of that user lead root nowhere, and no file in it becomes root's.
 *
 * @throws {ConfigError} If its directory does not exist, or is not safe.
 * @throws {JournalUnavailableError} If it cannot be opened.
 */
export async function withMachineJournal<Result>(
  system: System,
  machine: MachinePolicy,
  work: (journal: Journal) => Promise<Result>,
): Promise<Result> {
  const { place } = machine.journal;
  const inside = async () => {
    const journal = await openJournal(place, system);
    try {
      return await work(journal);
    } finally {
      await journal.close();
    }
  };
  if (isDatabase(place)) {
    checkVerification(system.env);
    return inside();
  }
  const { uid, gid } = ownerOf(place);
  journalPlace(
    machine,
    { journalDatabase: undefined },
    { ...foldersOf(system), user: { uid, gid } },
  );
  return uid === system.uid ? inside() : system.asUser({ uid, gid }, inside);
}

/** Returns the owner of a journal: of its file, or of its directory if there is no file yet. */
function ownerOf(folder: string): { readonly uid: number; readonly gid: number } {
  const found = statsOf(join(folder, 'journal.db'), lstatSync) ?? statsOf(folder, lstatSync);
  if (found) return found;
  throw new ConfigError(`${folder} does not exist: the journal of this machine belongs there.`, [
    `install -d -m 700 -o <user> ${folder}`,
  ]);
}
