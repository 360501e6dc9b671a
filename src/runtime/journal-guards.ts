/** Journals that refuse what the process or its directories could forget: unmounted, unbound or with an unsettled outcome. */

import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ConfigError } from '../config/errors.ts';
import type { Folders } from '../config/folders.ts';
import { assertBound, bindJournal, type JournalBinding } from '../config/journal-bindings.ts';
import type { ProcessFacts } from '../config/process-facts.ts';
import type { IntentDraft } from '../money/journal/intent-draft.ts';
import type { Journal } from '../money/journal/journal.ts';
import type { SendContext } from '../money/journal/send-context.ts';

/** The types of file systems that are kept in memory only. */
const IN_MEMORY = new Set(['tmpfs', 'ramfs']);

/**
 * Returns a journal that refuses to record a request to a real service unless its directory is on a mounted file system:
 * one in the container itself would forget what was paid. `check` and `begin` throw `ConfigError` too.
 */
export function withMountedFolder(journal: Journal, folder: string): Journal {
  const assertKept = ({ environment }: IntentDraft) => {
    if (environment !== 'test') assertMounted(folder);
  };
  return {
    ...journal,
    check: async (draft, sender) => {
      assertKept(draft);
      return journal.check(draft, sender);
    },
    begin: async (draft, sender) => {
      assertKept(draft);
      return journal.begin(draft, sender);
    },
  };
}

function assertMounted(folder: string): void {
  const type = mountTypeOf(realPathOf(folder), mounts());
  if (type !== undefined && !IN_MEMORY.has(type)) return;
  throw new ConfigError(
    `${folder} is not on a mounted volume, and REMIT_REQUIRE_MOUNTED_STATE is set: the journal would be lost with the container, and what it paid could be paid again. Nothing was sent.`,
    [
      `mount a volume there: docker run --volume remit-state:${folder} …`,
      'or share a journal: REMIT_JOURNAL_DATABASE=postgres://user@host/name',
    ],
  );
}

function mounts(): string {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8');
  } catch {
    return '';
  }
}

/**
 * Returns the type of the file system that is mounted at a directory or at one above it, as `/proc/self/mountinfo` lists
 * them; `undefined` if that is the root.
 */
export function mountTypeOf(folder: string, mountInfo: string): string | undefined {
  let found: { readonly point: string; readonly type: string } | undefined;
  for (const line of mountInfo.split('\n')) {
    // 36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw
    const [left = '', right = ''] = line.split(' - ');
    const point = left.split(' ')[4]?.replace(/\\([0-7]{3})/g, (_, octal) => decoded(octal));
    const type = right.split(' ')[0];
    if (point === undefined || !type || !isWithin(folder, point)) continue;
    // Of two mounts at one point the later one is in use.
    if (found === undefined || point.length >= found.point.length) found = { point, type };
  }
  return found === undefined || found.point === '/' ? undefined : found.type;
}

const decoded = (octal: string) => String.fromCharCode(Number.parseInt(octal, 8));

const isWithin = (folder: string, point: string) =>
  point === '/' || folder === point || folder.startsWith(`${point}/`);

/** Returns the path without symbolic links, also of a directory that does not exist yet. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const above = dirname(resolve(path));
    return above === path ? path : join(realPathOf(above), path.slice(above.length));
  }
}

/** The environment whose journals are not bound: it moves no money, and its directories come and go. */
const UNBOUND = 'test';

/**
 * Returns a journal that refuses to record an intent of a profile that sends with another journal, and is bound to the
 * profile by its first intent. So an empty journal does not make a payment repeatable. `check` and `begin` throw
 * `JournalMismatchError` too.
 */
export function withBinding(journal: Journal, folders: Folders): Journal {
  const requestOf = ({ environment }: IntentDraft, { profile }: SendContext): JournalBinding => ({
    profile,
    environment,
    journal: journal.id,
    place: journal.place,
  });
  return {
    ...journal,
    check: async (draft, sender) => {
      if (draft.environment !== UNBOUND) assertBound(folders, requestOf(draft, sender));
      return journal.check(draft, sender);
    },
    begin: async (draft, sender) => {
      if (draft.environment !== UNBOUND) await bindJournal(folders, requestOf(draft, sender));
      return journal.begin(draft, sender);
    },
  };
}

/**
 * Returns a journal that keeps its intents in `pendingIntents` from their commit until their outcome is recorded. One
 * that is unknown, or that could not be recorded, stays.
 */
export function withPendingIntents(
  journal: Journal,
  { pendingIntents }: Pick<ProcessFacts, 'pendingIntents'>,
): Journal {
  return {
    ...journal,
    begin: async (...intent) => {
      const begun = await journal.begin(...intent);
      pendingIntents.add(begun.intentId);
      return begun;
    },
    recordOutcome: async (intentId, outcome, details) => {
      await journal.recordOutcome(intentId, outcome, details);
      if (outcome !== 'unknown') pendingIntents.delete(intentId);
    },
  };
}
