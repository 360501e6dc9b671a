import { command } from '../../cli/command.ts';
import { NotSignedInError } from '../../errors/errors.ts';
import { columns, recordOf } from '../../render/view.ts';

export const token = command({
  name: 'token',
  summary: 'Print the token that would be sent',
  about: 'It is a secret: mind where it goes.',
  tellsSecret: true,
  view: recordOf(columns('token')),
  examples: ['remit auth token', 'remit auth token --json --query token'],

  async run({ context }) {
    const { token } = (await context.connection()).token;
    if (token === undefined) throw new NotSignedInError('There is no token.');
    return { token };
  },
});
