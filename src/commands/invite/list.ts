import { command } from '../../cli/command.ts';
import { choice } from '../../cli/flag.ts';
import { recordsWhere } from '../../cli/rows.ts';
import { InvitationStatus, invite } from '../../contract/invite.ts';
import { listOf } from '../../render/view.ts';
import { invitationColumns } from './columns.ts';

export const list = command({
  name: 'list',
  summary: 'List the invitations that a business sent',
  calls: [invite.list],
  flags: {
    status: choice('--status <state>', 'only those in this state', InvitationStatus.options),
  },
  view: listOf(invitationColumns, 'No invitations.'),
  examples: ['remit invite list', 'remit invite list --status pending --csv'],

  run: ({ context, flags }) =>
    recordsWhere(
      context.records(invite.list, { params: { businessId: context.business() } }),
      'status',
      flags.status,
    ),
});
