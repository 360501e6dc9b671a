/** Journals that only send for the profiles that use them. */

import type { Folders } from '../config/folders.ts';
import { assertBound, bindJournal, type JournalBinding } from '../config/journal-bindings.ts';
import type { IntentDraft } from '../journal/intent-draft.ts';
import type { Journal } from '../journal/journal.ts';
import type { SendContext } from '../journal/send-context.ts';

/** The environment whose journals are not bound: it moves no money, and its folders come and go. */
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
