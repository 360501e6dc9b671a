/** Generated payments of the large seed. */

import type { Insertable } from 'kysely';
import { addDays, newYorkDate } from '../../src/api/ach/calendar.ts';
import { scheduledStartAt, windowAt } from '../../src/api/ach/cut-off.ts';
import type { SandboxTables } from '../../src/sandbox/database/tables.ts';
import type { LedgerEvent } from '../../src/sandbox/ledger/post.ts';
import { type LedgerLine, paymentPostings } from '../../src/sandbox/ledger/postings.ts';
import { windowColumns } from '../../src/sandbox/payment/start.ts';
import { type GeneratedPayable, type GenerationPlan, generateId } from './payables.ts';

type NewPayment = Insertable<SandboxTables['payments']>;

/** A ledger entry before it has a number. */
export interface NewEntry {
  readonly at: string;
  readonly event: LedgerEvent;
  readonly ref: string;
  readonly lines: readonly LedgerLine[];
}

/** Returns the payment of a paid or scheduled payable, `undefined` for any other. */
export function paymentOf(
  number: number,
  payable: GeneratedPayable,
  plan: GenerationPlan,
): NewPayment | undefined {
  if (payable.row.status === 'PAID') return settledPayment(number, payable);
  if (payable.row.status === 'SCHEDULED') return scheduledPayment(number, payable, plan);
  return undefined;
}

/** Returns the payable with the columns of its payment. */
export function payablePaymentColumns(
  { row }: GeneratedPayable,
  payment: NewPayment,
): Insertable<SandboxTables['payables']> {
  const { id, status, completed_at: paidAt = null } = payment;
  return {
    ...row,
    active_payment_id: status === 'SCHEDULED' ? id : null,
    payment_id: id,
    payment_status: status,
    paid_at: paidAt,
    updated_at: paidAt ?? row.updated_at,
  };
}

/** Returns the ledger entries of a settled payment; empty for a scheduled one. */
export function entriesOf(payment: NewPayment): readonly NewEntry[] {
  const { id: ref, submitted_at, completed_at } = payment;
  if (!submitted_at || !completed_at) return [];
  const transfer = {
    cents: payment.cents,
    payeeId: payment.payee_id,
    fundingSourceId: payment.funding_source_id ?? null,
  };
  return [
    { at: submitted_at, event: 'P1', ref, lines: paymentPostings.P1(transfer) },
    { at: completed_at, event: 'P2', ref, lines: paymentPostings.P2(transfer) },
  ];
}

/** Returns a payment that started when its payable was approved, and settled. */
function settledPayment(number: number, payable: GeneratedPayable): NewPayment {
  const created = payable.row.approved_at ?? payable.row.created_at;
  const window = windowColumns(windowAt('standard', new Date(created)));
  return {
    ...common(number, payable),
    ...window,
    status: 'COMPLETED',
    scheduled_date: null,
    trace_number: `11000000${String(number + 1).padStart(7, '0')}`,
    created_at: created,
    submitted_at: window.submit_at,
    completed_at: window.settle_at,
  };
}

/** Returns a payment that is scheduled for one of the next twenty days. */
function scheduledPayment(
  number: number,
  payable: GeneratedPayable,
  { at }: GenerationPlan,
): NewPayment {
  const day = addDays(newYorkDate(new Date(at)), 1 + payable.random(20));
  return {
    ...common(number, payable),
    ...windowColumns(windowAt('standard', scheduledStartAt(day))),
    status: 'SCHEDULED',
    scheduled_date: day,
    trace_number: null,
    created_at: payable.row.approved_at ?? payable.row.created_at,
    submitted_at: null,
    completed_at: null,
  };
}

const common = (number: number, { row, bankId, random }: GeneratedPayable) => ({
  id: generateId('pmt', number, random),
  kind: 'payable' as const,
  payable_id: row.id,
  connection_id: row.connection_id ?? null,
  payer_id: row.payer_id ?? null,
  payee_id: row.payee_id,
  funding_source_id: bankId,
  cents: row.cents,
  speed: 'standard' as const,
  memo: row.memo ?? null,
  sec_code: 'CCD' as const,
  entry_description: 'PAYMENT' as const,
});
