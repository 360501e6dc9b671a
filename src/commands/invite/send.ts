import { command } from '../../cli/command.ts';
import { UsageError } from '../../cli/errors.ts';
import { option, optionalArgument, requiredUnless } from '../../cli/flags/flag.ts';
import { email, file, words } from '../../cli/flags/value-parsers.ts';
import { invite } from '../../contract/invite.ts';
import { columns, eitherOf } from '../../render/view.ts';
import { invitationColumns } from './columns.ts';

export const send = command({
  name: 'send',
  summary: 'Invite a business by email, or many from a file',
  about: [
    'The file is CSV with the columns email and displayName, or a JSON array of such objects. The whole file is validated first.',
    'Addresses with a pending invitation are skipped, so an interrupted file can be sent again.',
  ].join('\n'),
  calls: [invite.send, invite.list],
  writes: true,
  extraExits: ['partly'],
  args: {
    email: requiredUnless(['file'], optionalArgument('[email]', 'email address to invite', email)),
  },
  flags: {
    displayName: option('--display-name <name>', 'your label for the connection', words),
    file: option('--file <csv|json|->', 'send the invitations of this file', file),
  },
  shows: 'invitation',
  view: eitherOf([...invitationColumns, ...columns('row:number', 'error')]),
  examples: [
    'remit invite send ap@coastal.test --display-name Linen',
    'remit invite send ap@coastal.test --json',
    'remit invite send --file partners.csv --json',
  ],

  async run({ context, args, flags: { displayName, file: path } }) {
    if (path !== undefined) {
      if (args.email !== undefined || displayName !== undefined) {
        throw new UsageError('--file cannot be used with an email address or --display-name.');
      }
      const { sendFromFile } = await import('./send-from-file.ts');
      return sendFromFile(context, path);
    }
    if (args.email === undefined) {
      throw new UsageError('<email> is required (or --file)', {
        problems: [{ field: 'email', message: 'is required' }],
      });
    }
    return context.call(invite.send, {
      params: { businessId: context.business() },
      body: { email: args.email, ...(displayName !== undefined && { aliasName: displayName }) },
    });
  },
});
