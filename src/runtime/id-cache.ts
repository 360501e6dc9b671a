/** The cache of ids that completions offer. */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type CompletableId, ID_KINDS, type IdKind, isCompletableId } from '../cli/id-kinds.ts';
import { type Environment, type Folders, foldersOf } from '../config/folders.ts';
import { readOwn, writePrivate } from '../config/private-file.ts';
import { PROFILE_NAME } from '../config/profiles.ts';

/** Number of ids cached of each kind, the newest: more than anyone looks through. */
export const MAX_IDS = 500;

/**
 * Caches ids in the files that completions read: a file for each kind, a line for each id, with its description, its
 * facts and its invoice number, between tabs. Ids of the kind `completeKind` replace the cached ones; others are put before them. Ignores errors: without a directory to write to,
 * only the completion of ids is missing.
 */
export function keepIds(
  environment: Environment,
  profile: string,
  found: readonly CompletableId[],
  completeKind: IdKind | undefined,
): void {
  const folders = foldersOf(environment);
  const folder = ignoreErrors(() => folderOf(folders, profile));
  if (folder === undefined) return;
  for (const kind of ID_KINDS) {
    const fresh = found.filter((id) => id.kind === kind);
    const replaces = kind === completeKind;
    if (fresh.length === 0 && !replaces) continue;
    ignoreErrors(() => refresh(folders, join(folder, `${kind}.tsv`), fresh, replaces));
  }
}

/** Returns the cached ids of a kind, the newest first; none if they cannot be read. Their texts are not sanitized. */
export function cachedIds(
  environment: Environment,
  profile: string,
  kind: IdKind,
): readonly CompletableId[] {
  const folders = foldersOf(environment);
  if (!PROFILE_NAME.test(profile)) return [];
  const text = ignoreErrors(() =>
    readOwn(folders, join(folderOf(folders, profile), `${kind}.tsv`)),
  );
  return (text ?? '').split('\n').flatMap((line) => {
    const [id = '', text = '', status, direction, payment, invoiceNumber] = line.split('\t');
    if (!isCompletableId(id)) return [];
    return [{ kind, id, text, facts: { status, direction, payment }, invoiceNumber }];
  });
}

/** Deletes the cached ids of a profile. Ignores errors. */
export function forgetIds(environment: Environment, profile: string): void {
  ignoreErrors(() =>
    rmSync(folderOf(foldersOf(environment), profile), { recursive: true, force: true }),
  );
}

const folderOf = (folders: Folders, profile: string) => join(folders.cache(), 'ids', profile);

function refresh(
  folders: Folders,
  path: string,
  fresh: readonly CompletableId[],
  replaces: boolean,
): void {
  const lines = new Map(fresh.map((it) => [it.id, lineOf(it)]));
  const before = readOwn(folders, path) ?? '';
  if (!replaces) {
    for (const line of before.split('\n')) {
      const [id = ''] = line.split('\t');
      if (id !== '' && !lines.has(id)) lines.set(id, line);
    }
  }
  const text = [...lines.values()]
    .slice(0, MAX_IDS)
    .map((line) => `${line}\n`)
    .join('');
  if (text !== before) writePrivate(folders, path, text, { mayBeLost: true });
}

const lineOf = ({ id, text, facts, invoiceNumber }: CompletableId): string =>
  [id, text, facts.status, facts.direction, facts.payment, invoiceNumber].join('\t').trimEnd();

function ignoreErrors<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
