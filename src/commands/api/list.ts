import { command } from '../../cli/command.ts';
import { specOperations } from '../../contract/operations.ts';
import { columns, listOf } from '../../render/view.ts';

export const list = command({
  name: 'list',
  summary: 'List every API operation',
  view: listOf(
    columns('id #1', 'method #4', 'path #5', 'effect #3', 'summary:prose #2'),
    'No operations.',
  ),
  examples: ['remit api list', 'remit api list --csv'],

  run: () =>
    specOperations.map(({ id, method, path, effect, summary }) => ({
      id,
      method,
      path,
      effect,
      summary,
    })),
});
