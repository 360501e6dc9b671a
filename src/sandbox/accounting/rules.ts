/** Rules of accounting: redirect URIs, results of a sync and the documents of the books. Pure functions. */

import { newYorkDate } from '../../api/ach/calendar.ts';
import type { AccountingFields, EntityType } from '../../api/operations/accounting-records.ts';
import { createInvalidFieldError } from '../context/validation.ts';
import type { Row } from '../database/tables.ts';
import { externalPayerOf, type StoredLineItem, storedLinesOf } from '../payable/records.ts';

/**
 * Validates a redirect URI: https, or http on this machine, without user, password or fragment.
 *
 * @throws {ApiError} 422 for any other
 */
export function readRedirectUri(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url?.username === '' && url.password === '' && url.hash === '';
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && local.includes(url.hostname));
  if (isPlain && isSafe) return text;
  throw createInvalidFieldError(
    'invalid_redirect_uri',
    'redirectUri',
    'redirectUri must be an https URL, or an http URL on this machine, without user or fragment.',
  );
}

const local: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** The fields of a payable and the fields of a bill they become. */
export const invoiceFields: readonly AccountingFields[] = [
  field('invoiceNumber', 'DocNumber'),
  field('amount', 'TotalAmt', true),
  field('dueDate', 'DueDate'),
  field('memo', 'PrivateNote'),
  field('connectionId', 'VendorRef', true),
  field('lineItems', 'Line'),
  field('createdAt', 'TxnDate', true),
];

function field(payableField: string, accountingField: string, required = false): AccountingFields {
  return { payableField, accountingField, direction: 'push', required };
}

/** The result of one item of a sync. */
export type ItemOutcome =
  | { readonly entityId: string; readonly did: 'created' | 'updated' | 'skipped' }
  | { readonly entityId: string; readonly code: string; readonly message: string };

/** The results of all items of one entity type. */
export interface EntityOutcome {
  readonly entityType: EntityType;
  readonly items: readonly ItemOutcome[];
}

/**
 * Returns counts, errors and status of a sync that ran to its end: `partial` if an item failed, otherwise `completed`.
 */
export function summaryOf(outcomes: readonly EntityOutcome[]) {
  const results = Object.fromEntries(
    outcomes.map(({ entityType, items }) => [entityType, countsOf(items)]),
  );
  const errors = outcomes.flatMap(({ entityType, items }) =>
    items.flatMap((item) =>
      'code' in item
        ? [{ entityType, entityId: item.entityId, code: item.code, message: item.message }]
        : [],
    ),
  );
  return { status: errors.length > 0 ? 'partial' : 'completed', results, errors } as const;
}

function countsOf(items: readonly ItemOutcome[]) {
  const counts = { created: 0, updated: 0, skipped: 0, failed: 0 };
  for (const item of items) counts['did' in item ? item.did : 'failed'] += 1;
  return counts;
}

/** A bill or an invoice as the books hold it. Amounts are in cents. */
export interface BookDocument {
  readonly kind: 'bill' | 'invoice';
  /** Null for a payer through a pay-me link, who is not a vendor. */
  readonly vendorId: string | null;
  readonly partyName: string | null;
  readonly docNumber: string | null;
  readonly txnDate: string;
  readonly dueDate: string | null;
  readonly cents: number;
  readonly privateNote: string | null;
  readonly lines: readonly StoredLineItem[];
  readonly status: 'open' | 'paid' | 'voided';
  readonly payment: BookPayment | null;
}

interface BookPayment {
  readonly paymentId: string;
  readonly date: string;
  /** The account of the books that paid, if it is mapped. */
  readonly bankAccountId: string | null;
}

/** A payable with its vendor and bank account in the books. */
export interface BookSource {
  readonly payable: Row<'payables'>;
  readonly businessId: string;
  readonly vendor: { readonly id: string; readonly name: string } | null;
  readonly bankAccountId: string | null;
}

/** Returns the document of a payable that is not a draft. A payable whose payment was returned is open again. */
export const documentOf = ({
  payable,
  businessId,
  vendor,
  bankAccountId,
}: BookSource): BookDocument => ({
  kind: payable.payee_id === businessId ? 'invoice' : 'bill',
  vendorId: vendor?.id ?? null,
  partyName: vendor?.name ?? externalPayerOf(payable)?.name ?? null,
  docNumber: payable.invoice_number,
  txnDate: newYorkDate(new Date(payable.created_at)),
  dueDate: payable.due_date,
  cents: payable.cents,
  privateNote: payable.memo,
  lines: storedLinesOf(payable),
  status: bookStatus(payable),
  payment: paymentOf(payable, bankAccountId),
});

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
