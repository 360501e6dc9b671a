import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { id } from '../../cli/flags/value-parsers.ts';
import { invite } from '../../contract/invite.ts';
import { recordOf } from '../../render/view.ts';
import { invitationColumns } from './columns.ts';

export const cancel = command({
  name: 'cancel',
  summary: 'Cancel a pending invitation (its link stops working)',
  calls: [invite.cancel],
  writes: true,
  args: { invitation: argument('<invitation>', 'invitation to cancel', id) },
  view: recordOf(invitationColumns),
  examples: ['remit invite cancel inv_…', 'remit invite cancel inv_… --yes --json'],

  async run({ context, args }) {
    const businessId = context.business();
    await context.confirm([`Cancel invitation ${args.invitation}.`], 'Cancel it?');
    return context.call(invite.cancel, { params: { businessId, invitationId: args.invitation } });
  },
});
