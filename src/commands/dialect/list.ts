/** The command `remit dialect list`, and its columns. */

import { command } from '../../cli/command.ts';
import { toggle } from '../../cli/flags/flag.ts';
import { foldersOf } from '../../config/folders.ts';
import { columns, listOf } from '../../render/view.ts';
import { loadDialect } from '../../runtime/load-dialect.ts';

const assumptionColumns = columns(
  'operation #1',
  'where #4',
  'name #2',
  'apiName #3',
  'reason:prose #5',
);

export const assumptionCheckColumns = columns(
  'result:state #1',
  'operation #2',
  'where #6',
  'name #3',
  'apiName #4',
  'seen #7',
  'suggestion:prose #5',
);

export const list = command({
  name: 'list',
  summary: 'List every assumed name and its mapping to the API of your service',
  about: 'Names that the specification states are not listed: they cannot be mapped.',
  flags: { changed: toggle('--changed', 'only names with a mapping') },
  view: listOf(assumptionColumns, 'No mappings: every name is as assumed.'),
  examples: {
    'List what is mapped': 'remit dialect list --changed',
    'Export operations and names as CSV': 'remit dialect list --csv --columns operation,name',
  },

  async run({ context, flags }) {
    const { assumptionsIn, isChanged } = await import('../../api/schema/assumptions.ts');
    const profile = context.settings({ mayBeNew: true });
    const all = assumptionsIn(await loadDialect(profile, foldersOf(context.system)));
    return flags.changed ? all.filter(isChanged) : all;
  },
});
