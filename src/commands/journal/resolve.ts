import { command } from '../../cli/command.ts';
import { UsageError } from '../../cli/errors.ts';
import { argument, option, toggle } from '../../cli/flags/flag.ts';
import { id, words } from '../../cli/flags/value-parsers.ts';
import { recordOf } from '../../render/view.ts';
import { intentColumns } from './columns.ts';

export const resolve = command({
  name: 'resolve',
  summary: 'Record the outcome of an unresolved request that you verified with the service',
  about: '--not-applied lets the request be sent again. --applied keeps it blocked as a duplicate.',
  args: { intent: argument('<intent>', 'unresolved intent', id) },
  flags: {
    applied: toggle('--applied', 'the request was applied'),
    notApplied: toggle('--not-applied', 'the request was not applied'),
    note: option('--note <text>', 'how you verified it', words),
  },
  view: recordOf(intentColumns),
  examples: [
    'remit journal resolve int_… --not-applied --note "nothing in the activity log"',
    'remit journal resolve int_… --applied --json',
  ],

  async run({ context, args, flags }) {
    if (flags.applied === flags.notApplied)
      throw new UsageError('Specify --applied or --not-applied.');
    const journal = await context.journal();
    await journal.resolve(
      args.intent,
      flags.applied ? 'applied' : 'not-applied',
      flags.note ?? null,
    );
    return journal.show(args.intent);
  },
});
