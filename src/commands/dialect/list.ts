import { command } from '../../cli/command.ts';
import { toggle } from '../../cli/flags/flag.ts';
import { columns, listOf } from '../../render/view.ts';

const assumptionColumns = columns('operation', 'where', 'name', 'apiName', 'reason');

export const assumptionCheckColumns = columns(
  'result:state',
  'operation',
  'where',
  'name',
  'apiName',
  'seen',
  'suggestion',
);

export const list = command({
  name: 'list',
  summary: 'List every name that was assumed, and how the service of the profile spells it',
  about: 'A name that the specification states is not among them: it is never spelled otherwise.',
  flags: { changed: toggle('--changed', 'only what is spelled in another way') },
  view: listOf(assumptionColumns, 'Everything is spelled as it was assumed.'),
  examples: ['remit dialect list --changed', 'remit dialect list --csv --columns operation,name'],

  run: ({ context, flags }) => context.dialect.list({ changed: flags.changed }),
});
