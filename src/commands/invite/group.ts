import { type Invitation, InvitationStatus, invite } from '../../api/operations/invite.ts';
import { command } from '../../cli/command.ts';
import {
  argument,
  choice,
  option,
  optionalArgument,
  requiredUnless,
  toggle,
} from '../../cli/flags/flag.ts';
import { email, file, id, words } from '../../cli/flags/value-parsers.ts';
import { chooseFilters, queryOf } from '../../cli/list/choose-filters.ts';
import { fieldFilter, filterFlags, recordFilter } from '../../cli/list/record-filter.ts';
import { selectRecords } from '../../cli/list/select-records.ts';
import { UsageError } from '../../money/errors.ts';
import { columns, eitherOf, listOf, recordOf } from '../../render/view.ts';

const invitationColumns = columns(
  'id #1',
  'email #2',
  'status:state #3',
  'createdAt:time #5',
  'expiresAt:time #4',
);

const send = command({
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
    alias: option('--alias <name>', 'your alias for the connection', words),
    file: option('--file <csv|json|->', 'file of invitations to send', file),
  },
  shows: 'invitation',
  view: eitherOf([...invitationColumns, ...columns('row:number', 'error')]),
  examples: {
    'Invite a business, and label it': 'remit invite send ap@coastal.test --alias Linen',
    'Invite it in a script': 'remit invite send ap@coastal.test --json',
    'Invite every business in a file': 'remit invite send --file partners.csv --json',
  },

  async run({ context, args, flags: { alias, file: path } }) {
    if (path !== undefined) {
      if (args.email !== undefined || alias !== undefined) {
        throw new UsageError('--file cannot be used with an email address or --alias.');
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
      body: { email: args.email, ...(alias !== undefined && { aliasName: alias }) },
    });
  },
});

const listFilters = {
  status: fieldFilter<Invitation, InvitationStatus | undefined>(
    'status',
    choice('--status <state>', 'status', InvitationStatus.options),
  ),
  received: recordFilter<Invitation, boolean>({
    flag: toggle('--received', 'received invitations instead, if the service lists them'),
    fields: ['businessId'],
    query: () => ({ direction: 'received' }),
    // A service that does not know the filter lists those that the business sent, too.
    matches: ({ businessId }, _, { business }) => businessId !== business(),
  }),
};

export const list = command({
  name: 'list',
  summary: 'List the invitations that a business sent',
  calls: [invite.list],
  flags: filterFlags(listFilters),
  shows: 'invitation',
  view: listOf(invitationColumns, 'No invitations.'),
  examples: {
    'List the invitations that you sent': 'remit invite list',
    'Export the pending ones as CSV': 'remit invite list --status pending --csv',
    'Print those that you received as JSON': 'remit invite list --received --json',
  },

  run({ context, flags }) {
    const chosen = chooseFilters(listFilters, flags);
    const params = { businessId: context.business() };
    const rows = context.records<Invitation>(invite.list, { params, query: queryOf(chosen) });
    return selectRecords(context, rows, chosen);
  },
});

export const cancel = command({
  name: 'cancel',
  summary: 'Cancel a pending invitation (its link stops working)',
  calls: [invite.cancel],
  writes: true,
  args: { invitation: argument('<invitation>', 'invitation to cancel', id) },
  view: recordOf(invitationColumns),
  examples: {
    'Cancel an invitation': 'remit invite cancel inv_…',
    'Cancel it in a script, without a prompt': 'remit invite cancel inv_… --yes --json',
  },

  async run({ context, args }) {
    const businessId = context.business();
    await context.confirm([`Cancel invitation ${args.invitation}.`], 'Cancel it?');
    return context.call(invite.cancel, { params: { businessId, invitationId: args.invitation } });
  },
});

const resend = command({
  name: 'resend',
  summary: 'Resend the email of a pending invitation',
  calls: [invite.resend],
  writes: true,
  args: { invitation: argument('<invitation>', 'invitation to resend', id) },
  view: recordOf(invitationColumns),
  examples: {
    'Send the email again': 'remit invite resend inv_…',
    'Send it in a script': 'remit invite resend inv_… --json',
  },

  run: ({ context, args }) =>
    context.call(invite.resend, {
      params: { businessId: context.business(), invitationId: args.invitation },
    }),
});

const accept = command({
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
  examples: {
    'Accept with the token in a file': 'remit invite accept --invitation-token-file token.txt',
    'Read the token from standard input':
      'remit invite accept --invitation-token-file - -b biz_… --json',
  },

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

/** Returns the token of an invitation link: its parameter `token`, otherwise its last path segment; other text unchanged. */
function tokenIn(text: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return text;
  const { pathname, searchParams } = new URL(text);
  return searchParams.get('token') ?? pathname.replace(/^.*\/(?=.)|\/$/g, '');
}

const reject = command({
  name: 'reject',
  summary: 'Reject an invitation that was received',
  calls: [invite.reject],
  writes: true,
  args: { invitation: argument('<invitation>', 'invitation to reject', id) },
  view: recordOf(invitationColumns),
  examples: {
    'Reject an invitation': 'remit invite reject inv_…',
    'Reject it in a script, without a prompt': 'remit invite reject inv_… --yes --json',
  },

  async run({ context, args }) {
    const businessId = context.business();
    await context.confirm([`Reject invitation ${args.invitation}.`], 'Reject it?');
    return context.call(invite.reject, {
      params: { businessId, invitationId: args.invitation },
      body: undefined,
    });
  },
});

const publicLink = command({
  name: 'public',
  summary: 'Enable or disable the public invite link',
  about:
    'Anyone with the link can connect to the business; with approval required, each connection waits for remit invite accept.',
  calls: [invite.publicSettings],
  writes: true,
  flags: {
    enable: toggle('--enable', 'enable the link'),
    disable: toggle('--disable', 'disable the link: its URL stops working'),
    requireApproval: toggle('--require-approval', 'connections need your approval'),
    freely: toggle('--no-require-approval', 'connections are approved automatically'),
  },
  view: recordOf(columns('enabled', 'requireApproval', 'url')),
  examples: {
    'Enable the link, and approve each request yourself':
      'remit invite public --enable --require-approval',
    'Disable the link': 'remit invite public --disable --json',
  },

  run({ context, flags: { enable, disable, requireApproval, freely: withoutApproval } }) {
    const enabled = oneOf({ '--enable': enable, '--disable': disable });
    if (enabled === undefined) throw new UsageError('--enable or --disable is required.');
    const approval = oneOf({
      '--require-approval': requireApproval,
      '--no-require-approval': withoutApproval,
    });
    return context.call(invite.publicSettings, {
      params: { businessId: context.business() },
      body: { enabled, ...(approval !== undefined && { requireApproval: approval }) },
    });
  },
});

/**
 * Returns `true` if the first flag of a pair is given, `false` for the second, `undefined` for neither.
 *
 * @throws {UsageError} for both.
 */
function oneOf(pair: Readonly<Record<string, boolean>>): boolean | undefined {
  const [first, second] = Object.values(pair);
  if (first && second)
    throw new UsageError(`${Object.keys(pair).join(' and ')} cannot be used together.`);
  return first ? true : second ? false : undefined;
}

export const commands = [send, list, cancel, resend, accept, reject, publicLink];
