import { easternDateOf, newYorkDate } from '../../api/ach/calendar.ts';
import { ApiError } from '../../api/http/api-error.ts';
import { PaymentStatus } from '../../api/operations/pay.ts';
import { payable } from '../../api/operations/payable.ts';
import { command } from '../../cli/command.ts';
import { argument, choice, choiceList, option } from '../../cli/flags/flag.ts';
import { id, payableReference, wholeNumber } from '../../cli/flags/value-parsers.ts';
import { calendarDate } from '../../cli/list/choose-filters.ts';
import { failureFields } from '../../cli/payable/failure-fields.ts';
import { payableFilters } from '../../cli/payable/payable-filters.ts';
import { recordSections, type Section, sectionFields } from '../../render/sections.ts';
import { listOf, recordOf } from '../../render/view.ts';
import { collectPayments, type KnownPayment } from './collect-payments.ts';
import { knownPaymentColumns, knownPaymentTerminalColumns } from './columns.ts';

export const list = command({
  name: 'list',
  summary: 'List payments, from the payables that show them and from the journal',
  about: [
    'One row for each payment: of each payable the newest one, and those before it that failed, were returned or cancelled; then payments that only the journal of this machine knows: payments without a payable, and those with an unknown outcome.',
    'The API has no list of payments. So it cannot show quick payments that were made elsewhere, and payments of a pay-me link. Payments that ended are read from the log of their payable.',
  ].join('\n\n'),
  calls: [payable.list, payable.activity],
  perBusiness: { without: ['limit'] },
  flags: {
    status: choiceList('--status <state,...>', 'filter by status', PaymentStatus.options),
    direction: choice('--direction <direction>', 'received invoices that are paid, or sent ones', [
      'received',
      'sent',
    ]),
    payable: option(
      '--payable <payable>',
      'payable that they pay (id or invoice number)',
      payableReference,
    ),
    paidFrom: payableFilters.paidFrom.flag,
    paidTo: payableFilters.paidTo.flag,
    limit: option('--limit <n>', 'maximum number of rows', wholeNumber(1, 100_000_000)),
  },
  shows: 'payment',
  view: listOf(knownPaymentColumns, 'No payments.', { terminal: knownPaymentTerminalColumns }),
  examples: {
    'List all payments': 'remit pay list',
    'Print those that failed or were returned as JSON':
      'remit pay list --status FAILED,RETURNED --json',
    'Export the payments of one invoice as CSV': 'remit pay list --payable CL-1001 --csv',
  },

  async run({ context, flags: { status, direction, payable: of, paidFrom, paidTo, limit } }) {
    const { payments, areShown } = await collectPayments(context, context.business());
    if (!areShown) {
      context.notice(
        'The service shows no payments on its payables: only those in the journal are listed.',
      );
    }
    const today = newYorkDate((await context.serviceTime()) ?? new Date());
    const from = paidFrom && calendarDate(paidFrom, 'from', today);
    const to = paidTo && calendarDate(paidTo, 'to', today);
    const matches = (it: KnownPayment) =>
      isPaidWithin(it, from, to) &&
      (status === undefined || status.some((wanted) => wanted === it.status)) &&
      (direction === undefined || it.direction === direction) &&
      (of === undefined || it.payableId === of || it.invoiceNumber === of);
    return payments.filter(matches).slice(0, limit);
  },
});

/** Reports whether a payment was completed on a day of the range; one of the journal alone is not known to be. */
function isPaidWithin(
  { paidAt }: KnownPayment,
  from: string | undefined,
  to: string | undefined,
): boolean {
  if (from === undefined && to === undefined) return true;
  const day = easternDateOf(paidAt);
  return day !== undefined && day >= (from ?? day) && day <= (to ?? day);
}

export const get = command({
  name: 'get',
  summary: 'Show one payment, from its payable and from the journal',
  about:
    'The API cannot show a payment by its id. It is found if it is the newest payment of a payable, if the log of one says that it failed, was returned or cancelled, or if the journal of this machine has it.',
  calls: [payable.list, payable.activity],
  args: { payment: argument('<payment>', 'payment to show', id) },
  shows: 'payment',
  view: recordOf(knownPaymentColumns),
  examples: {
    'Show a payment': 'remit pay get pmt_…',
    'Print only its status': 'remit pay get pmt_… --json --query status',
  },

  async run({ context, args }) {
    const { payments } = await collectPayments(context, context.business());
    const found = payments.find(({ paymentId }) => paymentId === args.payment);
    if (found) return found;
    throw new ApiError(
      404,
      'not_found',
      `Neither a payable nor the journal shows payment ${args.payment}.`,
    );
  },

  sections: async ({ record }) => paymentSections(record),
});

const paymentSections = (it: KnownPayment): readonly Section[] => [
  ...recordSections(
    it,
    [
      [
        'Payment',
        'paymentId=Id',
        'status:state',
        'amount:money',
        'direction',
        'scheduledDate:date=Scheduled for',
        'estimatedSettlementDate:date=Estimated settlement',
        'paidAt:time=Paid',
      ],
      [
        'Invoice',
        'invoiceNumber=Number',
        'payableId=Payable',
        'payeeName=Payee',
        'payerName=Payer',
        'connectionId=Connection',
      ],
      ['Journal', 'intentId=Intent', 'outcome:state', 'sentAt:time=Sent'],
    ],
    ['failureCode', 'failureReason', 'failedAt'],
  ),
  {
    title: 'Failure',
    fields: [
      ...sectionFields(it, 'failedAt:time=On'),
      ...failureFields(it.failureCode, it.failureReason),
    ],
  },
];
