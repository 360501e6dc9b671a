/** The journals that profiles send with: `journals.json` beside the configuration. */

import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { asRecord, isRecord } from '../is-record.ts';
import { ConfigError } from './errors.ts';
import { type Folders, folderIfKnown } from './folders.ts';
import { createDamagedFileError, readObject } from './json-file.ts';
import { writePrivate } from './private-file.ts';

/** The journal that a profile sends with in an environment. */
export interface JournalBinding {
  /** `null` for requests without a profile. */
  readonly profile: string | null;
  readonly environment: string;
  readonly journal: string;
  /** Its file or URL when it was bound, for messages. */
  readonly place: string;
}

/** The journal in use is not the one that knows what was sent before; nothing was sent (exit 3). */
class JournalMismatchError extends ConfigError {
  override readonly name = 'JournalMismatchError';
  override readonly code = 'journal_mismatch';
}

/** Returns the path of the file with the bindings; `undefined` if no home directory is known. */
const bindingsFile = (folders: Folders): string | undefined =>
  folderIfKnown(() => join(folders.config(), 'journals.json'));

/**
 * Reads all bindings.
 *
 * @throws {ConfigError} If the file is damaged, or another user could have written it.
 */
export function readBindings(folders: Folders): readonly JournalBinding[] {
  const path = bindingsFile(folders);
  const found = path === undefined ? undefined : readObject(path, folders);
  if (path === undefined || found === undefined) return [];
  const bindings = found['bindings'];
  if (Array.isArray(bindings) && bindings.every(isBinding)) return bindings;
  throw createDamagedFileError(path, "'bindings' is not a list of journals");
}

function isBinding(value: unknown): value is JournalBinding {
  const { profile, environment, journal, place } = asRecord(value);
  const isNamed = profile === null || typeof profile === 'string';
  return (
    isRecord(value) &&
    isNamed &&
    [environment, journal, place].every((it) => typeof it === 'string')
  );
}

/**
 * Returns the bindings of which one must be of the journal in use: that of the profile, or for a profile without one
 * those of its environment. Any journal may be used if there are none.
 */
export function expectedBindings(
  bindings: readonly JournalBinding[],
  { profile, environment }: Pick<JournalBinding, 'profile' | 'environment'>,
): readonly JournalBinding[] {
  const known = bindings.filter((binding) => binding.environment === environment);
  const own = known.filter((binding) => binding.profile === profile);
  return own.length > 0 ? own : known;
}

/**
 * Checks that a profile sends with the journal that it sent with before. Reads only.
 *
 * @throws {JournalMismatchError} If it is another one.
 */
export function assertBound(folders: Folders, request: JournalBinding): void {
  assertExpected(readBindings(folders), request);
}

function assertExpected(bindings: readonly JournalBinding[], request: JournalBinding): void {
  const expected = expectedBindings(bindings, request);
  const [first] = expected;
  if (first === undefined || expected.some(({ journal }) => journal === request.journal)) return;
  throw createMismatchError(first, request);
}

function createMismatchError(bound: JournalBinding, { profile, place }: JournalBinding) {
  const sender =
    bound.profile === profile && profile !== null ? `Profile '${profile}'` : 'This environment';
  return bound.place === place
    ? new JournalMismatchError(
        `The journal at ${place} was deleted or replaced: it is not the one that payments were recorded in before, and does not know them. Nothing was sent.`,
        [
          'restore the journal from a copy',
          'or, if it is lost for good: remit journal adopt, and check with the bank what was paid',
        ],
      )
    : new JournalMismatchError(
        `${sender} sends with the journal at ${bound.place}. The one at ${place} does not know what was sent before. Nothing was sent.`,
        [
          `use the journal at ${bound.place}: see XDG_STATE_HOME, REMIT_HOME and journal.database`,
          'or, to go on with the other one: remit journal adopt',
        ],
      );
}

/**
 * Records the journal of a profile at its first send, unless nothing can be written, such as in a read-only home directory.
 *
 * @throws {JournalMismatchError} If the profile, or its environment, sends with another one.
 * @throws {ConfigError} If the bindings cannot be read, or not be written to a directory that is writable.
 */
export async function bindJournal(folders: Folders, request: JournalBinding): Promise<void> {
  const bindings = readBindings(folders);
  assertExpected(bindings, request);
  if (bindings.some((binding) => isOf(binding, request)) || !isWritable(folders)) return;
  await changeBindings(folders, (now) => {
    assertExpected(now, request);
    return replaced(now, request);
  });
}

/** Records that a profile sends with another journal from now on. */
export const rebindJournal = (folders: Folders, request: JournalBinding): Promise<void> =>
  changeBindings(folders, (now) => replaced(now, request));

const replaced = (
  bindings: readonly JournalBinding[],
  { profile, environment, journal, place }: JournalBinding,
): readonly JournalBinding[] => [
  ...bindings.filter((binding) => !isOf(binding, { profile, environment })),
  { profile, environment, journal, place },
];

const isOf = (
  binding: JournalBinding,
  { profile, environment }: Pick<JournalBinding, 'profile' | 'environment'>,
): boolean => binding.profile === profile && binding.environment === environment;

async function changeBindings(
  folders: Folders,
  change: (now: readonly JournalBinding[]) => readonly JournalBinding[],
): Promise<void> {
  const path = join(folders.config(), 'journals.json');
  const { withLock } = await import('./file-lock.ts');
  await withLock(folders, path, () => {
    const bindings = change(readBindings(folders));
    writePrivate(folders, path, `${JSON.stringify({ version: 1, bindings }, null, 2)}\n`);
  });
}

/** Reports whether the directory of the bindings, or the one that it would be created in, can be written to. */
function isWritable(folders: Folders): boolean {
  const path = bindingsFile(folders);
  if (path === undefined) return false;
  let folder = dirname(path);
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
