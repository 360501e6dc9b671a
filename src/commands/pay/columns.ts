import { columns, type TerminalColumn } from '../../render/view.ts';

export const paymentColumns = columns(
  'paymentId',
  'status:state',
  'amount:money',
  'payableId',
  'connectionId',
  'fundingSourceId',
  'clearingSpeed',
  'scheduledDate:date',
  'estimatedSettlementDate:date',
);

/** The columns of a payment that a payable or the journal shows. */
export const knownPaymentColumns = columns(
  'paymentId',
  'status:state',
  'amount:money',
  'direction',
  'payableId',
  'invoiceNumber',
  'payeeName',
  'payerName',
  'connectionId',
  'scheduledDate:date',
  'estimatedSettlementDate:date',
  'paidAt:time',
  'failureCode',
  'failureReason',
  'failedAt:time',
  'intentId',
  'outcome:state',
  'sentAt:time',
);

export const knownPaymentTerminalColumns: readonly TerminalColumn[] = [
  { key: 'paymentId', kind: 'text', rank: 1, heading: 'PAYMENT', text: paymentOrIntent },
  { key: 'status', kind: 'state', rank: 2, text: stateText },
  { key: 'amount', kind: 'money', rank: 3 },
  { key: 'payeeName', kind: 'text', rank: 4, heading: 'PAYEE', shortensTo: 16 },
  { key: 'invoiceNumber', kind: 'text', rank: 6, heading: 'INVOICE' },
  { key: 'estimatedSettlementDate', kind: 'date', rank: 5, heading: 'SETTLES' },
  { key: 'failureCode', kind: 'text', rank: 7, heading: 'CODE' },
  { key: 'failureReason', kind: 'text', rank: 8, heading: 'REASON', shortensTo: 16 },
  { key: 'payableId', kind: 'text', rank: 9 },
  { key: 'sentAt', kind: 'time', rank: 10 },
];

/** Returns the id of the payment, or of the intent if the service has not named it. */
function paymentOrIntent(row: unknown): string {
  const { paymentId, intentId } = row as { paymentId: string | null; intentId: string | null };
  return paymentId ?? intentId ?? '';
}

/** Returns the state that a payable shows, or the outcome in the journal. */
function stateText(row: unknown): string {
  const { status, outcome } = row as { status: string | null; outcome: string | null };
  return status ?? outcome ?? '';
}
