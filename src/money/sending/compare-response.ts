/** The response to a money request: compared with the confirmed request, and what it shows of the service. */

import { UnexpectedResponseError } from '../../api/client/errors.ts';
import { centsOf } from '../../api/money.ts';
import type { Operation, OperationOutput } from '../../api/operations/operation.ts';
import { pay } from '../../api/operations/pay.ts';
import { payable } from '../../api/operations/payable.ts';
import { asRecord } from '../../is-record.ts';
import { usd } from '../../render/money.ts';
import type { KnownMovement, PreparedRequest } from '../gate/prepare.ts';
import type { CallContext } from './send-context.ts';

/**
 * Compares the response with the confirmed movements: amount, payee and bank account, as far as the response states
 * them. Returns the differences, a sentence each; an empty list if the movements were unknown.
 */
export function findDifferences(prepared: PreparedRequest, answer: unknown): readonly string[] {
  if (prepared.unknownReason !== null || prepared.movements.length === 0) return [];
  const movements = prepared.known();
  if (prepared.id !== 'pay.bulkInitiate') {
    return movements.flatMap((it) => differencesOf(it, answer));
  }
  const { payments, totalAmount, count } = asRecord(answer);
  const made: readonly unknown[] = Array.isArray(payments) ? payments : [];
  const byPayable = new Map<unknown, unknown>(
    made.map((it) => [asRecord(it)['payableId'] ?? undefined, it]),
  );
  const rows = movements.flatMap((it, at) =>
    differencesOf(
      it,
      byPayable.get(it.payableId) ?? (byPayable.has(undefined) ? made[at] : undefined),
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
  const said = asRecord(answer);
  const what = payableId ?? (kind === 'withdrawal' ? 'the withdrawal' : 'the payment');
  return [
    ...amountDifference(what, cents, said['amount']),
    ...idDifference(`The bank account of ${what}`, bankId, said['fundingSourceId']),
    ...idDifference(`The payable of ${what}`, payableId, said['payableId']),
    ...idDifference(`The payee of ${what}`, payee.businessId, said['payeeBusinessId']),
    ...idDifference(`The connection of ${what}`, payee.connectionId, said['connectionId']),
  ];
}

function amountDifference(what: string, cents: number, said: unknown): string[] {
  if (said === undefined || said === null) return [];
  const amount = typeof said === 'string' ? Number(said) : said;
  const found = typeof amount === 'number' ? centsIn(amount) : undefined;
  if (found === cents) return [];
  const shown = found === undefined ? JSON.stringify(said) : usd(found);
  return [`The amount of ${what} is ${shown}, not ${usd(cents)}.`];
}

function centsIn(dollars: number): number | undefined {
  try {
    return centsOf(dollars);
  } catch {
    return undefined;
  }
}

/** Compares two ids. An id that either side omits is no difference. */
const idDifference = (what: string, confirmed: string | null, said: unknown): string[] =>
  confirmed === null || typeof said !== 'string' || said === confirmed
    ? []
    : [`${what} is ${said}, not ${confirmed}.`];

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
  const wanted = payablesIn(asRecord(body)['payments']);
  const { payments } = asRecord(answer);
  const named = payablesIn(payments);
  const missing = wanted.filter((it) => !named.includes(it));
  const isBare = named.length === 0 && lengthOf(payments) === wanted.length;
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
    .map((it) => asRecord(it)['payableId'])
    .filter((it) => typeof it === 'string');

/**
 * Records, once per origin, whether this service shows a payment on its payable immediately.
 *
 * A missing payment proves that an unknown outcome was not applied only for such services. Throws read errors, which do
 * not affect the payment.
 */
export async function detectCapabilities(
  context: CallContext,
  { draft, body }: PreparedRequest,
): Promise<void> {
  const { operation, origin, payableId: one, payableIds = [] } = draft;
  const isPayment = operation === 'pay.initiate' || operation === 'pay.bulkInitiate';
  const payableId = one ?? payableIds[0];
  const businessId = context.business();
  if (!isPayment || !payableId || !businessId || isScheduled(body)) return;
  const journal = await context.journal();
  if (await journal.hasCapability(origin, 'payment-shows')) return;
  const params = { businessId, payableId };
  const shown = await context.connection.client.call(payable.get, { params });
  const { status, activePaymentId } = asRecord(shown);
  const hasMoved = typeof status === 'string' && status !== 'APPROVED';
  if (hasMoved || typeof activePaymentId === 'string') {
    await journal.recordCapability(origin, 'payment-shows');
  }
}

/** Reports whether a payment has a scheduled date, which shows on the payable even if the service pays later. */
function isScheduled(body: unknown): boolean {
  const { scheduledDate, payments } = asRecord(body);
  return Boolean(scheduledDate) || (Array.isArray(payments) && payments.some(isScheduled));
}
