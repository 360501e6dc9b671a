import { command } from '../../cli/command.ts';
import { choice, choiceList, option } from '../../cli/flags/flag.ts';
import { payableReference, wholeNumber } from '../../cli/flags/value-parsers.ts';
import { PaymentStatus } from '../../contract/pay.ts';
import { payable } from '../../contract/payable.ts';
import { listOf } from '../../render/view.ts';
import { collectPayments, type KnownPayment } from './collect-payments.ts';
import { knownPaymentColumns, knownPaymentTerminalColumns } from './columns.ts';

export const list = command({
  name: 'list',
  summary: 'List payments, from the payables that show them and from the journal',
  about: [
    'Of each payable, the newest payment and the last one that failed; then payments that only the journal of this machine knows: payments without a payable, and those with an unknown outcome.',
    'The API has no list of payments. So it cannot show quick payments that were made elsewhere, earlier payments of a payable, and payments of a pay-me link.',
  ].join('\n\n'),
  calls: [payable.list],
  flags: {
    status: choiceList('--status <state,...>', 'filter by status', PaymentStatus.options),
    direction: choice('--direction <direction>', 'received invoices that are paid, or sent ones', [
      'received',
      'sent',
    ]),
    payable: option(
      '--payable <payable>',
      'only payments of this payable (id or invoice number)',
      payableReference,
    ),
    limit: option('--limit <n>', 'maximum number of rows', wholeNumber(1, 100_000_000)),
  },
  shows: 'payment',
  view: listOf(knownPaymentColumns, 'No payments.', { terminal: knownPaymentTerminalColumns }),
  examples: [
    'remit pay list',
    'remit pay list --status FAILED,RETURNED --json',
    'remit pay list --payable CL-1001 --csv',
  ],

  async run({ context, flags: { status, direction, payable: of, limit } }) {
    const { payments, areShown } = await collectPayments(context, context.business());
    if (!areShown) {
      context.notice(
        'The service shows no payments on its payables: only those in the journal are listed.',
      );
    }
    const matches = (it: KnownPayment) =>
      (status === undefined || status.some((wanted) => wanted === it.status)) &&
      (direction === undefined || it.direction === direction) &&
      (of === undefined || it.payableId === of || it.invoiceNumber === of);
    return payments.filter(matches).slice(0, limit);
  },
});
