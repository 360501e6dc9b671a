/** Facts that tell a request from a similar one of somebody else: hashes of what was sent, and states from before. */

import { asRecord } from '../../is-record.ts';
import { sha256 } from './canonical-json.ts';

/**
 * Hashes of the texts of a request that a record of the service must show: `null` for one that was not sent. For a
 * batch, a list in the order of its rows.
 */
export type SentFacts = Readonly<Record<string, string | null | readonly (string | null)[]>>;

/** The fields that are compared, by operation. */
const COMPARED: Readonly<Record<string, readonly string[]>> = {
  'payable.create': ['invoiceNumber', 'dueDate', 'memo'],
  'pay.initiate': ['scheduledDate'],
  'pay.bulkInitiate': ['scheduledDate'],
};

/** Returns the hashes of a request's texts; `undefined` for an operation whose records are not compared. */
export function sentFactsOf(operation: string, body: unknown): SentFacts | undefined {
  const fields = COMPARED[operation];
  if (!fields) return undefined;
  const { payments } = asRecord(body);
  const hashOf = (field: string) =>
    Array.isArray(payments)
      ? payments.map((row) => factHash(asRecord(row)[field]))
      : factHash(asRecord(body)[field]);
  return Object.fromEntries(fields.map((field) => [field, hashOf(field)]));
}

/** Returns the hash of a text without the white space around it; `null` for none. */
export function factHash(value: unknown): string | null {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return text === '' ? null : sha256(text);
}

/** The status of a payable, and the payments that it shows: the active, the newest and the last failed one. */
export type ShownPayments = readonly [
  status: string | null,
  activePaymentId: string | null,
  paymentStatus: string | null,
  failedPaymentId: string | null,
];

/** Returns the status and the payments that a payable shows. */
export function shownPaymentsOf(payable: unknown): ShownPayments {
  const { status, activePaymentId, paymentStatus, lastPaymentFailure } = asRecord(payable);
  return [
    textOf(status),
    textOf(activePaymentId),
    textOf(paymentStatus),
    textOf(asRecord(lastPaymentFailure)['paymentId']),
  ];
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
