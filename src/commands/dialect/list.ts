/** The command `remit dialect list`, and its columns. */

import { command } from '../../cli/command.ts';
import { toggle } from '../../cli/flags/flag.ts';
import { foldersOf } from '../../config/folders.ts';
import { columns, listOf } from '../../render/view.ts';
import { loadDialect } from '../../service/load-dialect.ts';

const assumptionColumns = columns('operation', 'where', 'name', 'apiName', 'reason');

/** The columns of an assumption. */
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

  async run({ context, flags }) {
    const { assumptionsIn, isChanged } = await import('../../contract/schema/assumptions.ts');
    const profile = context.settings({ mayBeNew: true });
    const all = assumptionsIn(await loadDialect(profile, foldersOf(context.host)));
    return flags.changed ? all.filter(isChanged) : all;
  },
});
