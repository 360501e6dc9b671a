import { command } from '../../cli/command.ts';
import { filterRecords } from '../../cli/filter-records.ts';
import { choice, toggle } from '../../cli/flags/flag.ts';
import { type Invitation, InvitationStatus, invite } from '../../contract/invite.ts';
import { listOf } from '../../render/view.ts';
import { invitationColumns } from './columns.ts';

export const list = command({
  name: 'list',
  summary: 'List the invitations that a business sent',
  calls: [invite.list],
  flags: {
    status: choice('--status <state>', 'filter by status', InvitationStatus.options),
    received: toggle('--received', 'received invitations instead, if the service lists them'),
  },
  shows: 'invitation',
  view: listOf(invitationColumns, 'No invitations.'),
  examples: [
    'remit invite list',
    'remit invite list --status pending --csv',
    'remit invite list --received --json',
  ],

  run: ({ context, flags }) => {
    const businessId = context.business();
    const rows = context.records<Invitation>(invite.list, {
      params: { businessId },
      query: { direction: flags.received ? 'received' : undefined },
    });
    return filterRecords(
      flags.received ? receivedOnly(rows, businessId) : rows,
      'status',
      flags.status,
    );
  },
});

/** Removes the invitations that the business sent: a service that does not know the filter lists these too. */
async function* receivedOnly(
  rows: AsyncIterable<Invitation>,
  businessId: string,
): AsyncIterable<Invitation> {
  for await (const row of rows) if (row.businessId !== businessId) yield row;
}
