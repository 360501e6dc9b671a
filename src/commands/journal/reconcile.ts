import { bank } from '../../api/operations/bank.ts';
import { business } from '../../api/operations/business.ts';
import { connection } from '../../api/operations/connection.ts';
import { payable } from '../../api/operations/payable.ts';
import { command } from '../../cli/command.ts';
import { option, optionalList, toggle } from '../../cli/flags/flag.ts';
import { id, wholeNumber } from '../../cli/flags/value-parsers.ts';
import { ConditionError } from '../../money/errors.ts';
import { isOutcomeKnown } from '../../money/journal/intent.ts';
import { listOf } from '../../render/view.ts';
import {
  type ReconciledIntent,
  reconcile as reconcileUnresolved,
} from '../../runtime/reconcile/reconcile.ts';
import { intentColumns, intentTerminalColumns } from './columns.ts';

export const reconcile = command({
  name: 'reconcile',
  summary: "Resolve unknown outcomes from the service's records",
  about:
    "Waits until nothing was sent for a while, reads the service's records twice, and resolves what they show. What the records do not show stays unresolved, with a hint what to check: see remit journal resolve. Only requests of this profile to its service are checked. For others it prints their number and the profile to use.",
  details: 'Under a machine policy the wait is 120 seconds at least.',
  calls: [payable.get, payable.activity, connection.invoices, bank.list, business.balance],
  args: {
    intents: optionalList(
      '[intent...]',
      'intents to resolve (default: all unresolved ones of this profile)',
      id,
    ),
  },
  flags: {
    quietPeriod: option(
      '--quiet-period <s>',
      'seconds to wait after the last send (default: journal.quietSeconds, otherwise 120)',
      wholeNumber(0, 86_400),
    ),
    noWait: toggle('--no-wait', 'do not wait: leave recent requests unresolved'),
  },
  view: listOf([...intentColumns, { key: 'reason', kind: 'text' }], 'No unresolved requests.', {
    terminal: [...intentTerminalColumns, { key: 'reason', kind: 'below' }],
  }),
  examples: {
    'Resolve all unknown outcomes': 'remit journal reconcile',
    'Wait only 5 seconds before reading': 'remit journal reconcile --quiet-period 5 --json',
  },

  async run({ context, args, flags }) {
    const rows = await reconcileUnresolved(context, {
      intents: args.intents,
      quietSeconds: flags.quietPeriod,
      wait: !flags.noWait,
    });
    const open = rows.filter(({ verdict, contradicted }) => verdict === null || contradicted);
    if (open.length === 0) return rows;
    throw new ConditionError(
      'unknown',
      'in_doubt',
      `${open.length} of ${rows.length} remain unresolved.`,
      {
        record: rows,
        next: open.map(resolveHint),
      },
    );
  },
});

/** Returns the command for what only a person can resolve; a known outcome leaves one verdict. */
function resolveHint({ id: intentId, outcome }: ReconciledIntent): string {
  if (!isOutcomeKnown({ outcome }))
    return `remit journal resolve ${intentId} --applied, or --not-applied`;
  return `remit journal resolve ${intentId} --${outcome === 'applied' ? 'applied' : 'not-applied'}`;
}
