/** Comparison of the response to a money request with the confirmed request. */

import { centsOf } from '../../contract/money.ts';
import type { Operation, OperationOutput } from '../../contract/operation.ts';
import { pay } from '../../contract/pay.ts';
import { UnexpectedResponseError } from '../../http/errors.ts';
import { stateOf } from '../../journal/payment-ended.ts';
import { usd } from '../../render/money.ts';
import type { KnownMovement, PreparedRequest } from '../prepare.ts';

/**
 * Compares the response with the confirmed movements: amount, payee and bank account, as far as the response states
 * them. Returns the differences, a sentence each; an empty list if the movements were unknown.
 */
export function findDifferences(prepared: PreparedRequest, answer: unknown): readonly string[] {
  if (prepared.unknownReason !== null || prepared.movements.length === 0) return [];
  const movements = prepared.known();
  if (prepared.id !== 'pay.bulkInitiate') {
    return movements.flatMap((movement) => differencesOf(movement, answer));
  }
  const { payments, totalAmount, count } = stateOf(answer);
  const created: readonly unknown[] = Array.isArray(payments) ? payments : [];
  const byPayable = new Map(created.map((payment) => [stateOf(payment)['payableId'], payment]));
  const rows = movements.flatMap((movement, at) =>
    differencesOf(
      movement,
      byPayable.get(movement.payableId) ?? (byPayable.has(undefined) ? created[at] : undefined),
    ),
  );
  return [
    ...rows,
    ...amountDifference('all payments', prepared.cents ?? 0, totalAmount),
    ...(typeof count === 'number' && count !== movements.length
      ? [`The service created ${count} payments, not ${movements.length}.`]
      : []),
  ];
}

function differencesOf(movement: KnownMovement, answer: unknown): string[] {
  const { cents, bankId, payee, payableId, kind } = movement;
  const reported = stateOf(answer);
  const subject = payableId ?? (kind === 'withdrawal' ? 'the withdrawal' : 'the payment');
  return [
    ...amountDifference(subject, cents, reported['amount']),
    ...idDifference(`The bank account of ${subject}`, bankId, reported['fundingSourceId']),
    ...idDifference(`The payable of ${subject}`, payableId, reported['payableId']),
    ...idDifference(`The payee of ${subject}`, payee.businessId, reported['payeeBusinessId']),
    ...idDifference(`The connection of ${subject}`, payee.connectionId, reported['connectionId']),
  ];
}

function amountDifference(subject: string, cents: number, reported: unknown): string[] {
  if (reported === undefined || reported === null) return [];
  const amount = typeof reported === 'string' ? Number(reported) : reported;
  const found = typeof amount === 'number' ? centsIn(amount) : undefined;
  if (found === cents) return [];
  const text = found === undefined ? JSON.stringify(reported) : usd(found);
  return [`The amount of ${subject} is ${text}, not ${usd(cents)}.`];
}

function centsIn(dollars: number): number | undefined {
  try {
    return centsOf(dollars);
  } catch {
    return undefined;
  }
}

/** Compares two ids. An id that either side omits is no difference. */
const idDifference = (subject: string, confirmed: string | null, reported: unknown): string[] =>
  confirmed === null || typeof reported !== 'string' || reported === confirmed
    ? []
    : [`${subject} is ${reported}, not ${confirmed}.`];

/**
 * Checks that the response to a batch names the payments of all its payables or of none.
 *
 * @throws {UnexpectedResponseError} If it names only some of them: a batch is all-or-nothing, so such a response
 *   contradicts itself and proves nothing about any payment.
 */
export function assertWholeBatchAccepted<Op extends Operation>(
  op: Operation,
  body: unknown,
  answer: OperationOutput<Op>,
): OperationOutput<Op> {
  if (op !== pay.bulkInitiate) return answer;
  const expectedIds = payablesIn(stateOf(body)['payments']);
  const { payments } = stateOf(answer);
  const named = payablesIn(payments);
  const missing = expectedIds.filter((id) => !named.includes(id));
  const isBare = named.length === 0 && lengthOf(payments) === expectedIds.length;
  if (missing.length === 0 || isBare || lengthOf(payments) === undefined) return answer;
  throw new UnexpectedResponseError(
    `The service accepted the batch, but its response has no payment of ${missing.join(', ')}.`,
    { status: null, requestId: null },
  );
}

const lengthOf = (list: unknown): number | undefined =>
  Array.isArray(list) ? list.length : undefined;

const payablesIn = (list: unknown): readonly string[] =>
  (Array.isArray(list) ? list : [])
    .map((payment) => stateOf(payment)['payableId'])
    .filter((id) => typeof id === 'string');
