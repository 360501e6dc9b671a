import type { Activity, Payable } from '../../api/operations/payable.ts';
import { columns, type DayText, eitherOf, listOf, type TerminalColumn } from '../../render/view.ts';

/** The columns of payables: those of every format, and those of a table in a terminal. */

/** The documented columns of a payable, for every command that prints payables. */
export const payableColumns = columns(
  'id',
  'invoiceNumber',
  'status:state',
  'direction',
  'connectionId',
  'payeeName',
  'payerName',
  'amount:money',
  'dueDate:date',
  'memo',
  'createdAt:time',
);

/** The columns of payables in a terminal; six of them fit 80 columns. */
const payableTerminalColumns: readonly TerminalColumn[] = [
  { key: 'invoiceNumber', kind: 'text', rank: 1, heading: 'INVOICE', text: numberText },
  {
    key: 'party',
    kind: 'text',
    rank: 3,
    heading: 'PAYEE OR PAYER',
    text: partyText,
    covers: ['payeeName', 'payerName', 'direction'],
    shortensTo: 20,
  },
  { key: 'amount', kind: 'money', rank: 2 },
  { key: 'dueDate', kind: 'date', rank: 5, heading: 'DUE' },
  { key: 'status', kind: 'state', rank: 4 },
  { key: 'paymentStatus', kind: 'text', rank: 6, heading: 'PAYMENT', text: paymentText },
  { key: 'memo', kind: 'text', rank: 8, shortensTo: 16 },
  { key: 'id', kind: 'text', rank: 7 },
  { key: 'createdAt', kind: 'time', rank: 9 },
  { key: 'connectionId', kind: 'text', rank: 10 },
];

export const payableList = (empty: string) =>
  listOf(payableColumns, empty, { terminal: payableTerminalColumns });

export const payableOrPayables = eitherOf(payableColumns, payableTerminalColumns);

/** Returns the invoice number, or the id of a payable without one: either identifies it in a command. */
function numberText(row: unknown): string {
  const { invoiceNumber, id } = row as Payable;
  return invoiceNumber || id;
}

/** Returns the other business: `to` a payee, `from` a payer. */
function partyText(row: unknown): string {
  const { direction, payeeName, payerName } = row as Payable;
  if (direction === 'sent') return payerName ? `from ${payerName}` : '';
  if (direction === 'received') return payeeName ? `to ${payeeName}` : '';
  return payeeName ?? payerName ?? '';
}

/** Returns the state of the newest payment with its most useful date: `pending, Mar 5`, `returned R01, Mar 9`. */
function paymentText(row: unknown, dayOf: DayText): string {
  const it = row as Payable;
  if (!it.paymentStatus) return '';
  const { code, date } = paymentFacts[it.paymentStatus]?.(it) ?? {};
  const state = [it.paymentStatus.toLowerCase(), code].filter(Boolean).join(' ');
  // The year is left out if the row shows it: in its due date, or else in its creation date.
  const day = dayOf(date, (it.dueDate ?? it.createdAt ?? '').slice(0, 4));
  return day === undefined ? state : `${state}, ${day}`;
}

interface PaymentFacts {
  readonly code?: string | null | undefined;
  readonly date: string | null | undefined;
}

const ended = ({ lastPaymentFailure: it }: Payable): PaymentFacts => ({
  code: it?.code,
  date: it?.at,
});
const inFlight = ({ estimatedSettlementDate }: Payable): PaymentFacts => ({
  date: estimatedSettlementDate,
});

const paymentFacts: Readonly<Record<string, (it: Payable) => PaymentFacts>> = {
  SCHEDULED: ({ scheduledDate }) => ({ date: scheduledDate }),
  PENDING: inFlight,
  PROCESSING: inFlight,
  COMPLETED: ({ paidAt }) => ({ date: paidAt }),
  FAILED: ended,
  RETURNED: ended,
};

/** The documented columns of an entry. */
export const activityColumns = columns(
  'createdAt:time',
  'type',
  'message',
  'actor.name',
  'fromStatus:state',
  'toStatus:state',
);

/** Its columns in a terminal, a timeline: when, who, what. */
export const activityTerminalColumns: readonly TerminalColumn[] = [
  { key: 'createdAt', kind: 'time', rank: 1, heading: 'WHEN' },
  { key: 'actor.name', kind: 'prose', rank: 3, heading: 'WHO' },
  {
    key: 'message',
    kind: 'prose',
    rank: 2,
    heading: 'WHAT',
    text: (row) => describeActivity(row as Activity),
    covers: ['type', 'fromStatus', 'toStatus'],
  },
];

/** The states that the words of an entry already say. */
const IMPLIED: Readonly<Record<string, string>> = {
  created: 'DRAFT',
  submitted: 'SUBMITTED',
  approved: 'APPROVED',
  declined: 'DECLINED',
  cancelled: 'CANCELLED',
  payment_scheduled: 'SCHEDULED',
};

/**
 * Returns an entry in words: the service's message, or else its type, and the new state of the payable unless the words
 * say it. Example: `Payment failed: R01 → APPROVED`.
 */
function describeActivity({ type, message, fromStatus, toStatus }: Activity): string {
  const words = message || (type ?? '').replaceAll('_', ' ');
  const isImplied = IMPLIED[type ?? ''] === toStatus;
  return !toStatus || toStatus === fromStatus || isImplied ? words : `${words} → ${toStatus}`;
}
