import { newYorkDate } from '../../contract/ach/calendar.ts';
import type { KeptLine } from '../payable/records.ts';
import type { Row } from '../database/tables.ts';

/** A bill or an invoice as the books hold it; money in cents. */
export interface BookDocument {
  readonly kind: 'bill' | 'invoice';
  /** Null for somebody who paid through a pay-me link and is no vendor. */
  readonly vendorId: string | null;
  readonly partyName: string | null;
  readonly docNumber: string | null;
  readonly txnDate: string;
  readonly dueDate: string | null;
  readonly cents: number;
  readonly privateNote: string | null;
  readonly lines: readonly KeptLine[];
  readonly status: 'open' | 'paid' | 'voided';
  readonly payment: BookPayment | null;
}

export interface BookPayment {
  readonly paymentId: string;
  readonly date: string;
  /** The account of the books that the money came from, where it is mapped. */
  readonly bankAccountId: string | null;
}

/** A payable, and what the books need to know beside it. */
export interface Booked {
  readonly payable: Row<'payables'>;
  readonly businessId: string;
  readonly vendor: { readonly id: string; readonly name: string } | null;
  readonly bankAccountId: string | null;
}

/** What the books say of a payable that is no draft: what was paid and came back is open again. */
export const documentOf = ({
  payable,
  businessId,
  vendor,
  bankAccountId,
}: Booked): BookDocument => ({
  kind: payable.payee_id === businessId ? 'invoice' : 'bill',
  vendorId: vendor?.id ?? null,
  partyName: vendor?.name ?? externalName(payable),
  docNumber: payable.invoice_number,
  txnDate: newYorkDate(new Date(payable.created_at)),
  dueDate: payable.due_date,
  cents: payable.cents,
  privateNote: payable.memo,
  lines: payable.line_items === null ? [] : JSON.parse(payable.line_items),
  status: bookStatus(payable),
  payment: paymentOf(payable, bankAccountId),
});

const externalName = ({ external_payer }: Row<'payables'>): string | null =>
  external_payer === null ? null : JSON.parse(external_payer).name;

function bookStatus({ status }: Row<'payables'>): BookDocument['status'] {
  if (status === 'PAID') return 'paid';
  return status === 'DECLINED' || status === 'CANCELLED' ? 'voided' : 'open';
}

function paymentOf(
  { status, payment_id, paid_at }: Row<'payables'>,
  bankAccountId: string | null,
): BookPayment | null {
  if (status !== 'PAID' || payment_id === null || paid_at === null) return null;
  return { paymentId: payment_id, date: newYorkDate(new Date(paid_at)), bankAccountId };
}
