import { command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { NothingToDoError } from '../../cli/errors.ts';
import { loadPolicy } from '../../config/effective-policy.ts';
import { ConfigError } from '../../config/errors.ts';
import { foldersOf } from '../../config/folders.ts';
import { expectedBindings, readBindings, rebindJournal } from '../../config/journal-bindings.ts';
import { columns, recordOf } from '../../render/view.ts';

export const adopt = command({
  name: 'adopt',
  summary: 'Let the profile send with this journal in place of another',
  about: [
    'A profile sends with the journal that it sent with first (journals.json beside the configuration). With another or an empty one its payments are refused (exit 3), since that one does not know what was sent before. This command ends that, for one profile: after the journal was lost, or when you move to a shared one.',
    'Under a policy of the machine it changes nothing, and says what root must write into the policy.',
    'The decision is an entry in the new journal. Resolve unknown outcomes of the old journal first: nothing in the new one prevents that they are paid again.',
  ].join('\n\n'),
  asks: true,
  view: recordOf(columns('profile', 'environment', 'journal', 'place', 'replaces')),
  examples: ['remit journal adopt', 'remit journal adopt --yes --json'],

  async run({ context }) {
    const folders = foldersOf(context.system);
    const settings = context.settings();
    const { environment, profile = null } = settings;
    const name = profile === null ? 'Sending without a profile' : `Profile '${profile}'`;
    if (environment === 'test') {
      throw new NothingToDoError(`${name} is a test environment, which may use any journal.`);
    }
    const journal = await context.journal();
    await assertOwnDecision(context, journal.id);
    const bound = expectedBindings(readBindings(folders), { profile, environment });
    if (bound.some((binding) => binding.journal === journal.id)) {
      throw new NothingToDoError(`${name} sends with this journal already (${journal.place}).`);
    }
    const [old] = bound;
    const lines = [
      `${name} sends with the journal at ${old?.place ?? 'no place yet'} (${old?.journal ?? 'none'}).`,
      `From now on: ${journal.place} (${journal.id}). It does not know what was sent before, so that could be paid again.`,
    ];
    await context.confirm(lines, 'Adopt this journal?');
    const request = { profile, environment, journal: journal.id, place: journal.place };
    const replaces = old?.journal ?? null;
    await journal.adopt({ profile, environment, replaces });
    await rebindJournal(folders, request);
    return { ...request, replaces };
  },
});

/**
 * Checks that the user decides which journal to send with.
 *
 * @throws {ConfigError} If the policy of the machine does, and does not say which one yet.
 * @throws {NothingToDoError} If it says this one.
 */
async function assertOwnDecision({ system, settings }: Context, id: string): Promise<void> {
  const { machine } = await loadPolicy(system, settings());
  if (machine === undefined) return;
  const { file, journal } = machine;
  if (journal.id === id) throw new NothingToDoError(`${file} names this journal already (${id}).`);
  throw new ConfigError(`${file} decides which journal is used; nothing was changed.`, [
    `as root, add "id": "${id}" to the member journal of ${file}`,
  ]);
}
