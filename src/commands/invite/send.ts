import { command } from '../../cli/command.ts';
import { argument, option } from '../../cli/flag.ts';
import { email, words } from '../../cli/values.ts';
import { invite } from '../../contract/invite.ts';
import { recordOf } from '../../render/view.ts';
import { invitationColumns } from './columns.ts';

export const send = command({
  name: 'send',
  summary: 'Invite a business by e-mail',
  calls: [invite.send],
  writes: true,
  args: { email: argument('<email>', 'where the invitation goes', email) },
  flags: {
    displayName: option(
      '--display-name <name>',
      'your label for the connection once accepted',
      words,
    ),
  },
  view: recordOf(invitationColumns),
  examples: [
    'remit invite send ap@coastal.test --display-name Linen',
    'remit invite send ap@coastal.test --json',
  ],

  run: ({ context, args, flags }) =>
    context.call(invite.send, {
      params: { businessId: context.business() },
      body: {
        email: args.email,
        ...(flags.displayName !== undefined && { aliasName: flags.displayName }),
      },
    }),
});
