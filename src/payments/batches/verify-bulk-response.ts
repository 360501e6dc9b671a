import type { Operation, Output } from '../../contract/operation.ts';
import { pay } from '../../contract/pay.ts';
import { Unexpected } from '../../http/errors.ts';
import { stateOf } from '../../journal/payment-ended.ts';

/**
 * The answer to a batch, which is taken as a whole or not at all: one that names payments of some of its payables alone
 * contradicts itself, and says nothing of any. Throws `Unexpected`.
 */
export function wholeBatch<Op extends Operation>(
  op: Operation,
  body: unknown,
  answer: Output<Op>,
): Output<Op> {
  if (op !== pay.bulkInitiate) return answer;
  const wanted = payablesIn(stateOf(body)['payments']);
  const { payments } = stateOf(answer);
  const named = payablesIn(payments);
  const missing = wanted.filter((it) => !named.includes(it));
  const isBare = named.length === 0 && lengthOf(payments) === wanted.length;
  if (missing.length === 0 || isBare || lengthOf(payments) === undefined) return answer;
  throw new Unexpected(
    `The service took the batch, and its answer names no payment of ${missing.join(', ')}.`,
    { status: null, requestId: null },
  );
}

const lengthOf = (list: unknown): number | undefined =>
  Array.isArray(list) ? list.length : undefined;

const payablesIn = (list: unknown): readonly string[] =>
  (Array.isArray(list) ? list : [])
    .map((it) => stateOf(it)['payableId'])
    .filter((it) => typeof it === 'string');
