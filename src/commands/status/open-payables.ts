/** Groups open payables by the next action. */

import { isSent } from '../../cli/payable/describe-payable.ts';
import type { Payable } from '../../contract/payable.ts';
import type { IsoDate } from '../../contract/schema/field-types.ts';

/** Payables with one next action. */
export interface OpenPayables {
  readonly what: string;
  readonly next: string;
  readonly payables: readonly Payable[];
}

interface Days {
  readonly today: IsoDate;
  /** A week from today. */
  readonly soon: IsoDate;
}

/** Groups open payables by the next action; one may be in several groups. Dates are compared as text. */
export const groupOpenPayables = (
  payables: readonly Payable[],
  businessId: string,
  { today, soon }: Days,
): readonly OpenPayables[] => {
  const received = payables.filter((payable) => !isSent(payable, businessId));
  const sent = payables.filter((payable) => isSent(payable, businessId));
  const unpaid = received.filter((payable) => !payable.activePaymentId);
  const due = (payable: Payable) => (payable.dueDate ?? '').slice(0, 10);
  const isOverdue = (payable: Payable) => due(payable) !== '' && due(payable) < today;
  return [
    {
      what: 'to approve',
      next: 'remit payable list --status SUBMITTED',
      payables: received.filter(({ status }) => status === 'SUBMITTED'),
    },
    {
      what: 'to pay',
      next: 'remit payable list --status APPROVED',
      payables: unpaid.filter(({ status }) => status === 'APPROVED'),
    },
    { what: 'to pay, overdue', next: 'remit payable aging', payables: unpaid.filter(isOverdue) },
    {
      what: 'to pay within a week',
      next: `remit run plan --due-by ${soon}`,
      payables: unpaid.filter((payable) => due(payable) >= today && due(payable) <= soon),
    },
    {
      what: 'drafts to submit',
      next: 'remit payable list --status DRAFT',
      payables: sent.filter(({ status }) => status === 'DRAFT'),
    },
    {
      what: 'owed to you, overdue',
      next: 'remit payable remind <payable>',
      payables: sent.filter((payable) => payable.status !== 'DRAFT' && isOverdue(payable)),
    },
  ];
};
