import { payable } from '../../api/operations/payable.ts';
import { command } from '../../cli/command.ts';
import { option, toggle } from '../../cli/flags/flag.ts';
import { wholeNumber } from '../../cli/flags/value-parsers.ts';
import { visitPayables } from '../../cli/payable/visit-payables.ts';
import { directionOf } from '../../money/gate/describe-payable.ts';
import {
  type ComparedFields,
  comparedFields,
  compareInvoices,
  DUPLICATE_DAYS,
  type DuplicatePair,
  duplicateReasonText,
} from '../../money/marks/duplicate-invoices.ts';
import { columns, listOf } from '../../render/view.ts';

/** The states of payables that are compared, in the order of their life. */
const COMPARED = ['SUBMITTED', 'APPROVED', 'SCHEDULED', 'PAID'] as const;

export const duplicates = command({
  name: 'duplicates',
  summary: 'List received payables that may be duplicates',
  about:
    'Compares all received payables, also paid ones. A pair has the same payee, or payees with similar names, and the same number, or the same amount within some days. Numbers are compared without case, punctuation and leading zeros. Drafts and payables that were declined or cancelled are left out.',
  details:
    'remit payable approve, remit pay initiate and remit run plan warn about the same pairs; the policy rule duplicateInvoices blocks them.',
  calls: [payable.list],
  flags: {
    within: option(
      '--within <days>',
      `maximum days between two payables of the same amount (default ${DUPLICATE_DAYS})`,
      wholeNumber(0, 365),
    ),
    unpaid: toggle('--unpaid', 'print only pairs with a payable that is not paid'),
  },
  shows: 'payable',
  view: listOf(
    columns(
      'id #5',
      'invoiceNumber #1',
      'payeeName #4',
      'amount:money #3',
      'status:state #6',
      'otherId #7',
      'otherNumber #2',
      'otherPayeeName #10',
      'otherAmount:money #11',
      'otherStatus:state #8',
      'daysApart:number #12',
      'because:prose #9',
    ),
    'No duplicates found.',
    { also: ['reasons'] },
  ),
  examples: {
    'List possible duplicates': 'remit payable duplicates',
    'Compare unpaid invoices within 10 days of each other':
      'remit payable duplicates --unpaid --within 10',
    'Print only the reasons': 'remit payable duplicates --json --query "[].reasons"',
  },

  async *run({ context, flags: { within, unpaid } }) {
    const businessId = context.business();
    const received = new Map<string, ComparedFields>();
    await visitPayables(context, businessId, COMPARED, (it) => {
      if (directionOf(it, businessId) !== 'sent') received.set(it.id, comparedFields(it));
    });
    for (const pair of compareInvoices([...received.values()], within).pairs()) {
      if (!unpaid || hasUnpaid(pair)) yield rowOf(pair);
    }
  },
});

const hasUnpaid = ({ payable: one, other }: DuplicatePair): boolean =>
  one.status !== 'PAID' || other.status !== 'PAID';

function rowOf(pair: DuplicatePair) {
  const { payable: one, other, reasons, daysApart } = pair;
  return {
    id: one.id,
    invoiceNumber: one.invoiceNumber ?? null,
    payeeName: one.payeeName ?? null,
    amount: one.amount ?? null,
    status: one.status ?? null,
    otherId: other.id,
    otherNumber: other.invoiceNumber ?? null,
    otherPayeeName: other.payeeName ?? null,
    otherAmount: other.amount ?? null,
    otherStatus: other.status ?? null,
    daysApart,
    because: duplicateReasonText(pair),
    reasons,
  };
}
