import { command } from '../../cli/command.ts';
import { NotSignedInError } from '../../errors/errors.ts';
import { columns, recordOf } from '../../render/view.ts';

export const token = command({
  name: 'token',
  summary: 'Print the token that would be sent',
  about: 'The token is a secret: do not share or log it.',
  printsSecret: true,
  view: recordOf(columns('token')),
  examples: ['remit auth token', 'remit auth token --json --query token'],

  async run({ context }) {
    const { token } = (await context.connection()).token;
    if (token === undefined) throw new NotSignedInError('No token found.');
    return { token };
  },
});
