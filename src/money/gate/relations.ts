/** Relations between two ids of one command: each is checked before anything is asked or sent. */

import { type BankAccount, bank } from '../../api/operations/bank.ts';
import { type Connection, connection } from '../../api/operations/connection.ts';
import { type Payable, payable } from '../../api/operations/payable.ts';
import { asRecord } from '../../is-record.ts';
import { GuardError } from '../errors.ts';
import type { MoneyPort } from '../port.ts';

/**
 * Checks that a bank account is one of the business. An account that does not name its business passes.
 *
 * @throws {GuardError} If it is one of another business (14).
 */
export function assertAccountOf(
  { id, businessId: owner }: Pick<BankAccount, 'id' | 'businessId'>,
  businessId: string,
): void {
  if (!owner || owner === businessId) return;
  throw new GuardError(
    'funding_source_mismatch',
    `Bank account ${id} belongs to business ${owner}, not to ${businessId}. Nothing was sent.`,
    [`remit bank list -b ${businessId}`],
  );
}

/**
 * Checks that a connection is one of the business. A connection that does not name both of its businesses passes.
 *
 * @throws {GuardError} If it is one of two other businesses (14).
 */
export function assertConnectionOf(
  { id, businessId: one, connectedBusinessId: other }: Connection,
  businessId: string,
): void {
  if (!one || !other || one === businessId || other === businessId) return;
  throw new GuardError(
    'connection_mismatch',
    `Connection ${id} is one of ${one} and ${other}, not of ${businessId}. Nothing was sent.`,
    [`remit connection list -b ${businessId}`],
  );
}

/**
 * Checks that a payment pays a payable: the payable, its activity log or the journal names it.
 *
 * @throws {GuardError} If none of them does, or the journal knows that it pays another payable (14).
 */
export async function assertPaymentOf(
  context: MoneyPort,
  paymentId: string,
  paid: Payable,
): Promise<void> {
  const journal = await context.journal();
  const known = (await journal.listPayments(context.destination())).find(
    (it) => it.paymentId === paymentId,
  );
  const isKnown = known ? known.payableId === paid.id : await isShown(context, paymentId, paid);
  if (isKnown) return;
  const what = known
    ? `pays ${known.payableId ?? 'no payable'}, not payable ${paid.id}`
    : `is not a payment of payable ${paid.id}`;
  throw new GuardError('payment_mismatch', `Payment ${paymentId} ${what}. Nothing was sent.`, [
    `remit payable log ${paid.id}`,
    `remit pay get ${paymentId}`,
  ]);
}

/** Reports whether a payable or its activity log names a payment. */
async function isShown(context: MoneyPort, paymentId: string, paid: Payable): Promise<boolean> {
  if ([paid.activePaymentId, paid.lastPaymentFailure?.paymentId].includes(paymentId)) return true;
  const params = { businessId: context.business(), payableId: paid.id };
  for await (const entry of context.records(payable.activity, { params })) {
    const { paymentId: named, metadata } = asRecord(entry);
    if ((named ?? asRecord(metadata)['paymentId']) === paymentId) return true;
  }
  return false;
}

/**
 * Reads a bank account that is named beside a business, and checks that it is one of the business. One that the service
 * does not list is left to the request. Without a business, nothing is read.
 *
 * @throws {GuardError} If it is one of another business (14).
 */
export async function checkAccount(
  context: MoneyPort,
  bankId: string,
  businessId: string | undefined,
): Promise<void> {
  if (businessId === undefined) return;
  for await (const account of context.records<BankAccount>(bank.list, {})) {
    if (account.id === bankId) assertAccountOf(account, businessId);
  }
}

/**
 * Reads a connection that is named beside a business, checks that it is one of the business, and returns it. Throws read
 * errors.
 *
 * @throws {GuardError} If it is one of two other businesses (14).
 */
export async function checkConnection(
  context: MoneyPort,
  connectionId: string,
  businessId: string,
): Promise<Connection> {
  const input = { params: { connectionId }, query: { businessId } };
  const found = await context.call(connection.get, input);
  assertConnectionOf(found, businessId);
  return found;
}
