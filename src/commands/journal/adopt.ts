import { command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { loadPolicy } from '../../config/effective-policy.ts';
import { ConfigError } from '../../config/errors.ts';
import { foldersOf } from '../../config/folders.ts';
import { expectedBindings, readBindings, rebindJournal } from '../../config/journal-bindings.ts';
import { mayChangePolicy } from '../../config/machine-policy.ts';
import { writeJournalId } from '../../config/machine-policy-journal.ts';
import type { MachinePolicy } from '../../config/machine-policy-schema.ts';
import { NothingToDoError } from '../../money/errors.ts';
import { columns, recordOf } from '../../render/view.ts';

export const adopt = command({
  name: 'adopt',
  summary: 'Let the profile send with this journal in place of another',
  about:
    'A profile sends with the journal that it sent with first (journals.json beside the configuration). With another journal, or an empty one, its payments are blocked (exit 3), since that journal does not contain earlier payments. This command lets one profile use the new journal, after the old one was lost or when you move to a shared one. Resolve unknown outcomes of the old journal first: the new one cannot prevent a second payment of these.',
  details:
    'The decision is an entry in the new journal. Under a machine policy, root runs it for everyone: it sets journal.id in the policy to the id of the journal at the configured place, and changes nothing else.',
  asks: true,
  view: recordOf(columns('profile', 'environment', 'journal', 'place', 'replaces', 'policy')),
  examples: {
    'Use the new journal': 'remit journal adopt',
    'Use it in a script, without a prompt': 'remit journal adopt --yes --json',
  },

  async run({ context }) {
    const { system } = context;
    const folders = foldersOf(system);
    const settings = context.settings();
    const { environment, profile = null } = settings;
    const { machine } = await loadPolicy(system, settings);
    if (machine) return adoptForMachine(context, machine, environment);
    const name = profile === null ? 'Sending without a profile' : `Profile '${profile}'`;
    if (environment === 'test') {
      throw new NothingToDoError(`${name} is a test environment, which may use any journal.`);
    }
    const journal = await context.journal();
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
    return { ...request, replaces, policy: null };
  },
});

/**
 * Writes the id of the journal that the machine policy names into the policy.
 *
 * @throws {ConfigError} If this user may not, or the journal was exchanged while the question was asked.
 * @throws {NothingToDoError} If the policy names its id.
 */
async function adoptForMachine(context: Context, machine: MachinePolicy, environment: string) {
  const { system } = context;
  const { file, journal: named } = machine;
  if (!mayChangePolicy(system)) return refuseToUser(context, machine);
  const { withMachineJournal } = await import('../../runtime/machine-journal.ts');
  const { id, entries } = await withMachineJournal(system, machine, async (journal) => ({
    id: journal.id,
    entries: (await journal.head()).seq,
  }));
  if (id === named.id) throw namedAlready(machine, id);
  const was = named.id ?? 'not set';
  const lines = [
    `${file}: journal.id is ${was}. From now on: ${id}, with ${entries} ${entries === 1 ? 'entry, so it is new' : 'entries'}.`,
    `It is the journal in ${named.place}. It does not know what was sent with another one, so that could be paid again.`,
  ];
  await context.confirm(lines, 'Write this id into the policy?');
  const replaces = named.id ?? null;
  const place = await withMachineJournal(system, machine, async (journal) => {
    if (journal.id !== id) {
      throw new ConfigError(`The journal in ${named.place} was exchanged; nothing was changed.`);
    }
    await journal.adopt({ profile: null, environment, replaces });
    return journal.place;
  });
  await writeJournalId(system, machine, id);
  context.notice(
    `${file}: journal.id is ${id} now, and was ${was}. Nothing else in it was changed.`,
    { isLast: true },
  );
  return { profile: null, environment, journal: id, place, replaces, policy: file };
}

/**
 * Tells a user who decides, and what is to be done.
 *
 * @throws {NothingToDoError} If the policy names the journal that is there.
 * @throws {ConfigError} If it does not.
 */
async function refuseToUser(context: Context, machine: MachinePolicy): Promise<never> {
  const { id } = await context.journal();
  const { file, journal } = machine;
  if (journal.id === id) throw namedAlready(machine, id);
  throw new ConfigError(`${file} decides which journal is used; nothing was changed.`, [
    context.system.uid === undefined
      ? `as an administrator, add "id": "${id}" to the member journal of ${file}`
      : `as root: remit journal adopt (the journal here is ${id})`,
  ]);
}

const namedAlready = ({ file }: MachinePolicy, id: string) =>
  new NothingToDoError(`${file} names this journal already (${id}).`);
