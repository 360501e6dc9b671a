import { newYorkDate } from '../../../api/ach/calendar.ts';
import { centsOf } from '../../../api/money.ts';
import type { Payable } from '../../../api/operations/payable.ts';
import { ConditionError } from '../../../money/errors.ts';
import { isSent } from '../../../money/gate/describe-payable.ts';
import type { JournalTransfer } from '../../../runtime/journal-transfers.ts';
import type { ExpectedTransfer, Identifier, PostingWindow } from '../matching/transfer.ts';
import type { PostingDates } from './posting-windows.ts';

/** A payable that the business pays, and what the journal sent for it, newest first. */
interface PaidOrOpen {
  readonly payable: Payable;
  readonly cents: number;
  readonly sent: readonly JournalTransfer[];
}

/** The business that pays, and what its journal sent, newest first. */
export interface PayerFacts {
  readonly businessId: string;
  readonly sentFor: ReadonlyMap<string, readonly JournalTransfer[]>;
  readonly dates: PostingDates;
}

/**
 * Returns the transfers of a payable: its payment, and the debit and return of one that failed; none if another business
 * pays it.
 *
 * @throws {ConditionError} (12) if the service does not say who pays it, or its amount.
 */
export function findPayableTransfers(
  payable: Payable,
  { businessId, sentFor, dates }: PayerFacts,
): readonly ExpectedTransfer[] {
  const { direction, senderBusinessId, payerBusinessId, amount } = payable;
  requireMember(payable, 'direction', direction ?? senderBusinessId ?? payerBusinessId);
  if (isSent(payable, businessId) || (payerBusinessId ?? businessId) !== businessId) return [];
  requireMember(payable, 'amount', amount);
  const it = { payable, cents: centsOf(amount ?? 0), sent: sentFor.get(payable.id) ?? [] };
  const current = currentPayment(it, dates);
  return [...(current ? [current] : []), ...failedPayment(it, dates)];
}

/** Refuses a payable without a member that decides whether and how it is matched. */
function requireMember({ id }: Payable, name: string, value: unknown): void {
  if (value !== undefined && value !== null) return;
  throw new ConditionError(
    'damaged',
    'field_missing',
    `The service does not show ${name} of payable ${id}, which a match needs.`,
    { next: [`remit payable get ${id} --json`, 'remit dialect check'] },
  );
}

function currentPayment(it: PaidOrOpen, dates: PostingDates): ExpectedTransfer | undefined {
  const { payable, sent } = it;
  const [latest] = sent;
  const unresolved = sent.find(({ isUnresolved }) => isUnresolved);
  const by = unresolved ?? latest;
  if (payable.status === 'PAID') {
    return transfer(it, by, { window: paidWindow(payable, by, dates), certainty: 'made' });
  }
  if (isInFlight(payable, latest)) {
    const sentAt = by?.sentAt ?? instantOf(payable.updatedAt);
    const window = sentAt ? dates.sentPayment(sentAt) : null;
    return transfer(it, by, { window, certainty: 'made' });
  }
  if (!unresolved) return undefined;
  const window = dates.sentPayment(unresolved.sentAt);
  return transfer(it, unresolved, { window, certainty: 'unresolved' });
}

function paidWindow(
  { paidAt }: Payable,
  by: JournalTransfer | undefined,
  dates: PostingDates,
): PostingWindow | null {
  const paid = instantOf(paidAt);
  if (paid) return dates.endedPayment(newYorkDate(paid), by?.sentAt);
  return by ? dates.sentPayment(by.sentAt) : null;
}

/**
 * Reports whether a payment has left, or is about to: not one that is scheduled or held. Of a service that shows no
 * payments, what the journal sent counts.
 */
function isInFlight(payable: Payable, latest: JournalTransfer | undefined): boolean {
  const { activePaymentId, paymentStatus, lastPaymentFailure } = payable;
  const status = paymentStatus?.toUpperCase();
  if (status === 'SCHEDULED' || status === 'HELD') return false;
  if (activePaymentId || status === 'PENDING' || status === 'PROCESSING') return true;
  const showsNothing = activePaymentId === undefined && paymentStatus === undefined;
  return showsNothing && !lastPaymentFailure && latest !== undefined && !latest.isUnresolved;
}

/** Returns the debit and the credit of a payment that failed or was returned; only a returned one certainly has both. */
function failedPayment(it: PaidOrOpen, dates: PostingDates): readonly ExpectedTransfer[] {
  const failure = it.payable.lastPaymentFailure;
  const status = failure?.status?.toUpperCase();
  const at = instantOf(failure?.at);
  if (!failure || !at || (status !== 'FAILED' && status !== 'RETURNED')) return [];
  const { paymentId = null } = failure;
  const by = it.sent.find(({ payables, serverId }) =>
    [serverId, ...payables.map((one) => one.paymentId)].includes(paymentId),
  );
  const certainty = status === 'RETURNED' ? 'made' : 'possible';
  const on = newYorkDate(at);
  // A payment that this journal does not know was made after the approval.
  const since = by?.sentAt ?? instantOf(it.payable.approvedAt);
  const window =
    status === 'RETURNED' ? dates.returnedPayment(on, since) : dates.endedPayment(on, by?.sentAt);
  const failed = { certainty, paymentId: paymentId ?? null } as const;
  return [
    {
      ...transfer(it, by, { ...failed, window }),
      key: `failed payment ${it.payable.id} ${paymentId}`,
    },
    {
      ...transfer(it, by, { ...failed, window: dates.returnedOn(on) }),
      key: `return ${it.payable.id} ${paymentId}`,
      kind: 'return',
      cents: it.cents,
      batch: null,
    },
  ];
}

function transfer(
  { payable, cents }: PaidOrOpen,
  by: JournalTransfer | undefined,
  known: Pick<ExpectedTransfer, 'window' | 'certainty'> & { readonly paymentId?: string | null },
): ExpectedTransfer {
  const own = by?.payables.find(({ payableId }) => payableId === payable.id)?.paymentId;
  const isBatch = by?.operation === 'pay.bulkInitiate';
  const paymentId =
    known.paymentId ?? own ?? (isBatch ? null : by?.serverId) ?? payable.activePaymentId ?? null;
  const invoiceNumber = payable.invoiceNumber ?? null;
  return {
    key: `payment ${payable.id} ${paymentId}`,
    kind: 'payment',
    cents: -cents,
    identifiers: identifiers({ paymentId, payableId: payable.id, invoiceNumber }),
    party: payable.payeeName ?? null,
    window: known.window,
    certainty: known.certainty,
    batch: isBatch ? by.intentId : null,
    invoiceNumber,
    payableId: payable.id,
    paymentId,
    intentId: by?.intentId ?? null,
    isUnresolved: by?.isUnresolved ?? false,
    fundingSourceId: by?.fundingSourceId ?? null,
  };
}

const NAMES = {
  paymentId: 'payment id',
  payableId: 'payable id',
  invoiceNumber: 'invoice number',
} as const;

const identifiers = (values: Readonly<Record<keyof typeof NAMES, string | null>>): Identifier[] =>
  (['paymentId', 'payableId', 'invoiceNumber'] as const).flatMap((name) => {
    const value = values[name];
    return value === null ? [] : [{ what: NAMES[name], value, isAssigned: name === 'paymentId' }];
  });

/** Returns the instant of a timestamp; `undefined` for none, and for one that no calendar of today knows. */
function instantOf(text: string | null | undefined): Date | undefined {
  const at = new Date(text ?? '');
  const year = at.getUTCFullYear();
  return year >= 1990 && year <= 2199 ? at : undefined;
}
