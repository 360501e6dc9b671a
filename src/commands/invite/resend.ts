import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { id } from '../../cli/flags/value-parsers.ts';
import { invite } from '../../contract/invite.ts';
import { recordOf } from '../../render/view.ts';
import { invitationColumns } from './columns.ts';

export const resend = command({
  name: 'resend',
  summary: 'Resend the email of a pending invitation',
  calls: [invite.resend],
  writes: true,
  args: { invitation: argument('<invitation>', 'invitation to resend', id) },
  view: recordOf(invitationColumns),
  examples: ['remit invite resend inv_…', 'remit invite resend inv_… --json'],

  run: ({ context, args }) =>
    context.call(invite.resend, {
      params: { businessId: context.business(), invitationId: args.invitation },
    }),
});
