import { command } from '../../cli/command.ts';
import { UsageError } from '../../cli/errors.ts';
import { argument } from '../../cli/flags/flag.ts';
import { id } from '../../cli/flags/value-parsers.ts';
import { columns, recordOf } from '../../render/view.ts';
import { intentColumns } from './columns.ts';

export const show = command({
  name: 'show',
  summary: 'Show a recorded request and its history',
  args: { intent: argument('<intent>', 'intent to show', id) },
  view: recordOf([...intentColumns, ...columns('consent'), { key: 'history', kind: 'json' }]),
  examples: ['remit journal show int_…', 'remit journal show int_… --json'],

  async run({ context, args }) {
    const found = await (await context.journal()).show(args.intent);
    if (found) return found;
    throw new UsageError(`No intent ${args.intent} in the journal.`, {
      next: ['remit journal list'],
    });
  },
});
