import { command } from '../../cli/command.ts';
import { argument, option } from '../../cli/flags/flag.ts';
import { id, words } from '../../cli/flags/value-parsers.ts';
import { controls } from '../../contract/control.ts';
import { columns, recordOf } from '../../render/view.ts';
import { controlOf } from './control-client.ts';
import { dataFlag } from './data-dir.ts';

export const comment = command({
  name: 'comment',
  summary: 'Add a comment to the activity log of a payable',
  args: {
    payable: argument('<payable>', 'payable', id),
    text: argument('<text>', 'text of the comment', words),
  },
  flags: { ...dataFlag, author: option('--author <name>', 'author', words) },
  view: recordOf(columns('payableId', 'type', 'message', 'actor.name', 'createdAt:time')),
  examples: [
    'remit sandbox comment pay_… "Which order was it?"',
    'remit sandbox comment pay_… "Order 17" --author Ada --json',
  ],

  run: async ({ context, args: { payable, text }, flags: { data, author } }) =>
    (await controlOf(context, data)).call(controls.addComment, {
      params: { id: payable },
      body: { text, author },
    }),
});
