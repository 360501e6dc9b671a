/** The states in which the service would refuse a payment, found before it is sent. */

import type { Connection } from '../../api/operations/connection.ts';
import type { Payable } from '../../api/operations/payable.ts';
import { PreconditionError } from '../errors.ts';
import { describePayment } from './describe-payable.ts';
import type { PreparedRequest } from './prepare.ts';

/** Returns the first state that a prepared request cannot be paid in; `undefined` if there is none. */
export function findRefusal({ movements }: PreparedRequest): PreconditionError | undefined {
  for (const { payable, connection } of movements) {
    if (payable?.status && payable.status !== 'APPROVED') return notApproved(payable);
    if (connection?.status && connection.status !== 'active') return notActive(connection);
  }
  return undefined;
}

function notApproved(payable: Payable): PreconditionError {
  const { id, status } = payable;
  const payment = describePayment(payable);
  if (payment) {
    return new PreconditionError(
      'payable_not_approved',
      `Not sent: ${payment.text}.`,
      payment.next,
    );
  }
  return new PreconditionError(
    'payable_not_approved',
    `Payable ${id} is ${status}; only APPROVED payables can be paid.`,
    [status === 'SUBMITTED' ? `remit payable approve ${id}` : `remit payable log ${id}`],
  );
}

const notActive = ({ id, status }: Connection) =>
  new PreconditionError('connection_not_active', `Connection ${id} is ${status}.`, [
    'remit connection list --status active',
  ]);
