import { failureFields } from '../../cli/payable/failure-fields.ts';
import { recordSections, type Section, sectionFields } from '../../render/sections.ts';
import type { KnownPayment } from './collect-payments.ts';

/** Returns all that is known about a payment, in sections. */
export const paymentSections = (it: KnownPayment): readonly Section[] => [
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
