import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { id } from '../../cli/flags/value-parsers.ts';
import { invite } from '../../contract/invite.ts';
import { recordOf } from '../../render/view.ts';
import { invitationColumns } from './columns.ts';

export const reject = command({
  name: 'reject',
  summary: 'Reject an invitation that was received',
  calls: [invite.reject],
  writes: true,
  args: { invitation: argument('<invitation>', 'invitation to reject', id) },
  view: recordOf(invitationColumns),
  examples: ['remit invite reject inv_…', 'remit invite reject inv_… --yes --json'],

  async run({ context, args }) {
    const businessId = context.business();
    await context.confirm([`Reject invitation ${args.invitation}.`], 'Reject it?');
    return context.call(invite.reject, {
      params: { businessId, invitationId: args.invitation },
      body: undefined,
    });
  },
});
