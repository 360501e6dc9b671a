import { command } from '../../cli/command.ts';
import { Unfulfilled } from '../../cli/errors.ts';
import { option, optionalList, toggle } from '../../cli/flag.ts';
import { id, wholeNumber } from '../../cli/values.ts';
import { bank } from '../../contract/bank.ts';
import { business } from '../../contract/business.ts';
import { connection } from '../../contract/connection.ts';
import { payable } from '../../contract/payable.ts';
import { listOf } from '../../render/view.ts';
import { intentColumns } from './columns.ts';

export const reconcile = command({
  name: 'reconcile',
  summary: 'Find out from the service what became of everything that is in doubt',
  about: [
    'It waits until nothing was sent for a while, reads what the service shows, twice, and settles in the journal what that settles.',
    'What it cannot tell it leaves in doubt, and says what a person has to find out: see remit journal resolve.',
  ].join('\n'),
  calls: [payable.get, payable.activity, connection.invoices, bank.list, business.balance],
  args: {
    intents: optionalList('[intent...]', 'only these; all that is in doubt when left out', id),
  },
  flags: {
    quietPeriod: option(
      '--quiet-period <s>',
      'seconds since the last send; the setting journal.quietSeconds, else 120',
      wholeNumber(0, 86_400),
    ),
    noWait: toggle('--no-wait', 'leave open what was sent too short a while ago'),
  },
  view: listOf([...intentColumns, { key: 'reason', kind: 'text' }], 'Nothing is in doubt.'),
  examples: ['remit journal reconcile', 'remit journal reconcile --quiet-period 5 --json'],

  async run({ context, args, flags }) {
    const rows = await context.reconcile({
      intents: args.intents,
      quietSeconds: flags.quietPeriod,
      wait: !flags.noWait,
    });
    const open = rows.filter(({ verdict }) => verdict === null);
    if (open.length === 0) return rows;
    throw new Unfulfilled(
      'unknown',
      'in_doubt',
      `${open.length} of ${rows.length} remain in doubt.`,
      {
        record: rows,
        next: open.map((it) => `remit journal resolve ${it.id} --applied, or --not-applied`),
      },
    );
  },
});
