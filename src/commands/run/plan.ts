import { command } from '../../cli/command.ts';
import { speedFlags } from '../../cli/flags/expectation-flags.ts';
import { option } from '../../cli/flags/flag.ts';
import { date, file, id } from '../../cli/flags/value-parsers.ts';
import { dateFormatFlag } from '../../cli/input/date-format.ts';
import { bank } from '../../contract/bank.ts';
import { connection } from '../../contract/connection.ts';
import { payable } from '../../contract/payable.ts';
import { assertPayable } from '../../payments/batches/check-payable-rows.ts';
import { noticeInFlight, splitInFlight } from '../../payments/batches/in-flight.ts';
import { assertExpectedTotals, expectationFlags } from '../../payments/expectations.ts';
import { previewLines } from '../../payments/preview.ts';
import { nothingToPay, planOf, selectPayables } from '../../payments/run/build-plan.ts';
import { draftPayments } from '../../payments/sending/draft-intent.ts';

export const plan = command({
  name: 'plan',
  summary: 'Plan a payment run and write it to a file',
  about:
    'From a file with the columns of pay bulk, or from all approved payables received, filtered. The plan is a JSON ' +
    'file with every payment, the totals and a SHA-256 hash. Nothing is sent; apply it with remit run apply.',
  calls: [payable.list, payable.get, bank.list, connection.list],
  extraExits: ['stopped'],
  flags: {
    file: option('--file <csv|json|->', 'payables to pay (default: all approved ones)', file),
    dateFormat: dateFormatFlag,
    dueBy: option('--due-by <date>', 'only payables due on or before this date', date),
    connection: option('--connection <id>', 'filter by connection', id),
    tag: option('--tag <tag>', 'filter by tag of the connection (name or id)', id),
    from: option(
      '--from <bank>',
      "bank account to pay from (default: the payer's default account)",
      id,
    ),
    ...speedFlags,
    ...expectationFlags,
  },
  view: { kind: 'json' },
  examples: [
    'remit run plan --due-by 2026-12-31 --out run.json',
    'remit run plan --file payments.csv --max-total 6000 --out run.json --force',
  ],

  async run({ context, flags }) {
    const { open, inFlight } = splitInFlight(await selectPayables(context, flags));
    noticeInFlight(context, inFlight, open.length);
    if (open.length === 0) throw nothingToPay();
    const draft = await draftPayments(context, open, flags);
    assertPayable(draft.lookups, draft.businessId);
    assertExpectedTotals(flags, draft.totals);
    const sealed = await planOf(context, draft);
    for (const line of previewLines(draft.totals)) context.notice(line);
    context.notice(`Plan ${sealed.hash}`);
    return sealed;
  },
});
