/** Invoices of the demo: from Coastal Linen to Acme Hotels. */

import type { IsoDate } from '../../api/schema/field-types.ts';
import { rowAt } from '../database/rows.ts';
import type { Row } from '../database/tables.ts';
import { handlers } from '../server/handler-registry.ts';
import type { NextContext } from './companies.ts';

/** The two businesses of the demo and their connection. */
export interface DemoParties {
  readonly payerId: string;
  readonly payeeId: string;
  readonly connectionId: string;
  /** The bank account of the payer. */
  readonly bankId: string;
  readonly payeeBankId: string;
}

/** An invoice, and the payer's action on it. */
export interface DemoInvoice {
  readonly number: string;
  readonly amount: number;
  /** The description, quantity and unit price of its only line. */
  readonly line: readonly [string, number, number];
  readonly answer: 'approve' | 'decline' | 'wait' | 'draft';
}

/** Creates an invoice, answers it, and returns its id. */
export async function issueDemoInvoice(
  { number, amount, line, answer }: DemoInvoice,
  { payerId, payeeId, connectionId }: Pick<DemoParties, 'payerId' | 'payeeId' | 'connectionId'>,
  asOwner: NextContext,
  dueDate?: IsoDate,
): Promise<string> {
  const [description, quantity, unitPrice] = line;
  const submit = answer !== 'draft';
  const lineItems = [{ description, quantity, unitPrice }];
  const draft = { connectionId, amount, lineItems, invoiceNumber: number, submit };
  const body = { ...draft, ...(dueDate !== undefined && { dueDate }) };
  const { id } = await handlers.payable.create(
    { params: { businessId: payeeId }, body },
    asOwner(),
  );
  const params = { businessId: payerId, payableId: id };
  if (answer === 'approve') await handlers.payable.approve({ params }, asOwner());
  if (answer === 'decline') {
    const reason = 'These were returned.';
    await handlers.payable.decline({ params, body: { reason } }, asOwner());
  }
  return id;
}

/** Pays an approved invoice from the payer's bank account, now or on a date. */
export async function payPastInvoice(
  payableId: string,
  { bankId }: DemoParties,
  asOwner: NextContext,
  scheduledDate?: IsoDate,
): Promise<Row<'payments'>> {
  const order = { payableId, fundingSourceId: bankId };
  const body = { ...order, ...(scheduledDate !== undefined && { scheduledDate }) };
  const context = asOwner();
  const { paymentId } = await handlers.pay.initiate({ body }, context);
  return rowAt(context.db, 'payments', paymentId);
}
