import { command } from '../../cli/command.ts';
import { allOperations } from '../../contract/operations.ts';
import { columns, listOf } from '../../render/view.ts';

export const list = command({
  name: 'list',
  summary: 'List every operation of the service',
  view: listOf(columns('id', 'method', 'path', 'effect', 'summary'), 'No operations.'),
  examples: ['remit api list', 'remit api list --csv'],

  run: () =>
    allOperations.map(({ id, method, path, effect, summary }) => ({
      id,
      method,
      path,
      effect,
      summary,
    })),
});
