import { command } from '../../cli/command.ts';
import { user } from '../../contract/sign-in.ts';
import { columns, recordOf } from '../../render/view.ts';

export const status = command({
  name: 'status',
  summary: 'Show the service and user you are signed in to (sends a request)',
  calls: [user.profile],
  view: recordOf(
    columns('profile', 'baseUrl', 'signedIn:boolean', 'source', 'user', 'expiresAt:time'),
  ),
  examples: ['remit auth status', 'remit auth status --json --query signedIn'],

  async run({ context }) {
    const access = await context.identity();
    const { email, id } = await context.call(user.profile, {});
    const { profile, baseUrl, source, expiresAt } = access;
    return {
      profile,
      baseUrl,
      signedIn: true,
      source,
      user: email ?? id ?? access.user,
      expiresAt,
    };
  },
});
