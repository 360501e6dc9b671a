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
      'file containing the invitation token or link',
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
        ? await context.prompt.secret({
            label: 'Invitation token or link',
            flag: '--invitation-token-file <file|->',
          })
        : await context.files.readSecret(flags.tokenFile);
    const body = { token: context.secrets.add(tokenIn(token) || token) };
    return context.call(invite.accept, { params: { businessId }, body });
  },
});

/** Returns the token of an invitation link: its parameter `token`, else its last path segment; other text unchanged. */
function tokenIn(text: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return text;
  const { pathname, searchParams } = new URL(text);
  return searchParams.get('token') ?? pathname.replace(/^.*\/(?=.)|\/$/g, '');
}
