/** The parts that all emails about a payment have. */

import { sql } from 'kysely';
import type { HandlerContext } from '../context/handler-context.ts';
import type { Row } from '../database/tables.ts';
import { money } from '../web/format.ts';

/** The names of both sides of a payment, as the other side sees them, and the number of its invoice. */
export interface PaymentParties {
  readonly payer: string;
  readonly payee: string;
  readonly invoiceNumber: string | null;
}

/** Returns the names of both sides of a payment, and the number of its invoice. */
export async function partiesOf(
  { db }: HandlerContext,
  { payer_id, payee_id, payable_id, external_payer }: Row<'payments'>,
): Promise<PaymentParties> {
  const row = await db
    .selectFrom('businesses as payee')
    .leftJoin('businesses as payer', (join) => join.on('payer.id', '=', payer_id ?? ''))
    .leftJoin('payables', (join) => join.on('payables.id', '=', payable_id ?? ''))
    .where('payee.id', '=', payee_id)
    .select([
      sql<string>`coalesce(payee.alias, payee.name)`.as('payee'),
      sql<string | null>`coalesce(payer.alias, payer.name)`.as('payer'),
      'payables.invoice_number as invoiceNumber',
    ])
    .executeTakeFirstOrThrow();
  return { ...row, payer: row.payer ?? nameOf(external_payer) };
}

const nameOf = (externalPayer: string | null): string =>
  externalPayer === null ? '' : JSON.parse(externalPayer).name;

/**
 * Returns the subject of an email about a payment.
 *
 * @example `Payment returned · $2,431.50 to Coastal Linen Inc · invoice CL-7`
 */
export const paymentSubject = (
  title: string,
  { cents }: Row<'payments'>,
  side: string,
  invoiceNumber: string | null,
): string =>
  [title, `${money(cents)} ${side}`, ...(invoiceNumber ? [`invoice ${invoiceNumber}`] : [])].join(
    ' · ',
  );

/** Returns why a payment failed or was returned, with its code; null if it did not. */
export const failureReasonOf = ({
  failure_code,
  failure_reason,
}: Row<'payments'>): string | null =>
  failure_code === null ? null : `${failure_reason ?? failure_code} (${failure_code})`;
