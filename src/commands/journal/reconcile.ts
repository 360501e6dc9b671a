import { command } from '../../cli/command.ts';
import { ConditionError } from '../../cli/errors.ts';
import { option, optionalList, toggle } from '../../cli/flags/flag.ts';
import { id, wholeNumber } from '../../cli/flags/value-parsers.ts';
import { bank } from '../../contract/bank.ts';
import { business } from '../../contract/business.ts';
import { connection } from '../../contract/connection.ts';
import { payable } from '../../contract/payable.ts';
import { listOf } from '../../render/view.ts';
import { reconcile as reconcileUnresolved } from '../../service/reconcile/reconcile.ts';
import { intentColumns } from './columns.ts';

export const reconcile = command({
  name: 'reconcile',
  summary: 'Find out from the service what became of everything that is unresolved',
  about: [
    'It waits until nothing was sent for a while, reads what the service shows, twice, and resolves in the journal what that resolves.',
    'What it cannot tell or read it leaves unresolved, and says what a person has to find out: see remit journal resolve.',
    'It looks at what this profile sent to its service. Of others it says how many there are, and the profile to use.',
  ].join('\n'),
  calls: [payable.get, payable.activity, connection.invoices, bank.list, business.balance],
  args: {
    intents: optionalList(
      '[intent...]',
      'only these; all unresolved ones of this profile when left out',
      id,
    ),
  },
  flags: {
    quietPeriod: option(
      '--quiet-period <s>',
      'seconds since the last send; the setting journal.quietSeconds, else 120',
      wholeNumber(0, 86_400),
    ),
    noWait: toggle('--no-wait', 'leave open what was sent too short a while ago'),
  },
  view: listOf([...intentColumns, { key: 'reason', kind: 'text' }], 'Nothing is unresolved.'),
  examples: ['remit journal reconcile', 'remit journal reconcile --quiet-period 5 --json'],

  async run({ context, args, flags }) {
    const rows = await reconcileUnresolved(context, {
      intents: args.intents,
      quietSeconds: flags.quietPeriod,
      wait: !flags.noWait,
    });
    const open = rows.filter(({ verdict }) => verdict === null);
    if (open.length === 0) return rows;
    throw new ConditionError(
      'unknown',
      'in_doubt',
      `${open.length} of ${rows.length} remain unresolved.`,
      {
        record: rows,
        next: open.map((it) => `remit journal resolve ${it.id} --applied, or --not-applied`),
      },
    );
  },
});
