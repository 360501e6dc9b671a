import { command } from '../../cli/command.ts';
import { UsageError } from '../../cli/errors.ts';
import { argument, option, toggle } from '../../cli/flags/flag.ts';
import { id, words } from '../../cli/flags/value-parsers.ts';
import { recordOf } from '../../render/view.ts';
import { intentColumns } from './columns.ts';

export const resolve = command({
  name: 'resolve',
  summary: 'Say what became of an unresolved intent, once you know it from the service itself',
  about:
    'Not applied frees the same thing to be done; applied guards it like anything that was done.',
  args: { intent: argument('<intent>', 'unresolved intent', id) },
  flags: {
    applied: toggle('--applied', 'the service did it'),
    notApplied: toggle('--not-applied', 'the service did not'),
    note: option('--note <text>', 'how you know', words),
  },
  view: recordOf(intentColumns),
  examples: [
    'remit journal resolve int_… --not-applied --note "nothing in the activity log"',
    'remit journal resolve int_… --applied --json',
  ],

  async run({ context, args, flags }) {
    if (flags.applied === flags.notApplied) throw new UsageError('Say --applied or --not-applied.');
    const journal = await context.journal();
    await journal.resolve(
      args.intent,
      flags.applied ? 'applied' : 'not-applied',
      flags.note ?? null,
    );
    return journal.show(args.intent);
  },
});
