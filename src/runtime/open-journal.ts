/** The journal of one caller, opened when it is first asked for. */

import { foldersOf } from '../config/folders.ts';
import type { ProcessFacts } from '../config/process-facts.ts';
import type { ResolvedSettings } from '../config/resolve-settings.ts';
import type { Journal } from '../money/journal/journal.ts';
import { checkVerification } from './create-transport.ts';

/** A journal that is opened at the first call of `open`. */
export interface LazyJournal {
  readonly open: () => Promise<Journal>;
  /** Returns the head of the chain as it is now; `null` if the journal was not opened. */
  readonly head: () => Promise<string | null>;
  readonly close: () => Promise<void>;
}

export const lazyJournal = (
  facts: ProcessFacts,
  settings: () => ResolvedSettings,
  notice: (line: string) => void,
): LazyJournal => openedOnce(() => openNamed(facts, settings, notice));

/** Returns a journal that `open` opens at the first call. */
export function openedOnce(open: () => Promise<Journal>): LazyJournal {
  let journal: Promise<Journal> | undefined;
  return {
    open: () => {
      journal ??= open();
      return journal;
    },
    head: async () => {
      if (!journal) return null;
      const { headText } = await import('../money/journal/chain/entry.ts');
      return headText(await (await journal).head());
    },
    close: async () => {
      await journal?.then((opened) => opened.close()).catch(() => {});
    },
  };
}

/** Opens the journal. Its library is loaded only when it is needed. */
async function openNamed(
  facts: ProcessFacts,
  settings: () => ResolvedSettings,
  notice: (line: string) => void,
): Promise<Journal> {
  const [{ openJournal }, guards, { loadPolicy }, places] = await Promise.all([
    import('../money/journal/journal.ts'),
    import('./journal-guards.ts'),
    import('../config/effective-policy.ts'),
    import('../config/journal-place.ts'),
  ]);
  const folders = foldersOf(facts);
  const { machine } = await loadPolicy(facts, settings());
  const place = places.journalPlace(machine, settings(), folders);
  if (places.isDatabase(place)) checkVerification(facts.env);
  const markers = places.markersPlace(place, folders);
  const recorded = await openJournal(place, facts, undefined, markers);
  const difference = recorded.clockDifference();
  if (difference) notice(difference.message);
  const opened = guards.withPendingIntents(recorded, facts);
  const mustBeMounted = !['', '0', undefined].includes(facts.env['REMIT_REQUIRE_MOUNTED_STATE']);
  const journal =
    mustBeMounted && !places.isDatabase(place) ? guards.withMountedFolder(opened, place) : opened;
  // A policy that names the id leaves nothing for the user's own record to decide.
  if (machine?.journal.id === undefined) return guards.withBinding(journal, folders);
  try {
    places.assertJournalOf(machine, journal.id);
    return journal;
  } catch (error) {
    await journal.close();
    throw error;
  }
}
