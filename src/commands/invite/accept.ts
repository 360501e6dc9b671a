import { command } from '../../cli/command.ts';
import { option } from '../../cli/flags/flag.ts';
import { file } from '../../cli/flags/value-parsers.ts';
import { invite } from '../../contract/invite.ts';
import { columns, recordOf } from '../../render/view.ts';

export const accept = command({
  name: 'accept',
  summary: 'Accept an invitation with the token of its email or link',
  calls: [invite.accept],
  writes: true,
  flags: {
    tokenFile: option(
      '--invitation-token-file <file|->',
      'file containing the invitation token',
      file,
    ),
  },
  view: recordOf(
    columns('invitation.id', 'invitation.status:state', 'connection.id', 'connection.status:state'),
  ),
  examples: [
    'remit invite accept --invitation-token-file token.txt',
    'remit invite accept --invitation-token-file - -b biz_… --json',
  ],

  async run({ context, flags }) {
    const businessId = context.business();
    const token =
      flags.tokenFile === undefined
        ? await context.prompt.secret('Invitation token', '--invitation-token-file <file|->')
        : await context.files.readSecret(flags.tokenFile);
    return context.call(invite.accept, { params: { businessId }, body: { token } });
  },
});
