import { bank } from '../../api/operations/bank.ts';
import { business } from '../../api/operations/business.ts';
import { invite } from '../../api/operations/invite.ts';
import { payable } from '../../api/operations/payable.ts';
import type { StatusRow } from '../../cash/status/payable-rows.ts';
import { command } from '../../cli/command.ts';
import { toggle } from '../../cli/flags/flag.ts';
import { nextLine } from '../../cli/next-line.ts';
import { ConditionError } from '../../money/errors.ts';
import { columns, listOf } from '../../render/view.ts';

export const commands = [];

const NOTHING = 'Nothing needs action.';

export const defaultCommand = command({
  name: 'status',
  summary: 'Show what needs action: to approve, to pay, overdue, held, failed, unresolved',
  about:
    'Lists items that need action, then items in progress, then the balance. A payable with a payment in flight is not listed as to pay. One that is overdue, or due within 7 days, is also counted under to approve or to pay. A payment that failed or was returned is listed until its payable is paid, declined or cancelled.',
  details: [
    "The date is the earliest one in the group: submission, approval, failure or due date, the last change of held payments, the next settlement of payments in flight. Today is the service's date. In a terminal, a bar shows the unpaid payables by state: to approve, to pay, held, in flight.",
    'The API shows payments only on their payables: quick payments in flight or held, and those through a pay-me link, are only in the balance.',
  ].join('\n\n'),
  calls: [payable.list, bank.list, invite.list, business.balance],
  extraExits: ['waited'],
  perBusiness: {
    without: [],
    isShared: (row) => (row as StatusRow).what.startsWith('requests unresolved'),
  },
  flags: {
    exitCode: toggle(
      '--exit-code',
      'exit with 15 if something needs action, with 0 if nothing does',
    ),
  },
  view: listOf(
    columns(
      'what:state',
      'count:number',
      'amount:money',
      'oldest:date',
      'next:command',
      'note:below',
    ),
    NOTHING,
    {
      also: ['needsAction'],
      atTerminal: {
        above: async (rows, style) =>
          (await import('./state-bar.ts')).stateBar(rows as readonly StatusRow[], style),
      },
    },
  ),
  examples: {
    'Show what needs action': 'remit status',
    'Show it for all businesses': 'remit status -b all',
    'Print only what needs action': 'remit status --json --query "[?needsAction]"',
  },

  async run({ context, flags: { exitCode } }) {
    const { readStatus } = await import('../../cash/status/read-status.ts');
    const { statusRows, withheldErrors } = await import('../../cash/status/status-rows.ts');
    const facts = await readStatus(context);
    const rows = statusRows(facts, (line) => nextLine(line, context.system.argv));
    const urgent = rows.filter(({ needsAction }) => needsAction);
    if (exitCode && urgent.length > 0) throw actionNeeded(rows, urgent);
    const [withheld] = exitCode ? withheldErrors(facts) : [];
    if (withheld) throw withheld;
    if (urgent.length === 0 && rows.length > 0) context.notice(NOTHING);
    return rows;
  },
});

const actionNeeded = (rows: readonly StatusRow[], urgent: readonly StatusRow[]) =>
  new ConditionError(
    'waited',
    'action_needed',
    `Action needed: ${urgent.map(({ what, count }) => (count === null ? what : `${what} (${count})`)).join('; ')}.`,
    { record: rows },
  );
